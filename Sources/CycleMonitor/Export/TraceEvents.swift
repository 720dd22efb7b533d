/// Writes moments in the Trace Event Format, which Perfetto and `about:tracing` open.
///
/// Each lens is a track with a slice for each event, whose arguments are the event and what it changed. Each number at the top of the
/// frame is a counter. A flow leads from an event to the next one of the same run that changes the frame it left.
///
/// - Source: the Trace Event Format of Chromium's trace viewer: `ph` M, X, C, s and f; `ts` in microseconds.
public struct TraceEvents {
    /// Perfetto shows no slice that is shorter than this.
    private static let sliceDuration = 1

    private let output: (String) -> Void
    private var tracks: [String: Int] = [:]
    private var isFirst = true
    private var run = 0
    /// The place where the last change happened, in this run.
    private var latestChange: (track: Int, time: Int)?
    private var flowCount = 0
    private var counters: [String: String] = [:]

    /// - Parameter output: Is called with pieces of the file, in order.
    public init(output: @escaping (String) -> Void) {
        self.output = output
        output("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    }

    /// Writes one more moment. Each start begins another process.
    public mutating func append(_ moment: RecordedMoment) {
        // A part of a run has no start.
        if moment.isStart || run == 0 {
            run += 1
            tracks = [:]
            counters = [:]
            latestChange = nil
            write(["ph": .string("M"), "name": .string("process_name"), "args": .named("name", .string("run \(run)"))])
        }
        let time = moment.time.inMicroseconds
        let name = moment.event.description.prefixed(100)
        let track = track(of: moment.lens)
        var arguments = [JSON.Field(key: "event", value: moment.event.value)]
        let changes = moment.isStart ? [] : moment.context.differences(to: moment.effect).map { JSON.string("\($0)") }
        if !changes.isEmpty { arguments.append(JSON.Field(key: "changes", value: .array(changes))) }
        write([
            "ph": .string("X"), "name": .string(name.isEmpty ? "event" : name), "cat": .string(moment.lens),
            "ts": .number("\(time)"), "dur": .number("\(Self.sliceDuration)"), "tid": .number("\(track)"),
            "args": .object(arguments.sorted { $0.key < $1.key }),
        ])
        if moment.isStart || moment.changesFrame {
            connect(toChangeAt: time, on: track)
            count(moment.effect.value, at: time)
        }
    }

    /// Writes the end of the file.
    public func end() {
        output("\n]}\n")
    }

    private mutating func track(of lens: String) -> Int {
        if let track = tracks[lens] { return track }
        let track = tracks.count + 1
        tracks[lens] = track
        write([
            "ph": .string("M"), "name": .string("thread_name"), "tid": .number("\(track)"),
            "args": .named("name", .string(lens)),
        ])
        return track
    }

    private mutating func connect(toChangeAt time: Int, on track: Int) {
        defer { latestChange = (track, time) }
        guard let latestChange, latestChange.track != track else { return }
        flowCount += 1
        let flow: [String: JSON] = [
            "name": .string("frame"), "cat": .string("frame"), "id": .number("\(flowCount)"),
        ]
        write(
            flow.merging([
                "ph": .string("s"), "ts": .number("\(latestChange.time)"), "tid": .number("\(latestChange.track)"),
            ]) { $1 })
        write(
            flow.merging([
                "ph": .string("f"), "bp": .string("e"), "ts": .number("\(time)"), "tid": .number("\(track)"),
            ]) { $1 })
    }

    private mutating func count(_ frame: JSON, at time: Int) {
        guard case .object(let fields) = frame else { return }
        for field in fields {
            guard case .number(let digits) = field.value, counters.updateValue(digits, forKey: field.key) != digits
            else { continue }
            write([
                "ph": .string("C"), "name": .string(field.key), "ts": .number("\(time)"),
                "args": .named("value", field.value),
            ])
        }
    }

    private mutating func write(_ fields: [String: JSON]) {
        let all = fields.merging(["pid": .number("\(run)")]) { $1 }
        let event = JSON.object(all.map { JSON.Field(key: $0, value: $1) }.sorted { $0.key < $1.key })
        output((isFirst ? "\n" : ",\n") + event.text)
        isFirst = false
    }
}

extension JSON {
    fileprivate static func named(_ name: String, _ value: JSON) -> JSON { .object([Field(key: name, value: value)]) }
}

extension Duration {
    fileprivate var inMicroseconds: Int {
        Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
    }
}

extension String {
    fileprivate func prefixed(_ limit: Int) -> String { count > limit ? prefix(limit - 1) + "…" : self }
}
