import CycleBase

/// Writes moments in the Trace Event Format, which Perfetto and `about:tracing` open.
///
/// Each lens is a track with a slice for each event, whose arguments are the event and what it changed. Each number at the top of the
/// frame is a counter. A flow leads from an event to the next one of the same run that changes the frame it left.
///
/// A recording does not tell what drivers were to do. Where the application computes it, each request, timer and file is a slice of
/// its own, from the moment that asked for it to the one that does not any more, and the answers are instants on it:
///
///     var trace = TraceEvents(through: NextFrame(in: counter(options))) { print($0, terminator: "") }
///
/// - Source: the Trace Event Format of Chromium's trace viewer: `ph` M, X, C, s, f, b, n and e; `ts` in microseconds.
public struct TraceEvents {
    /// Perfetto shows no slice that is shorter than this.
    private static let sliceDuration = 1

    private let output: (String) -> Void
    private let application: NextFrame?
    private let redaction: Redaction?
    private var tracks: [String: Int] = [:]
    /// The number of tracks of all runs: Perfetto takes a thread for the same one in every process.
    private var trackCount = 0
    private var wants = TraceWants()
    private var latestTime = 0
    private var isFirst = true
    private var run = 0
    /// The place where the last change happened, in this run.
    private var latestChange: (track: Int, time: Int)?
    private var flowCount = 0
    private var counters: [String: String] = [:]

    /// - Parameters:
    ///   - application: Computes what its drivers were to do; without it there are no slices of requests, timers and files.
    ///   - redaction: Takes secrets out of all moments and models; `nil` leaves them in.
    ///   - output: Is called with pieces of the file, in order.
    public init(
        through application: NextFrame? = nil, redaction: Redaction? = Redaction(), output: @escaping (String) -> Void
    ) {
        (self.application, self.redaction, self.output) = (application, redaction, output)
        output("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    }

    /// Writes one more moment. Each start begins another process.
    public mutating func append(_ moment: RecordedMoment) {
        let isNew = moment.isStart || moment.changesFrame || run == 0
        append(moment, models: isNew ? application?.models(of: moment.effect) : nil)
    }

    /// - Parameter models: Of the drivers after the moment; `nil` where they are as before, or not known.
    package mutating func append(_ moment: RecordedMoment, models: [String: RecordedValue]?) {
        let moment = redaction.applied(to: moment)
        let models = models?.mapValues { redaction?.value($0) ?? $0 }
        // A part of a run has no start.
        if moment.isStart || run == 0 {
            endWants()
            run += 1
            tracks = [:]
            counters = [:]
            latestChange = nil
            write(["ph": .string("M"), "name": .string("process_name"), "args": .named("name", .string("run \(run)"))])
        }
        let time = moment.time.count(of: .microseconds(1))
        latestTime = time
        let name = moment.event.description.shortened(to: 100)
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
        for want in wants.answered(by: moment.event, of: moment.lens) {
            write(want, "n", ["args": .named("event", moment.event.value)])
        }
        guard let models else { return }
        let (ended, begun) = wants.take(models)
        for want in ended { write(want, "e") }
        for want in begun { write(want, "b", ["args": .named("want", want.value)]) }
    }

    /// Writes the end of the file.
    public mutating func end() {
        endWants()
        output("\n]}\n")
    }

    /// Wants that are left at the end of a run end with it.
    private mutating func endWants() {
        for want in wants.take([:]).ended { write(want, "e") }
    }

    /// A viewer joins what has the same category, identity and name.
    private mutating func write(_ want: TraceWants.Want, _ phase: String, _ more: [String: JSON] = [:]) {
        let identity = want.identity.string ?? want.identity.text
        let name = [want.action, identity].compactMap { $0 }.joined(separator: " ").shortened(to: 100)
        write(
            more.merging([
                "ph": .string(phase), "name": .string("\(want.lens): \(name)"), "cat": .string(want.lens),
                "id": .string("\(run) \(want.lens) \(name)"), "ts": .number("\(latestTime)"),
                "tid": .number("\(track(of: want.lens))"),
            ]) { $1 })
    }

    private mutating func track(of lens: String) -> Int {
        if let track = tracks[lens] { return track }
        trackCount += 1
        let track = trackCount
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
