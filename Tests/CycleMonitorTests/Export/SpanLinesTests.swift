import CycleMonitor
import Foundation
import Testing

@Suite("SpanLines")
struct SpanLinesTests {
    private struct Line: Decodable {
        struct Resource: Decodable { let scopeSpans: [Scope] }
        struct Scope: Decodable { let spans: [Span] }
        struct Span: Decodable {
            let traceId, spanId, name: String
            let parentSpanId: String?
            let startTimeUnixNano: String
            let attributes: [Attribute]
        }
        struct Attribute: Decodable { let key: String }
        let resourceSpans: [Resource]
        var span: Span? { resourceSpans.first?.scopeSpans.first?.spans.first }
    }

    @Test("writes a span a moment, whose parent is the event that led to its frame")
    func spans() throws {
        var lines: [String] = []
        var spans = SpanLines(program: "counter") { lines.append($0) }
        let recording = SessionTests.recording("+x+")
        for moment in recording.moments + recording.moments { spans.append(moment) }
        let found = try lines.map { try #require(JSONDecoder().decode(Line.self, from: Data($0.utf8)).span) }
        #expect(found.count == 8 && Set(found.map(\.spanId)).count == 8 && Set(found.map(\.traceId)).count == 2)
        #expect(found.allSatisfy { $0.spanId.count == 16 && $0.traceId.count == 32 })
        #expect(found[0].parentSpanId == nil && found[1].parentSpanId == found[0].spanId)
        // The event that changed nothing has led nowhere.
        #expect(found[2].parentSpanId == found[1].spanId && found[3].parentSpanId == found[1].spanId)
        let starts = found.compactMap { Int($0.startTimeUnixNano) }
        #expect(found[3].name == "Keys: key(+)" && starts[3] - starts[1] == 2_000_000_000)
    }
}
