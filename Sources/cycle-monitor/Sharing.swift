import CycleDrivers
import CycleInspector
import CycleMonitor

// Commands that write a recording in another form, to be opened elsewhere.
extension Program {
    func trace(_ words: [String]) throws {
        let path = try CommandLineArguments(words, valued: [], flags: []).words("FILE")[0]
        var reader = try RecordingReader(path: path)
        var trace = TraceEvents(output: output)
        while let moment = try reader.next() { trace.append(moment) }
        trace.end()
        report(reader.faults, of: path)
    }

    func spans(_ words: [String]) throws {
        let path = try CommandLineArguments(words, valued: [], flags: []).words("FILE")[0]
        var reader = try RecordingReader(path: path)
        var spans = SpanLines(program: reader.header.createdBy) { output($0 + "\n") }
        while let moment = try reader.next() { spans.append(moment) }
        report(reader.faults, of: path)
    }

    /// The monitor while it plays a recording, for players of terminals.
    func cast(_ words: [String]) throws {
        let (path, film) = try film(words)
        output(film.asciicast(title: path))
    }

    func movie(_ words: [String]) throws { output(try film(words).film.svg()) }

    private func film(_ words: [String]) throws -> (path: String, film: TerminalFilm) {
        let arguments = try CommandLineArguments(words, valued: ["columns", "rows"], flags: [])
        let path = try arguments.words("FILE")[0]
        let moments = try IndexedRecording(path: path)
        for fault in moments.faults { complain("\(path): \(fault)") }
        let (columns, rows) = (try arguments.number("columns") ?? 100, try arguments.number("rows") ?? 30)
        return (path, TerminalFilm(playing: moments, named: .recording(path: path), columns: columns, rows: rows))
    }

    func page(_ words: [String]) throws {
        let (path, title, recording) = try shared(words)
        output(RecordingPage(title: title ?? Inspection.Subject.recording(path: path).name).html(of: recording))
    }

    func markdown(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["title", "path", "count"], flags: ["secrets"])
        let (path, title, recording) = try shared(words, valued: ["count"])
        var report = RecordingReport(title: title ?? Inspection.Subject.recording(path: path).name)
        if let count = try arguments.number("count") { report.limit = count }
        output(report.markdown(of: recording))
    }

    /// A recording that is to be given away: without its secrets, unless the command says otherwise.
    private func shared(
        _ words: [String], valued: Set<String> = []
    ) throws -> (path: String, title: String?, Recording) {
        let arguments = try CommandLineArguments(words, valued: valued.union(["title", "path"]), flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        let recording = try open(path)
        let redaction = try redaction(arguments)
        return (path, arguments.last("title"), arguments.has("secrets") ? recording : redaction.applied(to: recording))
    }

    func redact(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["path"], flags: [])
        let path = try arguments.words("FILE")[0]
        output(try redaction(arguments).applied(to: open(path)).jsonLines)
    }

    private func redaction(_ arguments: CommandLineArguments) throws -> Redaction {
        do {
            return try Redaction(paths: arguments.all("path"))
        } catch {
            throw CommandLineArguments.Misuse(reason: "--path: \(error.reason)")
        }
    }

    /// A part of a recording, which is a recording.
    func trim(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["from", "count", "lens", "hide", "where"], flags: [])
        let path = try arguments.words("FILE")[0]
        let condition = try predicate(arguments)
        var reader = try RecordingReader(path: path, from: arguments.number("from") ?? 0)
        let count = try arguments.number("count") ?? .max
        let filter = Inspection.Filter(arguments)
        var moments: [RecordedMoment] = []
        while moments.count < count, let moment = try reader.next() {
            guard moment.isStart || filter.lists(lens: moment.lens) else { continue }
            if let condition, !condition.holds(for: moment.effect) { continue }
            moments.append(moment)
        }
        report(reader.faults, of: path)
        output(Recording(header: reader.header, moments: moments).jsonLines)
    }

    /// Several recordings as one, in the order of their wall times.
    func merge(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: [], flags: [])
        guard arguments.words.count > 1 else {
            throw CommandLineArguments.Misuse(reason: "two FILEs or more are missing")
        }
        let recordings = try arguments.words.map(open)
        let moments = recordings.enumerated().flatMap { file, recording in
            recording.moments.map { (file: file, moment: $0) }
        }
        let isTimed = moments.allSatisfy { $0.moment.wallTime != nil }
        let sorted = moments.sorted { left, right in
            let times =
                isTimed
                ? (left.moment.wallTime ?? .zero, right.moment.wallTime ?? .zero)
                : (left.moment.time, right.moment.time)
            return (times.0, left.file, left.moment.number) < (times.1, right.file, right.moment.number)
        }
        let numbered = sorted.enumerated().map { index, entry in
            var moment = entry.moment
            moment.number = index
            return moment
        }
        output(Recording(header: recordings[0].header, moments: numbered).jsonLines)
    }
}
