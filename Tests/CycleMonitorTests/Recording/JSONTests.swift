import CycleBase
import CycleTesting
import Testing

@testable import CycleMonitor

@Suite("JSON")
struct JSONTests {
    private func parsed(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)) }

    @Test(
        "is written as it is read",
        arguments: [
            "null", "true", "[]", "{}", "-0", "1.50e+7", "123456789012345678901234567890", #""""#,
            #"[1,"a",{"b":[null,false]},[[]]]"#, #"{"A":1,"B":{},"a":"\"\\/\b\f\n\r\t\u0001é👍"}"#,
        ])
    func roundTrip(_ text: String) throws {
        #expect(try parsed(text).text == text)
    }

    @Test("has its fields in order, whatever order they came in")
    func order() throws {
        #expect(try parsed(#" { "b" : 1 , "a" : [ 2 , 3 ] } "#).text == #"{"a":[2,3],"b":1}"#)
    }

    @Test(
        "says what is wrong with what is not JSON",
        arguments: [
            ("", "it stops in the middle"), ("[1,", "it stops in the middle"), ("{\"a\"", "it stops in the middle"),
            ("\"a", "it stops in the middle"), ("[1 2]", "\"]\" is missing"), ("{1:2}", "\"\"\" is missing"),
            ("01", "there is more behind its end"), ("+1", "a value is missing or not JSON"),
            ("1.", "a value is missing or not JSON"), ("nul", "a value is not JSON"),
            (#"{"a":1,"b":2,"a":3}"#, "it says \"a\" twice"), (#""\x""#, "a string holds a bad escape"),
            (#""\u12"#, "it stops in the middle"), (#""\u12""#, "a string holds a bad escape"),
            (String(repeating: "[", count: 100_000), "it is nested too deep"),
        ])
    func flaws(_ text: String, _ reason: String) {
        #expect(throws: JSONParser.Flaw(reason: reason)) { try parsed(text) }
    }

    @Test("nests as deep as JSONDecoder")
    func depth() throws {
        let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(try parsed(nested(512)).text == nested(512))
        #expect(throws: JSONParser.Flaw.self) { try parsed(nested(513)) }
    }

    @Test("finds the element of a list that has a value in a field, wherever it stands")
    func elements() throws {
        let value = try parsed(#"{"rows":[{"id":7,"to":[{"name":"a ]\"b"}]},{"id":5,"name":"tea"}]}"#)
        let places = [
            ("rows[id: 5]", "rows[1]"), ("rows[id:7].to[name: \"a ]\\\"b\"].name", "rows[0].to[0].name"),
            ("rows[name: tea].id", "rows[1].id"), ("rows[0].to", "rows[0].to"),
        ]
        for (text, resolved) in places {
            let path = try #require(JSONPath(keyPath: text))
            #expect(JSONPath(keyPath: path.keyPath(root: "")) == path)
            #expect(value.resolved(path)?.keyPath(root: "") == resolved)
            #expect(value[path] == value[try #require(JSONPath(keyPath: resolved))])
        }
        let nowhere = try #require(JSONPath(keyPath: "rows[id: 6].name"))
        #expect(value[nowhere] == nil && value.resolved(nowhere) == nil)
        for text in ["a[id:]", "a[id: ", "a[: 5]", "a[id: [1]]", "a[id: null]"] {
            #expect(JSONPath(keyPath: text) == nil)
        }
    }

    @Test("finds what a pointer and a key path say, and nothing where nothing is")
    func paths() throws {
        let value = try parsed(#"{"items":[{"title":"a"},{"a key":{"~/":7}}]}"#)
        let paths = [
            ("items[0].title", "/items/0/title"), (#"items[1]["a key"]["~/"]"#, "/items/1/a key/~0~1"), ("", ""),
        ]
        for (text, pointer) in paths {
            let path = try #require(JSONPath(keyPath: text))
            #expect(path.keyPath(root: "") == text)
            #expect(path.pointer == pointer)
            #expect(value[path] == value[try #require(JSONPath(pointer: pointer))])
            #expect(value[path] != nil)
        }
        for text in ["items[2]", "items.title", "items[0].title.x", "x"] {
            #expect(value[try #require(JSONPath(keyPath: text))] == nil)
        }
        for text in ["a..b", "a[", "a[x]", "a[-1]", "a[\"b]", "a]", "[0]b"] { #expect(JSONPath(keyPath: text) == nil) }
        #expect(JSONPath(pointer: "items") == nil)
        #expect(value[try #require(JSONPath(pointer: "/items/+0"))] == nil)
    }
}
