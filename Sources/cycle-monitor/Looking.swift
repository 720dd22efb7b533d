import CycleBase
import CycleDrivers
import CycleMonitor

// Commands that look at moments.
extension Program {
    func list(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["from", "count", "lens", "hide"], flags: ["approved"])
        let path = try arguments.words("FILE")[0]
        var reader = try RecordingReader(path: path, from: arguments.number("from") ?? 0)
        var rest = try arguments.number("count") ?? .max
        let filter = Inspection.Filter(arguments)
        while rest > 0, let moment = try reader.next() {
            guard filter.lists(lens: moment.lens) else { continue }
            if arguments.has("approved"), !moment.isApproved { continue }
            output(line(of: moment) + "\n")
            rest -= 1
        }
        report(reader.faults, of: path)
    }

    /// `    7* 1.500 s  console: key(+) -> total: 4`, with the star of an approval.
    func line(of moment: RecordedMoment) -> String {
        let number = "\(moment.number)".padded(to: 6) + (moment.isApproved ? "*" : " ")
        let change = moment.isStart || moment.changesFrame ? " -> \(change(by: moment))" : ""
        return "\(number) \(moment.time.inThousandths.padded(to: 10)) s  \(moment.lens): \(moment.event)\(change)"
            .printableLine.shortened(to: 200)
    }

    /// The frame where it is short; of a long one what has changed in it.
    private func change(by moment: RecordedMoment) -> String {
        let frame = moment.effect.description
        guard frame.count > 80, !moment.isStart else { return frame }
        return moment.context.differences(to: moment.effect).map(\.text).joined(separator: "; ")
    }

    func show(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: [], flags: ["json"])
        let found = try arguments.words("FILE", "N")
        let moment = try moment(found[1], in: found[0])
        if arguments.has("json") {
            let fields = [("event", moment.event), ("context", moment.context), ("effect", moment.effect)]
            let text = fields.map { "\"\($0)\":\($1.json.escapedForTerminals)" }.joined(separator: ",")
            return output("{\(text)}\n")
        }
        output(line(of: moment) + "\n")
        output("event \(moment.event.json.printableLine)\n")
        for difference in moment.context.differences(to: moment.effect) {
            output("\(difference)".printableLine + "\n")
        }
        if moment.isStart || !moment.changesFrame { output("frame \(moment.effect.json.printableLine)\n") }
    }

    func compare(_ words: [String]) throws -> Int32 {
        let arguments = try CommandLineArguments(words, valued: [], flags: [])
        if arguments.words.count == 3 { return try compareMoments(arguments) }
        let paths = try arguments.words("FILE", "FILE")
        guard let difference = try open(paths[0]).firstDifference(from: open(paths[1])) else { return 0 }
        output("\(difference)".printable + "\n")
        return 1
    }

    private func compareMoments(_ arguments: CommandLineArguments) throws -> Int32 {
        let words = arguments.words
        let (before, after) = (try moment(words[1], in: words[0]), try moment(words[2], in: words[0]))
        let differences = before.effect.differences(to: after.effect)
        for difference in differences { output("\(difference)".printableLine + "\n") }
        return differences.isEmpty ? 0 : 1
    }

    private func moment(_ word: String, in path: String) throws -> RecordedMoment {
        let number = try CommandLineArguments.momentNumber(word)
        var reader = try RecordingReader(path: path, from: number)
        guard let moment = try reader.next(), moment.number == number else {
            report(reader.faults, of: path)
            throw Failure(reason: "\(path): there is no moment \(number)")
        }
        return moment
    }
}

extension Inspection.Filter {
    /// By the options `--lens` and `--hide`.
    init(_ arguments: CommandLineArguments) {
        self.init()
        (lens, hidden) = (arguments.last("lens"), arguments.all("hide"))
    }
}

extension String {
    /// JSON in which what a terminal would obey is an escape: all of that stands in strings.
    fileprivate var escapedForTerminals: String { escapingJSON { $0.printable != $0 } }
}
