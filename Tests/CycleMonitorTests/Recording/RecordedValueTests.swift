import CycleMonitor
import Testing

@Suite("RecordedValue")
struct RecordedValueTests {
    private struct Sample: Codable, Equatable {
        struct Point: Codable, Equatable {
            var x = 1.5, y = -2
        }

        var name = "a \"b\" /\n\t\u{1}é👍"
        var points = [Point()]
        var place = Point()
        var isDone = false
        var nothing: [String: Int] = [:]
    }

    private enum Event: Codable {
        case key(String)
        case moved(to: Int, Int)
        case ended
    }

    @Test("is the JSON of an Encodable value, with its keys in order")
    func json() {
        #expect(RecordedValue(Sample.Point()).json == #"{"x":1.5,"y":-2}"#)
        #expect(RecordedValue([3, 1]).json == "[3,1]")
        #expect(RecordedValue("a/b").json == #""a/b""#)
        #expect(RecordedValue(Int?.none as Any).json == "null")
    }

    @Test("is the description of a value that is not Encodable, or that cannot be encoded after all")
    func description() {
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }
        #expect(RecordedValue(Character("+")).json == #""+""#)
        #expect(RecordedValue(Broken()).json == #""Broken()""#)
        #expect(RecordedValue(Character("\u{1}")).json == #""\u0001""#)
    }

    @Test("decodes into what it was, not-a-number too")
    func decoding() throws {
        #expect(try RecordedValue(Sample()).decoded() == Sample())
        let numbers: [Double] = try RecordedValue([Double.nan, .infinity, -.infinity]).decoded()
        #expect(numbers[0].isNaN)
        #expect(numbers[1...] == [.infinity, -.infinity])
    }

    @Test("reads well")
    func text() {
        #expect(
            RecordedValue(Sample()).description
                == "isDone: false, name: a \"b\" /\n\t\u{1}é👍, nothing, place(x: 1.5, y: -2), points: [(x: 1.5, y: -2)]"
        )
        #expect(RecordedValue(Event.key("+")).description == "key(+)")
        #expect(RecordedValue(Event.moved(to: 3, 4)).description == "moved(4, to: 3)")
        #expect(RecordedValue(Event.ended).description == "ended")
        #expect(RecordedValue([[1, 2], []]).description == "[[1, 2], []]")
        #expect(RecordedValue(5).description == "5")
    }

    @Test("leaves out what is longer than it may be, and says so")
    func limit() {
        #expect(RecordedValue("12345", byteLimit: 7).description == "12345")
        #expect(
            RecordedValue("12345", byteLimit: 6).description == "left out: 7 bytes, a recording holds 6 of one value")
    }
}
