import CycleTesting
import Foundation
import Testing

@testable import CycleMonitor

/// A value of any shape, which is written as a dictionary, an array, or a struct with an enumeration's keys.
private indirect enum Tree: Encodable {
    struct Pair: Encodable {
        var second: Tree, first: Tree, firstOfThem: Int?
    }

    case text(String)
    case whole(Int)
    case real(Double)
    case flag(Bool)
    case none
    case list([Tree])
    case object([String: Tree])
    case pair(Pair)

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .whole(let number): try value.encode(number)
        case .real(let number): try value.encode(number)
        case .flag(let flag): try value.encode(flag)
        case .none: try value.encodeNil()
        case .list(let values): try value.encode(values)
        case .object(let fields): try value.encode(fields)
        case .pair(let pair): try value.encode(pair)
        }
    }
}

/// Draws trees.
private struct Forest {
    private static let pieces = ["a", "b", "key", "long key", " ", "é", "👍", "\u{7f}", "\u{2028}", "~", "{", "0", ""]
    private static let escaped = ["\"", "\\", "\n", "\u{1f}", "\0"]

    var dice: SplitMix

    mutating func text(_ pieces: [String]) -> String {
        (0..<Int.random(in: 0...6, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
    }

    mutating func tree(depth: Int) -> Tree {
        switch Int.random(in: 0...(depth > 0 ? 9 : 4), using: &dice) {
        case 0: .text(text(Forest.pieces + Forest.escaped))
        case 1: .whole(Int(truncatingIfNeeded: dice.next()) >> Int.random(in: 0...63, using: &dice))
        case 2: .real(Double(bitPattern: dice.next()))
        case 3: .flag(.random(using: &dice))
        case 4: .none
        case 5, 6: .list(trees(depth: depth))
        case 7, 8: .object(Dictionary(fields(depth: depth), uniquingKeysWith: { first, _ in first }))
        default: .pair(Tree.Pair(second: tree(depth: depth - 1), first: tree(depth: depth - 1), firstOfThem: depth))
        }
    }

    private mutating func fields(depth: Int) -> [(String, Tree)] {
        trees(depth: depth).map { (text(Forest.pieces), $0) }
    }

    private mutating func trees(depth: Int) -> [Tree] {
        (0..<Int.random(in: 0...5, using: &dice)).map { _ in tree(depth: depth - 1) }
    }
}

@Suite("JSONText, random values")
struct JSONTreeTests {
    @Test("are what JSONEncoder makes of them, all written by one")
    func trees() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var forest = Forest(dice: SplitMix(seed: seed))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        let json = UnsafeMutablePointer<JSONText>.make()
        defer { json.free() }
        for _ in 1...300 {
            let tree = forest.tree(depth: 4)
            json.pointee.text.truncate(to: 0)
            #expect(json.append(tree), "seed \(seed)")
            let expected = String(decoding: try encoder.encode(tree), as: UTF8.self)
            #expect(String(decoding: json.pointee.text.elements, as: UTF8.self) == expected, "seed \(seed)")
        }
    }
}
