import CycleBase
import CycleTesting
import Testing

@testable import CycleMonitor

@Suite("JSON patches")
struct JSONDifferenceTests {
    private func patch(_ old: String, _ new: String, isForPeople: Bool = false) throws -> String {
        let (old, new) = (try JSONParser.parse(Array(old.utf8)), try JSONParser.parse(Array(new.utf8)))
        let patch = JSONDifference.patch(from: old, to: new, isForPeople: isForPeople)
        var text = JSONText()
        patch.append(to: &text)
        #expect(try JSONPatch(JSONParser.parse(text)) == patch.withPointers)
        var value = old
        try patch.apply(to: &value)
        #expect(value == new)
        return String(decoding: text, as: UTF8.self)
    }

    @Test("say field by field what changed")
    func fields() throws {
        #expect(try patch(#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#) == #"[{"op":"replace","path":"/b","value":3}]"#)
        #expect(try patch(#"{"a":1,"b":2}"#, #"{"a":1}"#) == #"[{"op":"remove","path":"/b"}]"#)
        #expect(try patch(#"{"b":2}"#, #"{"a/":[1],"b":2}"#) == #"[{"op":"add","path":"/a~1","value":[1]}]"#)
        #expect(try patch("[1]", "[1]") == "[]")
        #expect(try patch("1", "[1]") == #"[{"op":"replace","path":"","value":[1]}]"#)
    }

    @Test("replace an enum's case by another, and all that is shorter whole")
    func replacements() throws {
        #expect(
            try patch(#"{"m":{"on":{}},"n":0}"#, #"{"m":{"off":{}},"n":0}"#)
                == #"[{"op":"replace","path":"/m","value":{"off":{}}}]"#)
        #expect(
            try patch(#"{"m":[1,2,3,4],"n":0}"#, #"{"m":[5,6,7,8],"n":0}"#)
                == #"[{"op":"replace","path":"/m","value":[5,6,7,8]}]"#)
    }

    @Test(
        "say of a list what left it and what came",
        arguments: [
            ("[1,2,3]", "[1,2,3,4]", #"[{"op":"add","path":"/3","value":4}]"#),
            ("[1,2,3]", "[0,1,2,3]", #"[{"op":"add","path":"/0","value":0}]"#),
            ("[1,2,3]", "[1,9,2,3]", #"[{"op":"add","path":"/1","value":9}]"#),
            ("[1,2,3]", "[1,3]", #"[{"op":"remove","path":"/1"}]"#),
            ("[1,2,3]", "[2,3]", #"[{"op":"remove","path":"/0"}]"#),
        ])
    func lists(_ old: String, _ new: String, _ expected: String) throws {
        #expect(try patch(old, new) == expected)
    }

    @Test("say of a list that moved along only what left at one end and came at the other")
    func movedAlong() throws {
        let steps = (1...101).map { "\"step number \($0)\"" }
        let list = { (steps: ArraySlice<String>) in "[" + steps.joined(separator: ",") + "]" }
        #expect(
            try patch(list(steps[..<100]), list(steps[1...]))
                == #"[{"op":"remove","path":"/0"},{"op":"add","path":"/99","value":"step number 101"}]"#)
        #expect(
            try patch(list(steps[1...]), list(steps[..<100]))
                == #"[{"op":"remove","path":"/99"},{"op":"add","path":"/0","value":"step number 1"}]"#)
    }

    @Test("tell a long element as its neighbour and what differs, but not to people")
    func copies() throws {
        let step = #"{"items":["\#(String(repeating: "x", count: 200))"],"total":1}"#
        let next = step.replacing("\"total\":1", with: "\"total\":2")
        let told = #"[{"op":"copy","from":"/0","path":"/1"},{"op":"replace","path":"/1/total","value":2}]"#
        #expect(try patch("[\(step)]", "[\(step),\(next)]") == told)
        #expect(
            try patch("[\(step)]", "[\(step),\(next)]", isForPeople: true)
                == #"[{"op":"add","path":"/1","value":\#(next)}]"#)
        let first = #"[{"op":"copy","from":"/0","path":"/0"},{"op":"replace","path":"/0/total","value":2}]"#
        #expect(try patch("[\(step)]", "[\(next),\(step)]") == first)
    }

    @Test(
        "do not fit what they were not made for",
        arguments: [
            #"{"op":"remove","path":"/b"}"#, #"{"op":"remove","path":""}"#, #"{"op":"replace","path":"/b","value":1}"#,
            #"{"op":"add","path":"/a/2","value":1}"#, #"{"op":"add","path":"/a/-1","value":1}"#,
            #"{"op":"add","path":"/b/c","value":1}"#, #"{"op":"copy","from":"/b","path":"/c"}"#,
            #"{"op":"replace","path":"/a/-","value":1}"#, #"{"op":"remove","path":"/a/x"}"#,
        ])
    func misfits(_ operation: String) throws {
        var value = try JSONParser.parse(Array(#"{"a":[0],"c":true}"#.utf8))
        let patch = try JSONPatch(JSONParser.parse(Array("[\(operation)]".utf8)))
        #expect(throws: JSONPatch.Misfit.self) { try patch.apply(to: &value) }
    }

    @Test("lead from any value to any other")
    func random() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var forest = Forest(dice: SplitMix(seed: seed))
        for _ in 1...500 {
            let old = forest.value(depth: 4)
            let new = Bool.random(using: &forest.dice) ? forest.changed(old) : forest.value(depth: 4)
            #expect(try JSONParser.parse(Array(old.text.utf8)) == old, "seed \(seed)")
            for isForPeople in [false, true] {
                let patch = JSONDifference.patch(from: old, to: new, isForPeople: isForPeople)
                var text = JSONText()
                patch.append(to: &text)
                var value = old
                try JSONPatch(JSONParser.parse(text)).apply(to: &value)
                #expect(value == new, "seed \(seed): \(old.text) \(new.text)")
            }
        }
    }
}

extension JSONPatch {
    /// As it is read again: a pointer does not say what is an index.
    fileprivate var withPointers: JSONPatch {
        JSONPatch(
            operations: operations.map { operation in
                let kind: JSONPatch.Operation.Kind =
                    if case .copy(let source) = operation.kind {
                        .copy(from: JSONPath(pointer: source.pointer) ?? JSONPath())
                    } else {
                        operation.kind
                    }
                return Operation(path: JSONPath(pointer: operation.path.pointer) ?? JSONPath(), kind: kind)
            })
    }
}

/// Draws JSON values.
private struct Forest {
    private static let texts = ["a", "b", "a/b", "~1", "é", "👍", "\"", "\n", "", String(repeating: "long ", count: 30)]

    var dice: SplitMix

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }
    private mutating func text() -> String { Self.texts[below(Self.texts.count)] }

    mutating func value(depth: Int) -> JSON {
        switch below(depth > 0 ? 8 : 4) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2: return .number("\(below(5))")
        case 3: return .string(text())
        case 4, 5: return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
        default:
            let keys = Set((0..<below(5)).map { _ in text() }).sorted()
            return .object(keys.map { JSON.Field(key: $0, value: value(depth: depth - 1)) })
        }
    }

    /// The same value but for a few places.
    mutating func changed(_ value: JSON) -> JSON {
        switch value {
        case .array(var elements):
            if below(3) == 0 { elements.insert(self.value(depth: 2), at: below(elements.count + 1)) }
            if below(3) == 0, !elements.isEmpty { elements.remove(at: below(elements.count)) }
            if below(3) == 0, let last = elements.popLast() { elements.insert(last, at: 0) }
            return .array(elements.map { below(4) == 0 ? changed($0) : $0 })
        case .object(var fields):
            if below(3) == 0, !fields.isEmpty { fields.remove(at: below(fields.count)) }
            return .object(
                fields.map { JSON.Field(key: $0.key, value: below(3) == 0 ? changed($0.value) : $0.value) })
        default: return self.value(depth: 2)
        }
    }
}
