import CycleBase
import CycleDrivers
import CycleMonitor

// Commands that answer a question about a recording.
extension Program {
    /// The moments whose frames fulfil a condition.
    func find(_ words: [String]) throws -> Int32 {
        let arguments = try CommandLineArguments(words, valued: ["from", "count"], flags: [])
        let found = try arguments.words("FILE", "CONDITION")
        let condition = try predicate(found[1])
        var reader = try RecordingReader(path: found[0], from: arguments.number("from") ?? 0)
        var rest = try arguments.number("count") ?? .max
        var hasFound = false
        while rest > 0, let moment = try reader.next() {
            guard condition.holds(for: moment.effect) else { continue }
            output(line(of: moment) + "\n")
            hasFound = true
            rest -= 1
        }
        report(reader.faults, of: found[0])
        return hasFound ? 0 : 1
    }

    /// The moments that changed a place of the frame.
    func blame(_ words: [String]) throws -> Int32 {
        let found = try CommandLineArguments(words, valued: [], flags: []).words("FILE", "KEYPATH")
        guard let place = RecordedPath(found[1]) else {
            throw CommandLineArguments.Misuse(reason: "\(found[1]) is no key path")
        }
        let moments = try IndexedRecording(path: found[0])
        var hasFound = false
        for start in stride(from: 0, to: moments.count, by: BlameSearch.pieceCount) {
            for index in moments.moments(touching: place, in: start..<start + BlameSearch.pieceCount) {
                guard let change = moments.change(of: place, at: index) else { continue }
                output("\(change)".printableLine + "\n")
                hasFound = true
            }
        }
        report(moments.faults, of: found[0])
        return hasFound ? 0 : 1
    }

    func whyNot(_ words: [String]) throws {
        let found = try CommandLineArguments(words, valued: [], flags: []).words
        guard (2...3).contains(found.count) else {
            throw CommandLineArguments.Misuse(reason: "why-not wants FILE N [KEYPATH], not \(found.count) words")
        }
        let (path, number) = (found[0], try CommandLineArguments.momentNumber(found[1]))
        guard let place = found.count > 2 ? RecordedPath(found[2]) : .whole else {
            throw CommandLineArguments.Misuse(reason: "\(found[2]) is no key path")
        }
        let moments = try IndexedRecording(path: path)
        guard let index = (0..<moments.count).first(where: { moments.summary(at: $0).number == number }) else {
            throw Failure(reason: "\(path): there is no moment \(number)")
        }
        for line in WhyNot(of: place, at: index, in: moments).lines { output(line.text.printableLine + "\n") }
        report(moments.faults, of: path)
    }

    func stats(_ words: [String]) throws {
        let path = try CommandLineArguments(words, valued: [], flags: []).words("FILE")[0]
        var reader = try RecordingReader(path: path)
        var statistics = RecordingStatistics()
        while let moment = try reader.next() { statistics.add(moment) }
        output("program  \(reader.header.createdBy.printableLine)\n")
        output(
            "moments  \(statistics.momentCount) in \(statistics.startCount) runs, \(statistics.approvedCount) approved\n"
        )
        output("time     \(statistics.duration)\n")
        output("frame    \(statistics.largestFrameByteCount) bytes at most\n")
        let width = statistics.lenses.map(\.name.count).max() ?? 0
        for lens in statistics.lenses {
            let name = lens.name.printableLine + String(repeating: " ", count: width - lens.name.count)
            output("lens     \(name)  \(lens.eventCount) events, \(lens.changeCount) changes\n")
        }
        report(reader.faults, of: path)
    }

    /// Whether every line can be read.
    func check(_ words: [String]) throws -> Int32 {
        let path = try CommandLineArguments(words, valued: [], flags: []).words("FILE")[0]
        var reader = try RecordingReader(path: path)
        var count = 0
        while try reader.next() != nil { count += 1 }
        report(reader.faults, of: path)
        output("\(count) moments, \(reader.faults.count) faults\n")
        return reader.faults.isEmpty ? 0 : 1
    }

    func predicate(_ arguments: CommandLineArguments) throws -> FramePredicate? {
        try arguments.last("where").map(predicate)
    }

    private func predicate(_ text: String) throws -> FramePredicate {
        do {
            return try FramePredicate(text)
        } catch {
            throw CommandLineArguments.Misuse(reason: "\(error)")
        }
    }
}
