import CycleMonitor

// Commands that make something of moments.
extension Program {
    func draw(_ words: [String]) throws {
        let arguments = try Arguments(words, valued: ["title", "width", "limit", "from", "count"], flags: [])
        let path = try arguments.words("FILE")[0]
        var reader = try RecordingReader(path: path, from: arguments.number("from") ?? 0)
        var moments: [RecordedMoment] = []
        let count = try arguments.number("count") ?? .max
        while moments.count < count, let moment = try reader.next() { moments.append(moment) }
        report(reader.faults, of: path)
        var timeline = ModelTimeline(moments, title: arguments.last("title"))
        if let width = try arguments.number("width") { timeline.width = Double(width) }
        if let limit = try arguments.number("limit") { timeline.limit = limit }
        output(timeline.svg)
    }

    func approve(_ words: [String]) throws {
        let arguments = try Arguments(words, valued: [], flags: ["revoke"])
        guard arguments.words.count > 1 else {
            throw Arguments.Misuse(reason: "FILE and the numbers of moments are missing")
        }
        let path = arguments.words[0]
        var session = try Session(path: path)
        guard session.recording.faults.isEmpty else {
            report(session.recording.faults, of: path)
            throw Failure(reason: "\(path): not written again, because lines that cannot be read would be lost")
        }
        let selection = session.selection
        for word in arguments.words.dropFirst() {
            let number = try Arguments.momentNumber(word)
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
        let arguments = try Arguments(words, valued: ["frame", "filter", "import", "name"], flags: [])
        let path = try arguments.words("FILE")[0]
        guard let frame = arguments.last("frame") else { throw Arguments.Misuse(reason: "--frame TYPE is missing") }
        var filters: [String: String] = [:]
        for filter in arguments.all("filter") {
            guard let sign = filter.firstIndex(of: "=") else {
                throw Arguments.Misuse(reason: "--filter wants LENS=EVENT-FILTER, not \(filter)")
            }
            filters[String(filter[..<sign])] = String(filter[filter.index(after: sign)...])
        }
        var export = TestExport(frame: frame, eventFilters: filters, imports: arguments.all("import"))
        if let name = arguments.last("name") { export.name = name }
        let approved = Session(try open(path)).approved
        let missing = export.missingLenses(of: approved)
        guard missing.isEmpty else {
            throw Failure(reason: "\(path): add " + missing.map { "--filter \($0)=…" }.joined(separator: " "))
        }
        guard approved.moments.contains(where: { !$0.isStart }) else {
            throw Failure(reason: "\(path): no moment is approved: cycle-monitor approve \(path) N")
        }
        output(export.source(of: approved))
    }

    func convert(_ words: [String]) throws {
        let path = try Arguments(words, valued: [], flags: []).words("FILE")[0]
        do {
            output(try open(path).jsonLines)
        } catch let error as RecordingError where error.problem == .notARecording {
            output(try Session(ofCycleMonitorAt: path).recording.jsonLines)
        }
    }
}
