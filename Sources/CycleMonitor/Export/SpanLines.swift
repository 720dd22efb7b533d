import CycleBase

/// Writes moments as spans in OpenTelemetry's JSON, a line each, which the collector's file receiver and its OTLP/HTTP
/// endpoint take.
///
///     {"resourceSpans":[{"resource":{…},"scopeSpans":[{"scope":{"name":"cycle"},"spans":[{…}]}]}]}
///
/// A run is a trace. Each event is a span of its lens, whose parent is the event that led to the frame before it. Spans begin at
/// the time of day where the recording has it, else at the loop's time since 1970.
///
/// - Source: the OTLP file exporter's format, version 1.
public struct SpanLines {
    private let output: (String) -> Void
    private let program: String
    private let redaction: Redaction?
    private var run = 0
    /// The span that led to the frame which the next event finds.
    private var latestChange: String?

    /// - Parameters:
    ///   - program: The name of the service.
    ///   - redaction: Takes secrets out of all moments; `nil` leaves them in.
    ///   - output: Is called with each line.
    public init(program: String, redaction: Redaction? = Redaction(), output: @escaping (String) -> Void) {
        (self.program, self.redaction, self.output) = (redaction.text(program), redaction, output)
    }

    /// Writes one more moment. Each start begins another trace.
    public mutating func append(_ moment: RecordedMoment) {
        let moment = redaction.applied(to: moment)
        if moment.isStart {
            run += 1
            latestChange = nil
        }
        let span = Self.identity("\(program) \(run) \(moment.number)", digits: 16)
        // Unsigned, as the format has it: a signed number ends in the year 2262.
        let start = (moment.wallTime ?? moment.time).wholeNanoseconds
        var attributes = [
            attribute("cycle.lens", .string(moment.lens)), attribute("cycle.event", .string(moment.event.json)),
            attribute("cycle.changes_frame", .bool(moment.isStart || moment.changesFrame)),
        ]
        if !moment.isStart, moment.changesFrame {
            let changes = moment.context.differences(to: moment.effect).map(\.description).joined(separator: "; ")
            attributes.append(attribute("cycle.changes", .string(changes)))
        }
        var fields: [String: JSON] = [
            "traceId": .string(Self.identity("\(program) \(run)", digits: 32)), "spanId": .string(span),
            "name": .string("\(moment.lens): \(moment.event.text(upTo: 80))"), "kind": .number("1"),
            "startTimeUnixNano": .string("\(start)"),
            "endTimeUnixNano": .string("\(start.addingReportingOverflow(1_000).overflow ? start : start + 1_000)"),
            "attributes": .array(attributes),
        ]
        if let latestChange { fields["parentSpanId"] = .string(latestChange) }
        if moment.isStart || moment.changesFrame { latestChange = span }
        output(line(.fields(fields)))
    }

    private func line(_ span: JSON) -> String {
        let service = JSON.fields(["attributes": .array([attribute("service.name", .string(program))])])
        let spans = JSON.fields(["scope": .fields(["name": .string("cycle")]), "spans": .array([span])])
        let resource = JSON.fields(["resource": service, "scopeSpans": .array([spans])])
        return JSON.fields(["resourceSpans": .array([resource])]).text
    }

    private func attribute(_ key: String, _ value: JSON) -> JSON {
        let kind = if case .bool = value { "boolValue" } else { "stringValue" }
        return .fields(["key": .string(key), "value": .fields([kind: value])])
    }

    /// The same digits for the same text: FNV-1a, once for each half.
    private static func identity(_ text: String, digits: Int) -> String {
        (0..<digits / 16).map { half in
            let hash = "\(half) \(text)".utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

extension JSON {
    fileprivate static func fields(_ fields: [String: JSON]) -> JSON {
        .object(fields.map { Field(key: $0, value: $1) }.sorted { $0.key < $1.key })
    }
}
