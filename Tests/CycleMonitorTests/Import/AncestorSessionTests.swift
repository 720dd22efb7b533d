import CycleMonitor
import Foundation
import TestSupport
import Testing

@Suite("Sessions of CycleMonitor, the ancestor")
struct AncestorSessionTests {
    private static func moment(_ before: Int, _ after: Int) -> [String: Any] {
        let toggler = ["label": "toggler", "action": "incrementing", "id": "t1"]
        return [
            "drivers": [["label": "shakes", "action": "", "id": "s1"], toggler], "cause": toggler,
            "context": "{\n  \"total\" : \"\(before)\"\n}", "effect": "{\"total\":\"\(after)\"}",
        ]
    }

    private static var timeline: [String: Any] { ["selectedIndex": 1, "events": [moment(10, 11), moment(11, 12)]] }

    private func open(_ data: Data) throws -> MonitorSession {
        let folder = try Folder()
        let path = try folder.file("timeline")
        try data.write(to: URL(fileURLWithPath: path))
        return try MonitorSession(ofCycleMonitorAt: path)
    }

    private func check(_ session: MonitorSession, count: Int, selection: Int?) throws {
        #expect(session.moments.count == count)
        #expect(session.selection == selection)
        let first = try #require(session.moments.first)
        #expect("\(first.lens) \(first.context) \(first)" == "toggler total: 10 incrementing -> total: 11")
        #expect(!first.isStart)
    }

    @Test(
        "are read from property lists, binary ones and XML",
        arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func propertyLists(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: Self.timeline, format: format, options: 0)
        try check(open(data), count: 2, selection: 1)
    }

    @Test("are read from JSON: a timeline, a list of moments, and one moment")
    func json() throws {
        try check(open(JSONSerialization.data(withJSONObject: Self.timeline)), count: 2, selection: 1)
        var unselected = Self.timeline
        unselected["selectedIndex"] = ""
        try check(open(JSONSerialization.data(withJSONObject: unselected)), count: 2, selection: nil)
        let moments = [Self.moment(10, 11)]
        try check(open(JSONSerialization.data(withJSONObject: moments)), count: 1, selection: nil)
        try check(open(JSONSerialization.data(withJSONObject: moments[0])), count: 1, selection: nil)
    }

    @Test("are written and read again as sessions of today")
    func written() throws {
        let session = try open(JSONSerialization.data(withJSONObject: Self.timeline))
        let folder = try Folder()
        let path = try folder.file("session.jsonl")
        try session.write(to: path)
        let again = try MonitorSession(path: path)
        #expect(again.moments == session.moments)
        #expect(again.selection == 1)
    }

    @Test("are refused where they are something else", arguments: ["", "{}", "hello", "bplist00", #"{"events":[{}]}"#])
    func refused(_ text: String) throws {
        let error = #expect(throws: RecordingError.self) { try open(Data(text.utf8)) }
        #expect(error?.problem == .notARecording)
    }
}
