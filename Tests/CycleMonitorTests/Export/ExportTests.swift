import CycleMonitor
import Foundation
import Testing

@Suite("Exported tests")
struct ExportTests {
    private let export = TestExport(
        application: #"VirtualTime().counter("")"#, imports: ["import CycleTesting"], name: "ApprovedCounterTests")

    private func session() -> MonitorSession {
        var session = MonitorSession(SessionTests.recording("+-x+"))
        for index in [0, 1, 3] {
            session.select(index)
            session.approve()
        }
        return session
    }

    @Test("are what stands in ApprovedCounterTests.swift, which is compiled and passes")
    func golden() throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("ApprovedCounterTests.swift")
        let source = export.source(of: session().approved)
        let expected = FileManager.default.contents(atPath: golden.path).map { String(decoding: $0, as: UTF8.self) }
        let rewritten = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
            "ApprovedCounterTests.swift")
        if source != expected { try Data(source.utf8).write(to: rewritten) }
        #expect(source == expected, "look at \(rewritten.path); if it is right, copy it to \(golden.path)")
    }

    @Test("hold any text as a Swift literal")
    func literals() throws {
        var session = session()
        session.select(1)
        let evil = "\"# \\ \n \"##"
        try session.editEvent(to: RecordedValue(evil))
        session.approve()
        let source = export.source(of: session.approved)
        #expect(source.contains(####"event: ###""\"# \\ \n \"##""###,"####))
        #expect(source.contains(###"@Test("moment 1, Keys: \"# \\ \n \"##")"###))
    }
}

@Suite("Swift source of a value")
struct SwiftSourceTests {
    private enum Mode { case browsing, adding(title: String, at: Int), failed(String), both(Int, Int) }

    private struct Frame {
        struct Item { var id: Int, title: String }
        struct Nothing {}

        var items = [Item(id: 1, title: "a \"b\"\n")]
        var modes: [Mode] = [.browsing, .adding(title: "x", at: 2), .failed("y"), .both(1, 2)]
        var note: String?
        var more: Int? = 3
        var numbers: [Double] = [1, 0.5, .infinity, .nan]
        var entries = ["b": 2, "a": 1]
        var none: [String: Int] = [:]
        var tags: Set<String> = ["z"]
        var pair = (1, label: true)
        var key: Character = "k"
        var nothing = Nothing()
    }

    @Test("is the expression that makes it")
    func all() {
        #expect(
            swiftSource(of: Frame()) == """
                Frame(items: [Item(id: 1, title: "a \\"b\\"\\n")], \
                modes: [.browsing, .adding(title: "x", at: 2), .failed("y"), .both(1, 2)], note: nil, more: 3, \
                numbers: [1.0, 0.5, .infinity, .nan], entries: ["a": 1, "b": 2], none: [:], tags: ["z"], \
                pair: (1, label: true), key: "k", nothing: Nothing())
                """)
    }

    @Test("is a literal for what has one")
    func literals() {
        #expect(swiftSource(of: 5) == "5")
        #expect(swiftSource(of: "a\\") == #""a\\""#)
        #expect(swiftSource(of: Int?.none as Any) == "nil")
        #expect(swiftSource(of: -Double.infinity) == "-.infinity")
    }
}
