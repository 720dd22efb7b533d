import CycleBase
import CycleTesting
import Foundation
import Testing

@testable import CycleMonitor

@Suite("JSONValueEncoder")
struct JSONValueEncoderTests {
    /// The text of Foundation's encoder, parsed.
    private func expected(_ value: some Encodable) throws -> JSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try JSONParser.parse([UInt8](try encoder.encode(value)))
    }

    private func check(_ value: some Encodable) throws {
        #expect(try JSONValueEncoder.encode(value) == expected(value), "\(value)")
    }

    @Test("writes what JSONEncoder writes: numbers, texts and the types of Foundation")
    func leaves() throws {
        for number in [
            0, -0.0, 1, 0.1, 1e300, Double.leastNonzeroMagnitude, 1e16, 123_456_789.25, .nan, .infinity, -.infinity,
        ] {
            try check([number])
            try check(number)
        }
        for number in [0, 0.1, Float.pi, 1e30, .infinity] as [Float] { try check(number) }
        try check([Int.min, .max, 0])
        try check([UInt64.max, 0])
        try check([Int8.min, 1])
        try check([true, false])
        try check(["a/b", "\"\\\u{1}\u{1F600}", ""])
        try check(Date(timeIntervalSinceReferenceDate: 1.5))
        try check(Data([1, 2, 250]))
        try check(["link": URL(string: "http://a/b?c=%20")])
        try check([Decimal(string: "12345678901234567890.125")])
    }

    private struct Parts: Encodable {
        var none: Int?
        var some: Int? = 3
        var names = ["b": 1, "a": 2]
        var numbers = [3: "c", 1: "a"]
        var nested = [[1], [], [2, 3]]
        var optionals: [Int?] = [nil, 1]
        var empty = Empty()
        var kind = [Kind.plain, .pair(1, name: "x")]
        var set: Set = [1]
    }

    private struct Empty: Encodable {}

    private enum Kind: Encodable {
        case plain
        case pair(Int, name: String)
    }

    private class Base: Encodable {
        var base = 1
    }

    private final class Derived: Base {
        private enum Key: CodingKey {
            case own, list, nested, twice
        }

        override func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(2, forKey: .own)
            var list = fields.nestedUnkeyedContainer(forKey: .list)
            try list.encode("a")
            try list.encodeNil()
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(true, forKey: .own)
            var nested = fields.nestedContainer(keyedBy: Key.self, forKey: .nested)
            try nested.encode(1, forKey: .own)
            try fields.encode(1, forKey: .twice)
            try fields.encode(2, forKey: .twice)
            try super.encode(to: fields.superEncoder())
        }
    }

    @Test("writes what JSONEncoder writes: optionals, dictionaries, enumerations, nested containers, superclasses")
    func parts() throws {
        try check(Parts())
        try check(Kind.pair(1, name: "x"))
        try check(Derived())
        try check([Derived()])
        try check(Empty())
        try check(["a": Optional<Int>.none])
    }

    /// A tree of random form.
    private struct Tree: Encodable {
        var name: String
        var value: Double?
        var children: [Tree]
        var byName: [String: Tree]

        init(_ random: inout SplitMix, depth: Int) {
            name = String(Int.random(in: 0..<1_000, using: &random), radix: 36)
            value = Bool.random(using: &random) ? Double(Int.random(in: -9...9, using: &random)) / 4 : nil
            let count = depth == 0 ? 0 : Int.random(in: 0...3, using: &random)
            children = (0..<count).map { _ in Tree(&random, depth: depth - 1) }
            byName = [:]
            for index in 0..<count / 2 { byName["\(index)"] = Tree(&random, depth: depth - 1) }
        }
    }

    @Test("writes what JSONEncoder writes: random trees")
    func random() throws {
        for seed in 0..<200 {
            var random = SplitMix(seed: UInt64(seed))
            try check(Tree(&random, depth: 4))
        }
    }

    @Test("throws the error of a value, and one for a value that encodes nothing")
    func failures() {
        struct Nothing: Encodable {
            func encode(to encoder: any Encoder) throws {}
        }
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws { throw CancellationError() }
        }
        #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(Nothing()) }
        #expect(throws: CancellationError.self) { try JSONValueEncoder.encode([Failing()]) }
        #expect(JSONEncoding.json(of: Failing()) == .string("Failing()"))
    }

    @Test("a value that is nested deeper than a reader allows becomes a note")
    func deep() {
        struct Deep: Encodable {
            let depth: Int

            func encode(to encoder: any Encoder) throws {
                var elements = encoder.unkeyedContainer()
                if depth > 0 { try elements.encode(Deep(depth: depth - 1)) }
            }
        }
        #expect(JSONEncoding.json(of: Deep(depth: JSONParser.depthLimit)).string?.hasPrefix("left out: ") == true)
        #expect(JSONEncoding.json(of: Deep(depth: JSONPatch.Bounds.depthLimit - 2)).string == nil)
    }
}
