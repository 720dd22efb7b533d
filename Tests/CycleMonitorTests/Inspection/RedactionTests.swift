import CycleMonitor
import Testing

@Suite("Redaction")
struct RedactionTests {
    private func redacted(_ json: String, paths: [String] = []) throws -> String {
        let value = try RecordedValue(json: json)
        let moment = RecordedMoment(
            number: 1, time: .zero, lens: "a", event: value, context: value, effect: value)
        let result = try Redaction(paths: paths).applied(to: moment)
        #expect(result.event == result.effect && result.context == result.effect)
        return result.effect.json
    }

    @Test("credentials are replaced wherever they stand, by name of field and by name of header")
    func names() throws {
        #expect(
            try redacted(#"{"a":[{"name":"Set-Cookie","value":"s"},{"name":"Accept","value":"x"}],"pass_word":"p"}"#)
                == #"{"a":[{"name":"Set-Cookie","value":"redacted"},{"name":"Accept","value":"x"}],"pass_word":"redacted"}"#
        )
        #expect(try redacted(#"{"apiKey":7,"token":{"a":1}}"#) == #"{"apiKey":0,"token":null}"#)
    }

    @Test("places are replaced by their key paths, and [] is each element")
    func paths() throws {
        #expect(
            try redacted(
                #"{"user":{"name":"a","age":3},"list":[{"n":"x"},{"n":"y"}]}"#, paths: ["user.name", "list[].n"])
                == #"{"list":[{"n":"redacted"},{"n":"redacted"}],"user":{"age":3,"name":"redacted"}}"#)
        #expect(try redacted(#"{"list":[[1],[2]]}"#, paths: ["list[][]"]) == #"{"list":[[0],[0]]}"#)
        #expect(try redacted(#"{"a":1}"#, paths: ["b.c", "a.b"]) == #"{"a":1}"#)
        #expect(throws: RecordedValue.NotJSON.self) { try Redaction(paths: ["a[0]"]) }
    }

    @Test("a text without a blank that is no path is refused, with itself in the message")
    func mistakes() {
        for path in ["", "a..b", "[]", "a]"] {
            #expect(throws: RecordedValue.NotJSON.self) { try Redaction(paths: [path]) }
        }
    }
}
