import CycleDrivers
import CycleMonitor

// Commands that make something of moments.
extension Program {
    func draw(_ words: [String]) throws {
        let arguments = try CommandLineArguments(
            words, valued: ["title", "width", "limit", "from", "count", "path"], flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        var reader = try RecordingReader(path: path, from: arguments.number("from") ?? 0)
        var moments: [RecordedMoment] = []
        let count = try arguments.number("count") ?? .max
        while moments.count < count, let moment = try reader.next() { moments.append(moment) }
        report(reader.faults, of: path)
        // A timeline without a recording, as one that `explore` has found, has no times.
        let hasTimes = moments.contains { $0.time != .zero }
        var timeline = ModelTimeline(moments, title: arguments.last("title"), showsTime: hasTimes)
        timeline.redaction = try redaction(arguments)
        if let width = try arguments.number("width") { timeline.width = Double(width) }
        if let limit = try arguments.number("limit") { timeline.limit = limit }
        output(timeline.svg)
    }

    /// The states that a place had, and the events that led from one to another.
    func drawStates(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["path"], flags: ["secrets"])
        let found = try arguments.words("FILE", "KEYPATH")
        guard RecordedPath(found[1]) != nil else {
            throw CommandLineArguments.Misuse(reason: "\(found[1]) is no key path")
        }
        let recording = try open(found[0])
        let diagram = StateDiagram(of: found[1], in: recording.moments, redaction: try redaction(arguments))
        guard diagram.states != ["nothing"] else { throw Failure(reason: "\(found[0]): nothing is at \(found[1])") }
        output(diagram.svg)
    }

    func approve(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: [], flags: ["revoke"])
        guard arguments.words.count > 1 else {
            throw CommandLineArguments.Misuse(reason: "FILE and the numbers of moments are missing")
        }
        let path = arguments.words[0]
        var session = try MonitorSession(path: path)
        guard session.recording.faults.isEmpty else {
            report(session.recording.faults, of: path)
            throw Failure(reason: "\(path): not written again, because lines that cannot be read would be lost")
        }
        let selection = session.selection
        for word in arguments.words.dropFirst() {
            let number = try CommandLineArguments.momentNumber(word)
            guard let index = session.moments.firstIndex(where: { $0.number == number }) else {
                throw Failure(reason: "\(path): there is no moment \(number)")
            }
            session.select(index)
            session.approve(!arguments.has("revoke"))
        }
        session.select(selection)
        try session.write(to: path)
    }

    func exportTests(_ words: [String]) throws {
        let arguments = try CommandLineArguments(
            words, valued: ["application", "import", "name", "path"], flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        guard let application = arguments.last("application") else {
            throw CommandLineArguments.Misuse(reason: "--application CODE is missing, as 'counter(Options())'")
        }
        var export = TestExport(application: application, imports: arguments.all("import"))
        if let name = arguments.last("name") { export.name = name }
        export.redaction = try redaction(arguments)
        let approved = MonitorSession(try open(path)).approved
        guard approved.moments.contains(where: { !$0.isStart }) else {
            throw Failure(reason: "\(path): no moment is approved: cycle-monitor approve \(path) N")
        }
        output(export.source(of: approved))
    }

    func convert(_ words: [String]) throws {
        let path = try CommandLineArguments(words, valued: [], flags: []).words("FILE")[0]
        do {
            output(try open(path).jsonLines)
        } catch let error as RecordingError where error.problem == .notARecording {
            output(try MonitorSession(ofCycleMonitorAt: path).recording.jsonLines)
        }
    }
}
