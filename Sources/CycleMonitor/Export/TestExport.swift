/// Makes tests of the moments of a recording that were approved: each says that the event, applied to the frame before,
/// leads to the frame after.
///
///     let tests = TestExport(
///         frame: "Counter", eventFilters: ["console": "counted"], imports: ["@testable import counter"])
///     try tests.source(of: session.approved).write(…)
///
/// The tests are Swift Testing's and hold all that they need: a recording that is lost afterwards takes nothing along.
///
/// - Source: the exported tests of CycleMonitor.
public struct TestExport: Hashable, Sendable {
    /// The type of the frame, as Swift source.
    public var frame: String
    /// The event-filter of each lens, as Swift source.
    public var eventFilters: [String: String]
    /// Lines such as `@testable import counter`.
    public var imports: [String]
    /// The name of the suite's type.
    public var name: String

    public init(
        frame: String, eventFilters: [String: String], imports: [String] = [], name: String = "ApprovedMomentsTests"
    ) {
        self.frame = frame
        self.eventFilters = eventFilters
        self.imports = imports
        self.name = name
    }

    /// The lenses of approved moments that have no event-filter here.
    public func missingLenses(of recording: Recording) -> [String] {
        Set(moments(of: recording).map(\.lens)).subtracting(eventFilters.keys).sorted()
    }

    /// A file of Swift: one suite, and a test for each approved moment that is not a start.
    public func source(of recording: Recording) -> String {
        let moments = moments(of: recording).filter { eventFilters[$0.lens] != nil }
        let imports = (["import CycleMonitor", "import Testing"] + imports).sorted {
            $0.hasPrefix("@") == $1.hasPrefix("@") ? $0 < $1 : $1.hasPrefix("@")
        }
        return """
            // swift-format-ignore-file
            \(imports.joined(separator: "\n"))

            /// Exported by CycleMonitor: moments that somebody has looked at and approved.
            @Suite("Approved moments of \(recording.header.createdBy.swiftText)")
            struct \(name) {
            \(moments.map(test).joined(separator: "\n\n"))

            \(check)
            }

            """
    }

    private func moments(of recording: Recording) -> [RecordedMoment] {
        recording.moments.filter { $0.isApproved && !$0.isStart }
    }

    private func test(_ moment: RecordedMoment) -> String {
        """
            @Test("moment \(moment.number), \(moment.lens.swiftText): \(moment.event.text(upTo: 60).swiftText)")
            func moment\(moment.number)() throws {
                try check(
                    \(moment.number), lens: \(moment.lens.debugDescription),
                    event: \(moment.event.json.rawLiteral),
                    context: \(moment.context.json.rawLiteral),
                    effect: \(moment.effect.json.rawLiteral))
            }
        """
    }

    private var check: String {
        let filters = eventFilters.sorted { $0.key < $1.key }.map { lens, filter in
            "            RecordedEventFilter(driver: \(lens.debugDescription), \(filter)),"
        }
        return """
                private func check(_ number: Int, lens: String, event: String, context: String, effect: String) throws {
                    let eventFilters: [RecordedEventFilter<\(frame)>] = [
            \(filters.joined(separator: "\n"))
                    ]
                    let moment = RecordedMoment(
                        number: number, time: .zero, lens: lens, event: try RecordedValue(json: event),
                        context: try RecordedValue(json: context), effect: try RecordedValue(json: effect))
                    let recording = Recording(header: RecordingHeader(createdBy: "", lenses: []), moments: [moment])
                    let replay = recording.replay(eventFilters)
                    #expect(replay.isExact, "\\(replay)")
                }
            """
    }
}

extension String {
    /// What can stand between quotes in Swift.
    fileprivate var swiftText: String { String(debugDescription.dropFirst().dropLast()) }

    /// Between quotes and as many `#` as it takes.
    fileprivate var rawLiteral: String {
        var mark = "#"
        while contains("\"" + mark) || contains("\\" + mark) { mark += "#" }
        return "\(mark)\"\(self)\"\(mark)"
    }
}
