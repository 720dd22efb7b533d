import Foundation
import Testing

@testable import CycleMonitor

/// Everything is written as `JSONEncoder` writes it, so that recordings of before can be compared with those of now.
@Suite("JSONText")
struct JSONTextTests {
    /// What `JSONEncoder` gives; `nil` where it throws.
    private func expected(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch { return nil }
    }

    /// `nil` where it cannot be written in one go.
    private func written(_ value: some Encodable) -> String? {
        let json = UnsafeMutablePointer<JSONText>.make()
        defer { json.free() }
        json.pointee.text.append(literal: "before")
        guard json.append(value) else { return json.pointee.text.count == 6 ? nil : "something is left" }
        return String(decoding: json.pointee.text.elements.dropFirst(6), as: UTF8.self)
    }

    private struct Numbers: Encodable {
        var a = Int8.min, b = Int16.max, c = Int32.min, d = Int64.min, e = Int128.min, f = UInt8.max, g = UInt16.max
        var h = UInt32.max, i = UInt64.max, j = UInt128.max, k = 0, l = -1, m: UInt = 10, n = Float(0.1), o = 1e21
    }

    private struct Shuffled: Encodable {
        struct Part: Encodable {
            var z = [3, 1], a: Int? = nil, m = ["k": true]
        }

        var b = Part(), a10 = "", a2 = [Part(), Part()], B = [[Int]](), a = [1: "x", 10: "y", 2: "z"]
        var é = 1, _x = Date(timeIntervalSinceReferenceDate: 12.5), data = Data([1, 2, 250]), none: Data?
        var url = URL(string: "https://example.org/a?b=c/d"),
            decimal = Decimal(sign: .minus, exponent: -2, significand: 125)
        var duration = Duration.milliseconds(1_500), range = 1..<3,
            id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    }

    private enum Event: Encodable {
        case key(String), moved(to: Int, Int), ended
        indirect case nested(Event, beside: [Event])
    }

    private struct Empty: Encodable {
        func encode(to encoder: any Encoder) {}
    }

    @Test("values of all kinds are what JSONEncoder makes of them")
    func kinds() {
        func check(_ value: some Encodable, _ location: SourceLocation = #_sourceLocation) {
            #expect(written(value) != nil, sourceLocation: location)
            #expect(written(value) == expected(value), sourceLocation: location)
            #expect(written([value, value]) == expected([value, value]), sourceLocation: location)
            #expect(written(["key": value]) == expected(["key": value]), sourceLocation: location)
        }
        check(Numbers())
        check(Shuffled())
        check([1.0, -0.0, 1.5, 1e20, 1e-7, .nan, .infinity, -.infinity, 123_456_789_012_345_680])
        check([Float.nan, 3, .infinity, -.infinity])
        check([Event.key("+"), .moved(to: 1, 2), .ended, .nested(.ended, beside: [.key("a"), .ended])])
        check("\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}\u{2028}é👍\0")
        check([Int?.none, 1])
        check(String?.none)
        check(true)
        check([String: Int]())
        check(["b": 1, "a": 2, "": 3, "a1": 4, "é": 5, "B": 6, "ab": 7])
        check(Set([7]))
        check([[Empty()]])
        #expect(written(Empty()) == nil)
        #expect(expected(Empty()) == nil)
    }

    @Test("texts of many lengths, and many fields")
    func lengths() {
        for length in 0..<300 {
            let text = String(repeating: "x", count: length)
            #expect(written(text) == expected(text))
        }
        let keys = (0..<70).map { String(repeating: "key ", count: $0 / 2) + "\($0)" }
        let alike = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0.count) })
        #expect(written(alike) == expected(alike))
        let many = Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("key \($0)", [$0: "\($0)"]) })
        #expect(written(many) == expected(many))
    }

    private class Base: Encodable {
        var x = 1
    }

    private final class Derived: Base {
        enum Keys: CodingKey { case y }

        override func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Keys.self)
            try fields.encode(2, forKey: .y)
            try super.encode(to: fields.superEncoder())
        }
    }

    /// Fills two containers by turns, and asks for one of them twice.
    private struct Interleaved: Encodable {
        enum Keys: CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Keys.self)
            var a = fields.nestedUnkeyedContainer(forKey: .a)
            var b = fields.nestedUnkeyedContainer(forKey: .b)
            try a.encode(1)
            try b.encode(2)
            try a.encode(3)
        }
    }

    private struct Twice: Encodable {
        enum Keys: CodingKey { case a, b }

        var isSameKey: Bool

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Keys.self)
            try fields.encode([1], forKey: .a)
            var again = encoder.container(keyedBy: Keys.self)
            try again.encode("2", forKey: isSameKey ? .a : .b)
        }
    }

    /// Goes on after an element has failed halfway.
    private struct Catching: Encodable {
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws {
                var values = encoder.unkeyedContainer()
                try values.encode(1)
                throw CancellationError()
            }
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.unkeyedContainer()
            do { try values.encode(Failing()) } catch { try values.encode("failed") }
        }
    }

    private struct Deep: Encodable {
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var values = encoder.unkeyedContainer()
            if depth > 1 { try values.encode(Deep(depth: depth - 1)) }
        }
    }

    @Test("what cannot be written in one go is left to JSONEncoder, and a recording shows no difference")
    func beyond() {
        func check(_ value: some Encodable, _ location: SourceLocation = #_sourceLocation) {
            #expect(written(value) == nil, sourceLocation: location)
            #expect(RecordedValue(value).json == expected(value), sourceLocation: location)
            #expect(RecordedValue([value]).json == expected([value]), sourceLocation: location)
        }
        check(Derived())
        check(Interleaved())
        check(Twice(isSameKey: true))
        check(Catching())
        check(["\"quoted\"": 1, "\n": 2])
        #expect(written(Twice(isSameKey: false)) == expected(Twice(isSameKey: false)))
    }

    @Test("values one after the other, also behind one that is left to JSONEncoder")
    func severalValues() {
        let json = UnsafeMutablePointer<JSONText>.make()
        defer { json.free() }
        func check(_ value: some Encodable, _ location: SourceLocation = #_sourceLocation) {
            json.pointee.text.truncate(to: 0)
            if json.append(value) {
                #expect(
                    String(decoding: json.pointee.text.elements, as: UTF8.self) == expected(value),
                    sourceLocation: location)
            } else {
                #expect(json.pointee.text.count == 0, sourceLocation: location)
            }
        }
        for _ in 1...3 {
            check(Shuffled())
            check([Event.key("+"), .moved(to: 1, 2), .ended, .nested(.ended, beside: [.key("a"), .ended])])
            check(["moved": Event.moved(to: 3, 4), "": .ended])
            check(Interleaved())
            check([Twice(isSameKey: true)])
            check(["a": Twice(isSameKey: false)])
            check(Numbers())
        }
    }

    private indirect enum Chain: Encodable {
        case end
        case link(Chain, beside: Int, above: Bool)
    }

    private struct Wrapped<Value: Encodable>: Encodable {
        var z = 0, value: Value, a = "a"
    }

    @Test("objects of one type in each other, and of more types than containers are kept for")
    func manyContainers() {
        let chain = (0..<30).reduce(Chain.end) { .link($0, beside: $1, above: $1.isMultiple(of: 3)) }
        #expect(written([chain, chain]) == expected([chain, chain]))
        func check(_ value: some Encodable, depth: Int) {
            #expect(written([value, value]) == expected([value, value]))
            if depth > 0 { check(Wrapped(value: value), depth: depth - 1) }
        }
        check(1, depth: 25)
    }

    /// Keeps its container, and the next one writes into it.
    private struct Kept: Encodable {
        final class Shelf {
            var fields: KeyedEncodingContainer<Keys>?
        }

        enum Keys: CodingKey { case a, late }

        let shelf: Shelf

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Keys.self)
            try shelf.fields?.encode(1, forKey: .late)
            try fields.encode(2, forKey: .a)
            shelf.fields = shelf.fields == nil ? fields : nil
        }
    }

    @Test("a container that is kept beyond its value is not another value's")
    func keptContainer() {
        #expect(written([Kept(shelf: .init())]) == #"[{"a":2}]"#)
        let shelf = Kept.Shelf()
        #expect(written([Kept(shelf: shelf), Kept(shelf: shelf)]) == nil)
        let values = [Kept(shelf: .init()), Kept(shelf: .init())]
        #expect(written(values) == expected(values))
    }

    @Test("nests as deep as JSONEncoder")
    func depth() {
        #expect(written(Deep(depth: 500)) == expected(Deep(depth: 500)))
        #expect(written(Deep(depth: 600)) == nil)
        #expect(expected(Deep(depth: 600)) == nil)
        #expect(RecordedValue(Deep(depth: 600)).json == #""Deep(depth: 600)""#)
    }
}
