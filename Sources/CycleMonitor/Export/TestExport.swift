/// Makes tests of the moments of a recording that were approved: each says that the event leads the application from the frame
/// before to the frame after.
///
///     let tests = TestExport(application: "counter(Options())", imports: ["@testable import counter"])
///     try tests.source(of: session.approved).write(…)
///
/// The tests are Swift Testing's and hold all that they need: a recording that is lost afterwards takes nothing along.
///
/// - Source: the exported tests of CycleMonitor.
public struct TestExport: Hashable, Sendable {
    /// The frame loop, as Swift source.
    public var application: String
    /// Lines such as `@testable import counter`.
    public var imports: [String]
    /// The name of the suite's type.
    public var name: String
    /// Takes secrets out of it first; `nil` leaves them in.
    public var redaction: Redaction? = Redaction()

    /// See the properties.
    public init(application: String, imports: [String] = [], name: String = "ApprovedMomentsTests") {
        self.application = application
        self.imports = imports
        self.name = name
    }

    /// A file of Swift: one suite, and a test for each approved moment that is not a start.
    public func source(of recording: Recording) -> String {
        let recording = redaction.applied(to: recording)
        let moments = recording.moments.filter { $0.isApproved && !$0.isStart }
        let imports = (["import CycleMonitor", "import Testing"] + imports).sorted {
            $0.hasPrefix("@") == $1.hasPrefix("@") ? $0 < $1 : $1.hasPrefix("@")
        }
        return """
            // swift-format-ignore-file
            \(imports.joined(separator: "\n"))

            /// Exported by CycleMonitor: moments that a person has approved.
            @Suite("Approved moments of \(recording.header.createdBy.swiftText)")
            struct \(name) {
            \(moments.map(test).joined(separator: "\n\n"))

            \(check)
            }

            """
    }

    private func test(_ moment: RecordedMoment) -> String {
        """
            @Test("moment \(moment.number), \(moment.lens.swiftText): \(moment.event.text(upTo: 60).swiftText)")
            func moment\(moment.number)() throws {
                try check(
                    \(moment.number), lens: \(moment.lens.debugDescription), \(times(of: moment)),
                    event: \(moment.event.json.rawLiteral),
                    context: \(moment.context.json.rawLiteral),
                    effect: \(moment.effect.json.rawLiteral))
            }
        """
    }

    private func times(of moment: RecordedMoment) -> String {
        "time: \(moment.time.swiftText)" + (moment.wallTime.map { ", wallTime: \($0.swiftText)" } ?? "")
    }

    private var check: String {
        """
            private func check(
                _ number: Int, lens: String, time: Duration, wallTime: Duration? = nil, event: String, context: String,
                effect: String
            ) throws {
                let moment = RecordedMoment(
                    number: number, time: time, wallTime: wallTime, lens: lens, event: try RecordedValue(json: event),
                    context: try RecordedValue(json: context), effect: try RecordedValue(json: effect))
                let recording = Recording(header: RecordingHeader(createdBy: ""), moments: [moment])
                let replay = recording.replay(through: \(application))
                #expect(replay.isExact, "\\(replay)")
            }
        """
    }
}

extension Duration {
    /// As Swift source, to the nanosecond. A whole number of nanoseconds is one of 64 bits there: 292 years.
    fileprivate var swiftText: String {
        let (seconds, attoseconds) = components
        let (nanoseconds, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isAbove) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
        if isOver || isAbove { return ".seconds(\(seconds)) + .nanoseconds(\(attoseconds / 1_000_000_000))" }
        return ".nanoseconds(\(sum))"
    }
}

extension String {
    /// The text as it stands between quotes in Swift.
    fileprivate var swiftText: String { String(debugDescription.dropFirst().dropLast()) }

    /// Between quotes and as many `#` as it takes.
    fileprivate var rawLiteral: String {
        // By bytes, as the compiler reads: a mark behind a `#` leaves it what it is.
        var (longest, run): (Int, Int?) = (0, nil)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
            case UInt8(ascii: "#"): run = run.map { $0 + 1 }
            default: run = nil
            }
            longest = max(longest, run ?? 0)
        }
        let mark = String(repeating: "#", count: longest + 1)
        return "\(mark)\"\(self)\"\(mark)"
    }
}
