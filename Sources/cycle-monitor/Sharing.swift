import CycleDrivers
import CycleInspector
import CycleMonitor

// Commands that write a recording in another form, to be opened elsewhere.
extension Program {
    func trace(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["path"], flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        var reader = try RecordingReader(path: path)
        var trace = TraceEvents(redaction: try redaction(arguments), output: output)
        while let moment = try reader.next() { trace.append(moment) }
        trace.end()
        report(reader.faults, of: path)
    }

    func spans(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["path"], flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        var reader = try RecordingReader(path: path)
        var spans = SpanLines(program: reader.header.createdBy, redaction: try redaction(arguments)) {
            output($0 + "\n")
        }
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
        let arguments = try CommandLineArguments(words, valued: ["columns", "rows", "path"], flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        let recording = try IndexedRecording(path: path)
        report(recording.faults, of: path)
        let redaction = try redaction(arguments)
        let moments: any InspectedMoments = redaction.map { RedactedMoments(recording, by: $0) } ?? recording
        let (columns, rows) = (try arguments.number("columns") ?? 100, try arguments.number("rows") ?? 30)
        return (path, TerminalFilm(playing: moments, named: .recording(path: path), columns: columns, rows: rows))
    }

    func page(_ words: [String]) throws {
        let arguments = try CommandLineArguments(
            words, valued: Self.choice.union(["title", "path"]), flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        var page = RecordingPage(title: arguments.last("title") ?? Inspection.Subject.recording(path: path).name)
        page.redaction = try redaction(arguments)
        output(page.html(of: try part(of: path, arguments)))
    }

    func markdown(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["title", "path", "count"], flags: ["secrets"])
        let path = try arguments.words("FILE")[0]
        var report = RecordingReport(title: arguments.last("title") ?? Inspection.Subject.recording(path: path).name)
        report.redaction = try redaction(arguments)
        if let count = try arguments.number("count") { report.limit = count }
        output(report.markdown(of: try open(path)))
    }

    func redact(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: ["path"], flags: [])
        let path = try arguments.words("FILE")[0]
        output(try redaction(arguments).applied(to: open(path)).jsonLines)
    }

    /// The redaction of a recording that is to be given away: `nil` where the command says that its secrets stay.
    func redaction(_ arguments: CommandLineArguments) throws -> Redaction? {
        do {
            let redaction = try Redaction(paths: arguments.all("path"))
            return arguments.has("secrets") ? nil : redaction
        } catch {
            throw CommandLineArguments.Misuse(reason: "--path: \(error.reason)")
        }
    }

    /// A part of a recording, which is a recording.
    func trim(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: Self.choice, flags: [])
        output(try part(of: arguments.words("FILE")[0], arguments).jsonLines)
    }

    /// The options that choose moments.
    private static let choice: Set = ["from", "count", "lens", "hide", "where"]

    /// The moments that the options choose.
    private func part(of path: String, _ arguments: CommandLineArguments) throws -> Recording {
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
        return Recording(header: reader.header, moments: moments, faults: reader.faults)
    }

    /// Several recordings as one, in the order of their times of day where all have one. A lens has the name of its recording before its own:
    /// programs of one system have lenses of one name.
    func merge(_ words: [String]) throws {
        let arguments = try CommandLineArguments(words, valued: [], flags: [])
        guard arguments.words.count > 1 else {
            throw CommandLineArguments.Misuse(reason: "two FILEs or more are missing")
        }
        let recordings = try arguments.words.map(open)
        let moments = zip(recordingNames(of: arguments.words), recordings).flatMap { name, recording in
            recording.moments.map { named($0, name) }
        }
        let isTimed = moments.allSatisfy { $0.wallTime != nil }
        let start = moments.compactMap(\.wallTime).min()
        let timed = moments.map { moment in
            var moment = moment
            // Each program counts from its own start.
            if isTimed, let start, let time = moment.wallTime { moment.time = time - start }
            return moment
        }
        let sorted = timed.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        let merged = sorted.enumerated().map { number, entry in
            var moment = entry.element
            moment.number = number
            return moment
        }
        output(Recording(header: recordings[0].header, moments: merged).jsonLines)
    }

    private func named(_ moment: RecordedMoment, _ name: String) -> RecordedMoment {
        var moment = moment
        if moment.isStart { moment.event = RecordedValue(name) } else { moment.lens = "\(name) \(moment.lens)" }
        return moment
    }

    /// The names of files without their folders and `.jsonl`; with their folders where two files have one name.
    private func recordingNames(of paths: [String]) -> [String] {
        let suffix = ".jsonl"
        let whole = paths.map { $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0 }
        let short = whole.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return Set(short).count == short.count ? short : whole
    }
}
