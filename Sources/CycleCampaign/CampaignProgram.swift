import CycleBase
import CycleDrivers
import CycleExplore

/// Does what some arguments of a campaign say.
struct CampaignProgram {
    /// How a campaign ends.
    enum Exit: Int32 {
        case allHolds = 0
        case lawIsBroken = 1
        case wrongArguments = 2
        case isIncomplete = 3
    }

    private let scenarios: [NamedScenario]

    init(_ scenarios: [NamedScenario]) {
        let names = Set(scenarios.map(\.name))
        if names.count < scenarios.count { stop("two scenarios of a campaign have one name") }
        self.scenarios = scenarios
    }

    /// - Returns: The exit code.
    func run(_ words: [String]) -> Int32 {
        do throws(CampaignArguments.Mistake) {
            return try run(CampaignArguments(words)).rawValue
        } catch {
            say(words.isEmpty ? error.text : "\(error.text); \"help\" shows all commands and options")
            return Exit.wrongArguments.rawValue
        }
    }

    private func run(_ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> Exit {
        switch arguments.command {
        case .list:
            return show(scenarios.map { $0.name + "\n" }.joined(), then: .allHolds)
        case .run: return try simulate(arguments)
        case .explore: return try explore(arguments)
        case .walk: return try walk(arguments)
        case .replay: return try replay(arguments)
        case .report: return try report(arguments)
        case .help: return show(CampaignArguments.usage + "\n", then: .allHolds)
        }
    }

    /// - Returns: The exit, unless the output cannot be written.
    private func show(_ text: String, then exit: Exit) -> Exit {
        do throws(SystemFailure) {
            try StandardOutput.write(text)
            return exit
        } catch {
            say(ConsoleDriver.Failure.output(code: error.code).reason)
            return .isIncomplete
        }
    }

    private func scenario(_ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> NamedScenario {
        guard arguments.names.count == 1, let name = arguments.names.first else {
            throw .init(text: "\(arguments.command.rawValue) needs the name of one scenario")
        }
        guard let scenario = scenarios.first(where: { $0.name == name }) else {
            throw .init(text: "no scenario \(name): there are \(scenarios.map(\.name).joined(separator: ", "))")
        }
        return scenario
    }

    private func output(_ arguments: CampaignArguments, _ name: String) throws(CampaignArguments.Mistake) -> LineOutput
    {
        if let output = LineOutput(arguments.out, named: name) { return output }
        throw .init(text: "\(arguments.out ?? "") cannot be written: \(SystemFailure.words(of: errno))")
    }

    // MARK: Commands

    private func simulate(_ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> Exit {
        let scenario = try scenario(arguments)
        guard let asked = arguments.seeds else { throw .init(text: "run needs --seeds") }
        let isQuiet = arguments.has("quiet")
        let seeds = arguments.piece?.clamped(to: asked) ?? arguments.shard?.part(of: asked) ?? asked
        if !isQuiet { sayPart(seeds, of: scenario.name, arguments) }
        var run = CampaignRun(scenario, try output(arguments, scenario.name), jobs: arguments.numbers["jobs"])
        run.endsAtFirst = arguments.has("first")
        run.deadline = arguments.time.map { ContinuousClock().now + $0 }
        run.isQuiet = isQuiet
        guard run.write(.asked(scenario: scenario.name, seeds: asked)), run.run(seeds) else {
            say("results cannot be written: \(SystemFailure.words(of: errno))")
            return .isIncomplete
        }
        return run.exit
    }

    /// A part may have no seeds: a worker that runs none says so.
    private func sayPart(_ seeds: Range<UInt64>, of scenario: String, _ arguments: CampaignArguments) {
        if arguments.piece != nil {
            say("\(scenario): seeds \(seeds) (--only)")
        } else if let shard = arguments.shard {
            say("\(scenario): shard \(shard.index) of \(shard.count), seeds \(seeds) (\(shard.source))")
        }
    }

    private func explore(_ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> Exit {
        let scenario = try scenario(arguments)
        if arguments.has("serve") { return try serve(scenario, arguments) }
        let output = try output(arguments, scenario.name)
        var bounds = bounds(arguments, of: scenario)
        let processes = try processes(arguments, scenario, bounds)
        bounds.checkpoint = try checkpoint(arguments, scenario.name, bounds)
        bounds.spill = try spill(arguments)
        let (line, exit): (CampaignLine, Exit) =
            switch scenario.explore(bounds, processes) {
            case .success(let seen):
                (
                    .explored(scenario: scenario.name, text: "\(seen)", isComplete: seen.isComplete),
                    seen.isComplete ? .allHolds : .isIncomplete
                )
            case .failure(let failure):
                (
                    .broken(.init(scenario: scenario.name, law: failure.law, seed: nil, shortest: .init(failure))),
                    .lawIsBroken
                )
            }
        if output.write(line) {
            bounds.checkpoint?.remove()
            return exit
        }
        say("results cannot be written: \(SystemFailure.words(of: errno))")
        return .isIncomplete
    }

    func bounds(_ arguments: CampaignArguments, of scenario: NamedScenario) -> Bounds {
        var bounds = scenario.bounds
        bounds.jobs = arguments.numbers["jobs"] ?? bounds.jobs
        bounds.states = arguments.numbers["states"] ?? bounds.states
        bounds.steps = arguments.numbers["steps"] ?? bounds.steps
        bounds.isQuiet = arguments.has("quiet")
        if arguments.has("all-orders") { bounds.leavesOutOrders = false }
        return bounds
    }

    private func walk(_ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> Exit {
        let scenario = try scenario(arguments)
        var walk = scenario.walk(bounds(arguments, of: scenario))
        if let path = arguments.dot {
            try replace(path, by: walk.picture())
            return .allHolds
        }
        if let state = arguments.numbers["state"], !walk.go(to: state) {
            throw .init(text: "there is no state \(state)")
        }
        var program = WalkProgram(scenario.name, walk) { show($0, then: .allHolds) == .allHolds }
        return program.run(reading: { readLine() })
    }

    private func replay(_ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> Exit {
        let scenario = try scenario(arguments)
        guard let seed = arguments.seed else { throw .init(text: "replay needs --seed") }
        guard let failure = scenario.replay(seed, arguments.numbers["jobs"]) else {
            return show("\(scenario.name): seed \(seed) breaks no law\n", then: .allHolds)
        }
        return show("\(failure)".printable + "\n", then: .lawIsBroken)
    }

    private func report(_ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> Exit {
        if arguments.names.isEmpty { throw .init(text: "report needs files of results") }
        var report = CampaignReport()
        for path in arguments.names {
            guard let text = textOfFile(path) else {
                throw .init(text: "\(path) cannot be read: \(SystemFailure.words(of: errno))")
            }
            report.add(text)
        }
        let exit = show("\(report)".printable + "\n", then: report.exit)
        if let path = arguments.html { try replace(path, by: report.page) }
        return exit
    }

    private func replace(_ path: String, by text: String) throws(CampaignArguments.Mistake) {
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(Array(text.utf8), to: path, newMode: 0o666)
        } catch {
            throw .init(text: "\(error)")
        }
    }
}

/// Random runs of one worker.
struct CampaignRun {
    private let scenario: NamedScenario
    private let output: LineOutput
    private let jobs: Int?
    var deadline: ContinuousClock.Instant?
    var endsAtFirst = false
    var isQuiet = false
    /// The laws whose shortest timeline is written already: that of the least seed that this worker has met.
    private var brokenLaws: Set<String> = []
    private var brokenCount = 0
    private(set) var exit = CampaignProgram.Exit.allHolds
    private var progress = CampaignProgress()

    init(_ scenario: NamedScenario, _ output: LineOutput, jobs: Int?) {
        self.scenario = scenario
        self.output = output
        self.jobs = jobs
    }

    func write(_ line: CampaignLine) -> Bool { output.write(line) }

    /// The seeds that are run before results are written.
    private static var seedsAtOnce: UInt64 { 4 * Shard.grid }

    /// - Returns: Whether all results could be written.
    mutating func run(_ seeds: Range<UInt64>) -> Bool {
        var next = seeds.lowerBound
        while next < seeds.upperBound {
            if let deadline, ContinuousClock().now >= deadline {
                exit = exit == .lawIsBroken ? exit : .isIncomplete
                break
            }
            let end = min(seeds.upperBound, (next / Shard.grid + 1) * Shard.grid + Self.seedsAtOnce - Shard.grid)
            let outcomes = scenario.simulate(next..<end, jobs)
            guard write(outcomes, of: next..<end) else { return false }
            next = end
            if !isQuiet { progress.show(scenario.name, next - seeds.lowerBound, of: UInt64(seeds.count), brokenCount) }
            if endsAtFirst, exit == .lawIsBroken { break }
        }
        progress.end()
        return true
    }

    /// Failures come before the line that says that their seeds were run.
    private mutating func write(_ outcomes: [SeedOutcome], of seeds: Range<UInt64>) -> Bool {
        for outcome in outcomes {
            guard let law = outcome.law else { continue }
            exit = .lawIsBroken
            brokenCount += 1
            let isFirst = brokenLaws.insert(law).inserted
            let shortest = isFirst ? scenario.replay(outcome.seed, jobs).map { CampaignLine.Shortest($0) } : nil
            let broken = CampaignLine.Broken(
                scenario: scenario.name, law: law, seed: outcome.seed, shortest: shortest)
            guard write(.broken(broken)) else { return false }
        }
        var next = seeds.lowerBound
        while next < seeds.upperBound {
            let end = min(seeds.upperBound, (next / Shard.grid + 1) * Shard.grid)
            let count = outcomes.filter { (next..<end).contains($0.seed) }.reduce(0) { $0 + $1.eventCount }
            guard write(.ran(scenario: scenario.name, seeds: next..<end, eventCount: count)) else { return false }
            next = end
        }
        return true
    }
}

/// Says how far a run is: on a terminal in one line, elsewhere in a line every ten seconds.
struct CampaignProgress {
    private let clock = ContinuousClock()
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    private let start: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var hasShown = false

    init() {
        start = clock.now
        next = start + .seconds(isOnTerminal ? 1 : 10)
    }

    mutating func show(_ name: String, _ count: UInt64, of total: UInt64, _ brokenCount: Int) {
        guard clock.now >= next else { return }
        next = clock.now + .seconds(isOnTerminal ? 1 : 10)
        hasShown = true
        let rest = Self.seconds(for: total - count, after: count, in: clock.now - start)
        let text = "\(name): \(count) of \(total) seeds, \(brokenCount) fail, \(rest) s left"
        say(isOnTerminal ? "\r\(text) \u{1B}[K" : text, end: isOnTerminal ? "" : "\n")
    }

    /// The time that so many seeds more take, at the speed of those before. 2^53 seeds and an hour have no room in a word.
    static func seconds(for rest: UInt64, after count: UInt64, in time: Duration) -> UInt64 {
        let seconds = Double(max(1, time.components.seconds))
        return UInt64(min(Double(rest) * seconds / Double(max(1, count)), 1e18))
    }

    mutating func end() {
        if hasShown, isOnTerminal { say("\r\u{1B}[K", end: "") }
        hasShown = false
    }
}
