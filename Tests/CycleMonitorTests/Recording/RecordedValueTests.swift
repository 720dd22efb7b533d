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

    @Test(
        "shows a duration in seconds",
        arguments: [
            (Duration.milliseconds(100), "0.1 s"), (.seconds(18) + .milliseconds(540), "18.54 s"),
            (.seconds(-90), "-90 s"),
            (.seconds(1_767_225_600), "1767225600 s"), (.microseconds(1), "0.000001 s"),
            (.milliseconds(-1), "-0.001 s"),
            (.seconds(500_000_000_000_000), "[27105054312137, 11268197054423236608]"), (.zero, "[0, 0]"),
        ])
    func durations(duration: Duration, text: String) {
        #expect(RecordedValue(duration).description == text)
        #expect(RecordedValue(["after": duration]).description == "after: \(text)")
    }

    @Test(
        "shows two numbers as they are that can be no duration",
        arguments: ["[1, 2]", "[0, 1000000000]", "[1, 1000000000]", "[0, 1.5]", "[0, 100000000000000001]", "[0, 0, 0]"])
    func pairs(json: String) throws {
        #expect(try RecordedValue(json: json).description == json)
    }

    @Test("lists the places of a frame, those higher up first, elements by their identity, too")
    func places() throws {
        let frame = try RecordedValue(
            json: "{\"b\":[{\"id\":5,\"n\":1}],\"a\":{\"x y\":null},\"t\":[0,100000000000000000]}")
        #expect(
            frame.places(upTo: 99) == [
                "a", "b", "t", "a[\"x y\"]", "b[id: 5]", "b[0]", "b[id: 5].id", "b[id: 5].n", "b[0].id", "b[0].n",
            ])
        #expect(frame.places(upTo: 4).count == 4 && RecordedValue(1).places(upTo: 9).isEmpty)
    }

    @Test("names removed elements by the index that each of them had")
    func removedElements() throws {
        let (before, after) = (
            try RecordedValue(json: "{\"a\":[1,2,3,4,5],\"b\":[1,2]}"),
            try RecordedValue(json: "{\"a\":[1,5],\"b\":[2]}")
        )
        #expect(
            before.differences(to: after).map(\.description) == [
                "frame.a[1]: removed 2", "frame.a[2]: removed 3", "frame.a[3]: removed 4", "frame.b[0]: removed 1",
            ])
    }

    @Test("differs in a duration as a whole")
    func durationDifferences() throws {
        let values = [Duration.zero, .milliseconds(100), .seconds(60), .seconds(120)].map {
            RecordedValue(["bar": ["elapsed": $0]])
        }
        let differences = zip(values, values.dropFirst()).map { $0.differences(to: $1).map(\.description) }
        #expect(
            differences == [
                ["frame.bar.elapsed: 0 s -> 0.1 s"], ["frame.bar.elapsed: 0.1 s -> 60 s"],
                ["frame.bar.elapsed: 60 s -> 120 s"],
            ])
        let pair = try RecordedValue(json: "[1,2]").differences(to: RecordedValue(json: "[3,4]"))
        #expect(pair.map(\.description) == ["frame[0]: 1 -> 3", "frame[1]: 2 -> 4"])
    }

    @Test("a text that is shown whole ends without a sign of more, however many bytes its characters have")
    func wholeTexts() {
        let text = String(repeating: "日本語", count: 400)
        #expect(RecordedValue(text).description == text)
        #expect(RecordedValue(text + text).description == (text + text).prefix(2_000) + "…")
        let short = RecordedValue(String(repeating: "日", count: 200))
        #expect(RecordedValue("").differences(to: short).allSatisfy { !$0.description.contains("…") })
    }

    @Test("leaves out what is longer than it may be, and says so")
    func limit() {
        #expect(RecordedValue("12345", byteLimit: 7).description == "12345")
        #expect(
            RecordedValue("12345", byteLimit: 6).description == "left out: 7 bytes, a recording holds 6 of one value")
    }

    @Test("a value is written as JSON with a line for each part")
    func indented() throws {
        let value = try RecordedValue(json: #"{"a": [1, {"b": []}], "c": {}, "d": "e\\n"}"#)
        #expect(
            value.indentedJSON == #"""
                {
                  "a": [
                    1,
                    {
                      "b": []
                    }
                  ],
                  "c": {},
                  "d": "e\\n"
                }

                """#)
    }
}
