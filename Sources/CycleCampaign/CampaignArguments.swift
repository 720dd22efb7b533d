import CycleBase
import CycleDrivers

/// The arguments of a campaign.
struct CampaignArguments {
    enum Command: String {
        case list, run, explore, walk, replay, report, help
    }

    /// A mistake, in words for the person who wrote the arguments.
    struct Mistake: Error {
        let text: String
    }

    static let usage = """
        list                                    the names of all scenarios
        run NAME --seeds 1000                   random runs; a part of them is as '500..<1000', in quotes for the shell
            --jobs N                            threads; by default as many as there are cores
            --time 10m                          ends after this time, with what was done by then
            --only '64..<128'                   of these seeds, these alone: a piece that an engine has cut by itself
            --shard 3/10 | --of 10 | --no-shard the part of this worker; by default by the variables of its engine
            --out FILE|FOLDER/                  where results are appended; by default standard output
            --first                             ends at the first seed that fails
            --quiet                             says nothing beside the results
        explore NAME [--jobs N] [--states N] [--steps N] [--out …] [--quiet]
            --checkpoint FILE                   goes on where a process was killed that had the same file
            --every 1s                          how often it is written, at most
            --all-orders                        leaves out no order, however independent its events are
            --spill FILE                        keeps states in a file, and not in memory
            --processes N                       as many processes, this one among them; --jobs are the threads of this one
            --by COMMAND                        starts each of the others; as "ssh node$CYCLE_WORKER checks", with its number
            --patience 2m                       one of the others that is silent for so long is killed, and its work done again
            --serve                             is one of the others
        walk NAME [--state N]                   its states one after the other: what may happen next is a menu, also on a pipe
            --dot FILE                          all its states and the ways between them, for Graphviz
        replay NAME --seed N                    one seed again, with its report
        report FILE … [--html FILE]             merges results
        help                                    this text
        """

    private(set) var command = Command.list
    private(set) var names: [String] = []
    private(set) var seeds: Range<UInt64>?
    /// The piece of the seeds that this worker runs; `nil` for that of its shard.
    private(set) var piece: Range<UInt64>?
    private(set) var seed: UInt64?
    private(set) var time: Duration?
    private(set) var shard: Shard?
    private(set) var out: String?
    private(set) var html: String?
    private(set) var dot: String?
    private(set) var checkpoint: String?
    /// The shortest time between two checkpoints.
    private(set) var interval: Duration?
    private(set) var spill: String?
    /// A command of the shell that starts this program elsewhere.
    private(set) var by: String?
    /// How long another process may do nothing.
    private(set) var patience: Duration?
    /// The numbers of options, by their names.
    private(set) var numbers: [String: Int] = [:]
    private let options: CommandLineArguments

    init(_ words: [String]) throws(Mistake) {
        guard let first = words.first else { throw Mistake(text: Self.usage) }
        if words.contains(where: ["--help", "-h"].contains) {
            (command, options) = (.help, try Self.parsed([]))
            return
        }
        guard let command = Command(rawValue: first) else { throw Mistake(text: "no command \"\(first)\"") }
        self.command = command
        options = try Self.parsed(words.dropFirst())
        names = options.words
        if let text = options.last("seeds") { seeds = try Self.range(text, "--seeds") }
        if let text = options.last("only") { piece = try Self.range(text, "--only") }
        if let text = options.last("seed") { seed = try Self.number(text, "--seed") }
        if let text = options.last("time") { time = try Self.duration(text, "--time") }
        if let text = options.last("patience") { patience = try Self.duration(text, "--patience") }
        if let text = options.last("every") { interval = try Self.duration(text, "--every", atLeast: 0) }
        (out, html, dot) = (options.last("out"), options.last("html"), options.last("dot"))
        (checkpoint, spill, by) = (options.last("checkpoint"), options.last("spill"), options.last("by"))
        for name in Self.numbered {
            if let text = options.last(name) { numbers[name] = Int(try Self.number(text, "--\(name)")) }
        }
        try setShard(options.last("shard"))
        for name in ["jobs", "processes"] where numbers[name] == 0 { throw Mistake(text: "--\(name) is at least 1") }
    }

    /// Whether an option without a value is given.
    func has(_ flag: String) -> Bool { options.has(flag) }

    private mutating func setShard(_ text: String?) throws(Mistake) {
        if let text {
            guard let shard = Shard(text) else { throw Mistake(text: "--shard is as 3/10, not \(text)") }
            self.shard = shard
        } else if !has("no-shard") {
            shard = Shard.fromEngine(of: numbers["of"])
            if shard == nil, numbers["of"] != nil {
                throw Mistake(text: "--of needs JOB_COMPLETION_INDEX in the environment, or --shard")
            }
        }
    }

    private static let numbered: Set = ["jobs", "state", "states", "steps", "of", "processes"]
    private static let valued: Set = [
        "seeds", "only", "seed", "time", "every", "patience", "shard", "out", "html", "dot", "checkpoint", "spill",
        "by",
    ]
    private static let flags: Set = ["first", "quiet", "no-shard", "all-orders", "serve"]

    private static func parsed(_ words: ArraySlice<String>) throws(Mistake) -> CommandLineArguments {
        do throws(CommandLineArguments.Misuse) {
            return try CommandLineArguments(words, valued: valued.union(numbered), flags: flags)
        } catch {
            throw Mistake(text: error.reason)
        }
    }

    private static func number(
        _ text: String, _ name: String, example: String = "a number"
    ) throws(Mistake) -> UInt64 {
        guard let number = UInt64(digits: text.replacing("_", with: "")), number < 1 << 53 else {
            throw Mistake(text: "\(name) needs \(example), not \(text)")
        }
        return number
    }

    private static func range(_ text: String, _ name: String) throws(Mistake) -> Range<UInt64> {
        guard let dots = text.firstRange(of: "..<") else {
            return 0..<(try number(text, name, example: "a count as 1000, or a range as '500..<1000'"))
        }
        let from = try number(String(text[..<dots.lowerBound]), name)
        let to = try number(String(text[dots.upperBound...]), name)
        guard from <= to else { throw Mistake(text: "\(name) begins behind its end: \(text)") }
        return from..<to
    }

    private static func duration(_ text: String, _ option: String, atLeast least: Int64 = 1) throws(Mistake) -> Duration
    {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(digits: text.dropLast()), count >= least,
            count < 1 << 32
        else { throw Mistake(text: "\(option) is as 90s, 10m or 8h, not \(text)") }
        return .seconds(count * unit)
    }
}
