import CycleDrivers
import TestSupport
import Testing

@Suite("The lines of a stream")
struct StreamLinesTests {
    @Test("a line comes when its end does, wherever pieces are cut, also inside of a character", arguments: 1..<12)
    func pieces(_ count: Int) {
        let bytes = Array("PUT é\r\n\nGET 😀\nhalf".utf8)
        var lines = StreamLines()
        var taken: [String] = []
        for start in stride(from: 0, to: bytes.count, by: count) {
            taken += lines.take(bytes[start..<min(start + count, bytes.count)])
        }
        #expect(taken == ["PUT é", "", "GET 😀"])
        #expect(lines.finish() == "half" && lines.finish() == nil && lines == StreamLines())
    }

    @Test("a line without an end does not gather, whatever the limit is")
    func limit() {
        for (limit, taken) in [(4, 4), (1, 1), (0, 1), (.min, 1)] {
            var lines = StreamLines(limit: limit)
            #expect(lines.limit == taken && lines.take([UInt8](repeating: 65, count: 1_000)).count >= 900 / taken)
            #expect(lines.finish()?.utf8.count == taken)
        }
    }

    @Test("a line that has begun survives its JSON")
    func coding() throws {
        var lines = StreamLines(limit: 9)
        #expect(lines.take(Array("a\nb".utf8)) == ["a"])
        try expectSameAgain(lines)
        var again = try copy(lines)
        #expect(again.take([10]) == ["b"])
    }
}
