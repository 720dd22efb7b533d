import CycleBase
import CycleTesting
import Foundation
import Synchronization
import Testing

@testable import CycleMonitor

@Suite("EncodedArrays")
struct EncodedArraysTests {
    private final class Count: Sendable {
        private let value = Mutex(0)

        func increment() { value.withLock { $0 += 1 } }
        var total: Int { value.withLock { $0 } }
    }

    /// Counts how often it is encoded.
    private struct Row: Encodable {
        var name: String
        let count: Count

        func encode(to encoder: any Encoder) throws {
            count.increment()
            var container = encoder.singleValueContainer()
            try container.encode(name)
        }
    }

    private struct Table: Encodable {
        var total = 0
        var rows: [Row] = []
        var groups: [[Row]] = []
    }

    @Test("an array that was not written to is not encoded again")
    func unchanged() {
        let (count, arrays) = (Count(), EncodedArrays())
        var table = Table()
        table.rows = (0..<100).map { Row(name: "row \($0)", count: count) }
        table.groups = [table.rows, []]
        for total in 0..<10 {
            table.total = total
            #expect(JSONEncoding.json(of: table, reusing: arrays) == JSONEncoding.json(of: table))
        }
        // Ten times alone, and once with the others. The second of two arrays with one storage stands deeper, and is another one.
        #expect(count.total == 10 * 200 + 200)

        let before = count.total
        table.rows[5].name = "another"
        #expect(JSONEncoding.json(of: table, reusing: arrays)["rows"] == .array(table.rows.map { .string($0.name) }))
        #expect(count.total == before + 100)
    }

    private final class Box: Encodable {
        var value = 0
    }

    private struct Boxed: Encodable {
        let box: Box?
    }

    @Test("an array in which there is an object is encoded each time: the object may have changed")
    func objects() {
        let (box, arrays) = (Box(), EncodedArrays())
        for value in 0..<3 {
            box.value = value
            let expected = JSON.object([JSON.Field(key: "value", value: .number("\(value)"))])
            #expect(JSONEncoding.json(of: [box], reusing: arrays) == .array([expected]))
            #expect(
                JSONEncoding.json(of: [[Boxed(box: box)]], reusing: arrays)[
                    JSONPath(keyPath: "[0][0].box") ?? JSONPath()] == expected)
        }
    }

    @Test("a value that is too long or nested too deep is left out, also where its arrays are known")
    func limits() {
        let arrays = EncodedArrays()
        let numbers = Array(0..<1_000)
        for limit in [10_000, 100, 10_000, 100] {
            #expect(
                JSONEncoding.json(of: numbers, byteLimit: limit, reusing: arrays)
                    == JSONEncoding.json(of: numbers, byteLimit: limit))
        }
        struct Deep: Encodable {
            let depth: Int
            let numbers: [Int]

            func encode(to encoder: any Encoder) throws {
                var elements = encoder.unkeyedContainer()
                if depth == 0 {
                    try elements.encode(numbers)
                } else {
                    try elements.encode(Deep(depth: depth - 1, numbers: numbers))
                }
            }
        }
        for depth in [0, 510, 511, 0, 600] {
            let value = Deep(depth: depth, numbers: numbers)
            #expect(JSONEncoding.json(of: value, reusing: arrays) == JSONEncoding.json(of: value), "\(depth)")
        }
    }

    private struct Shelf: Encodable {
        var names: [String] = []
        var boxes: [[Int]] = []
        var byName: [String: [Double]] = [:]
        var inner: [Shelf] = []

        mutating func change(_ random: inout SplitMix) {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: names.append("\(Int.random(in: 0..<99, using: &random))")
            case 1: names = names.dropLast()
            case 2: boxes.append([1, 2])
            case 3: if !boxes.isEmpty { boxes[Int.random(in: boxes.indices, using: &random)].append(3) }
            case 4: if !boxes.isEmpty { boxes[0] = boxes[boxes.count - 1] }
            case 5: byName["\(Int.random(in: 0..<3, using: &random))", default: []].append(0.5)
            case 6: if inner.count < 3 { inner.append(inner.last ?? Shelf()) }
            case 7: inner.reverse()
            default: if !inner.isEmpty { inner[Int.random(in: inner.indices, using: &random)].change(&random) }
            }
        }
    }

    @Test("each of many values, one after the other, is encoded as alone")
    func random() {
        for seed in 0..<50 {
            var random = SplitMix(seed: UInt64(seed))
            let arrays = EncodedArrays()
            var (shelf, earlier) = (Shelf(), [Shelf]())
            for step in 0..<60 {
                earlier.append(shelf)
                // An undo gives back what was.
                if step % 11 == 10 { shelf = earlier[step / 2] }
                shelf.change(&random)
                #expect(
                    JSONEncoding.json(of: shelf, reusing: arrays) == JSONEncoding.json(of: shelf),
                    "seed \(seed), step \(step)")
            }
        }
    }
}
