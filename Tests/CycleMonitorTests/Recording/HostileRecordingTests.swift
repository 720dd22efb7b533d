import CycleBase
import CycleMonitor
import Foundation
import TestSupport
import Testing

/// Recordings that somebody has made to end, hang or fill the program that reads them.
@Suite("Hostile recordings")
struct HostileRecordingTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private static let header = #"{"format":"cycle-recording","version":2,"createdBy":"x"}"#

    private static func start(_ frame: String) -> String {
        #"{"seq":0,"time":0.0,"lens":"start","event":"start","effect":\#(frame)}"#
    }

    private static func line(_ number: Int, _ changes: [String]) -> String {
        #"{"seq":\#(number),"time":1.0,"lens":"c","event":"e","change":[\#(changes.joined(separator: ","))]}"#
    }

    private func read(_ lines: [String], _ limits: RecordingLimits = RecordingLimits()) throws -> Recording {
        try Recording(path: try folder.file(UUID().uuidString, lines.joined(separator: "\n") + "\n"), limits: limits)
    }

    /// Copies the frame into itself, `count` times in one line.
    private func doubling(_ count: Int) -> [String] {
        [
            Self.header, Self.start(#"{"a":1}"#),
            Self.line(1, (0..<count).map { #"{"op":"copy","from":"","path":"/c\#($0)"}"# }),
        ]
    }

    @Test(
        "a frame that a line doubles by copies is refused where it would be longer than a line",
        arguments: [22, 40, 400])
    func copies(count: Int) throws {
        let recording = try read(doubling(count))
        #expect(recording.moments.count == 1)
        #expect(recording.faults.map(\.reason) == ["its frame is too long"])
    }

    @Test("a recorder continues a recording with such a line, and numbers its moments behind it")
    func continued() throws {
        let path = try folder.file("bomb.jsonl", doubling(40).joined(separator: "\n") + "\n")
        #expect(throws: Never.self) { _ = try Recorder(appendingTo: path) }
    }

    @Test("copies that stay short take no more time than the limit of the file allows")
    func work() throws {
        let long = String(repeating: "x", count: 100_000)
        let changes = [#"{"op":"copy","from":"/a","path":"/b"}"#, #"{"op":"remove","path":"/b"}"#]
        let lines = [Self.header, Self.start(#"{"a":"\#(long)"}"#)] + (1...4_000).map { Self.line($0, changes) }
        let recording = try read(lines, RecordingLimits(byteCount: 2 << 20))
        #expect(recording.faults.contains { $0.reason == "its changes copy too much" })
        #expect(recording.moments.count > 300)
    }

    @Test("a frame that copies nest is refused where a line of another recording could not hold it")
    func depth() throws {
        var lines = [Self.header, Self.start(#"{"a":0}"#)]
        for step in 0..<16 {
            let path = String(repeating: "/a", count: 1 << step)
            lines.append(Self.line(step + 1, [#"{"op":"copy","from":"","path":"\#(path)"}"#]))
        }
        let recording = try read(lines)
        #expect(recording.moments.count == 9)
        #expect(recording.faults.first?.reason == "it is nested too deep")
        #expect(recording.faults.count == 8)
    }

    @Test("a frame as deep as a line can hold is written again, whole and in changes, so that it can be read")
    func deepest() throws {
        var accepted = 0
        for depth in 500...520 {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let recording = try read([
                Self.header, Self.start(deep), Self.line(1, [#"{"op":"replace","path":"","value":1}"#]),
                Self.line(2, [#"{"op":"replace","path":"","value":\#(deep)}"#]),
            ])
            guard recording.faults.isEmpty else { continue }
            accepted = depth
            let again = try read(Redaction().applied(to: recording).jsonLines.split(separator: "\n").map(String.init))
            #expect(again.faults.map(\.reason) == [], "\(depth)")
            #expect(again.moments == recording.moments, "\(depth)")
        }
        #expect(accepted == 508)
    }

    @Test("60,000 fields that a line adds one by one are read, and an endless shifting is refused")
    func adds() throws {
        let added = (0..<60_000).map { #"{"op":"add","path":"/k\#(100_000 + $0)","value":1}"# }
        let recording = try read([Self.header, Self.start("{}"), Self.line(1, added)])
        #expect(recording.faults.isEmpty && recording.moments.count == 2)
        let shifted = (0..<60_000).map { _ in #"{"op":"add","path":"/0","value":1}"# }
        let other = try read([Self.header, Self.start("[]"), Self.line(1, shifted)])
        #expect(other.faults.map(\.reason) == ["its changes move too much"])
    }

    @Test("times that no clock has reached are exported, and none traps")
    func times() throws {
        let recording = try read([
            Self.header,
            #"{"seq":0,"time":0.0,"wallTime":99999999999,"lens":"start","event":"start","effect":{"a":1}}"#,
            #"{"seq":1,"time":99999999999,"wallTime":9999999999,"lens":"c","event":"e","effect":{"a":2},"approved":true}"#,
        ])
        #expect(recording.faults.isEmpty)
        var lines: [String] = []
        var spans = SpanLines(program: "x") { lines.append($0) }
        for moment in recording.moments { spans.append(moment) }
        #expect(lines.count == 2)
        #expect(lines[0].contains("\"startTimeUnixNano\":\"18446744073709551615\""))
        #expect(lines[1].contains("\"startTimeUnixNano\":\"9999999999000000000\""))
        let source = TestExport(application: "application()").source(of: recording)
        #expect(source.contains(".seconds(99999999999) + .nanoseconds(0)"))
        var trace = ""
        var events = TraceEvents { trace += $0 }
        for moment in recording.moments { events.append(moment) }
        events.end()
        #expect(trace.contains("99999999999000000"))
    }
}
