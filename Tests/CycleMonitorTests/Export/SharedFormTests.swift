import CycleBase
import CycleMonitor
import Foundation
import Testing

@Suite("Recordings in other forms")
struct SharedFormTests {
    private let recording = SessionTests.recording("+x+")

    private func hostile() throws -> Recording {
        let text = "</script><script>alert(1)</script><!-- \u{1B}[31m \u{202E} ``` | [x](javascript:1)"
        let value = try RecordedValue(json: #"{"text":\#(JSONText.quoted(text))}"#)
        let moment = RecordedMoment(
            number: 0, time: .zero, lens: text, event: value, context: value, effect: value)
        return Recording(header: RecordingHeader(createdBy: text), moments: [moment])
    }

    @Test("a trace is JSON: a track a lens, a slice an event with what it changed, a counter a number")
    func trace() throws {
        var text = ""
        var trace = TraceEvents { text += $0 }
        for moment in recording.moments { trace.append(moment) }
        trace.end()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let events = try #require(object["traceEvents"] as? [[String: Any]])
        let names = { (kind: String) in
            events.filter { $0["ph"] as? String == kind }.compactMap { $0["name"] as? String }
        }
        #expect(names("X") == ["start", "key(+)", "key(x)", "key(+)"])
        #expect(names("C") == ["total", "total", "total"])
        #expect(names("M") == ["process_name", "thread_name", "thread_name"])
        #expect(names("s").count == 1 && names("f").count == 1)
        let slices = events.filter { $0["ph"] as? String == "X" }
        #expect(slices.compactMap { $0["ts"] as? Int } == [0, 0, 1_000_000, 2_000_000])
        #expect((slices[3]["args"] as? [String: Any])?["changes"] as? [String] == ["frame.total: 1 -> 2"])
    }

    @Test("a report shows figures, the last moments with their changes, and the last frame")
    func report() {
        var report = RecordingReport(title: "wrong total")
        report.limit = 2
        let text = report.markdown(of: recording)
        #expect(text.hasPrefix("# wrong total\n\nRecorded by tests: 4 moments in 2.0 s.\n"))
        #expect(text.contains("| Keys | 3 | 2 |"))
        #expect(
            !text.contains("- **1**")
                && text.contains("- **3** 2.0 s, Keys: key\\(\\+\\)\n  - frame.total: 1 \\-\\> 2\n"))
        #expect(text.hasSuffix("## Last frame\n\n```json\n{\"total\":2}\n```\n"))
    }

    @Test("no text of a recording is markup in a report, or leaves its fence")
    func hostileReport() throws {
        let text = RecordingReport(title: "x").markdown(of: try hostile())
        #expect(!text.contains("<script") || text.contains("\\<script"))
        #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
        #expect(text.contains("````json\n"))
    }

    @Test("no text of a recording ends the element of a page that holds it")
    func hostilePage() throws {
        let html = RecordingPage(title: "</title><script>alert(2)</script>").html(of: try hostile())
        #expect(html.components(separatedBy: "<script").count == 4)
        #expect(html.components(separatedBy: "</script").count == 4)
        #expect(!html.contains("<!--"))
        #expect(!html.contains("http://") && !html.contains("https://"))
        #expect(html.contains("default-src 'none'"))
    }
}

private enum JSONText {
    static func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map {
                $0.value < 0x20 || $0 == "\"" || $0 == "\\"
                    ? "\\u00" + String($0.value + 0x100, radix: 16).dropFirst() : String($0)
            }.joined() + "\""
    }
}
