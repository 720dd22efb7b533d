import TestSupport
import Testing

@testable import CycleNetwork

@Suite("The check of texts that come in pieces")
struct UTF8CheckTests {
    /// Bytes at the edges of all ranges of the table.
    private static let bytes: [UInt8] = [
        0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
        0xef,
        0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
    ]
    /// One of these completes what can be completed.
    private static let ends: [[UInt8]] = [
        [], [0x80], [0xa0], [0x90], [0x80, 0x80], [0xa0, 0x80], [0x90, 0x80], [0x80, 0x80, 0x80], [0x90, 0x80, 0x80],
    ]

    private func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    @Test("refuses a text at the first byte behind which no other can mend it, for all four bytes at the edges")
    func allEdges() { judge(all: [], UTF8Check()) }

    /// Judges all texts that begin with a prefix that may go on.
    private func judge(all prefix: [UInt8], _ check: UTF8Check) {
        for byte in Self.bytes {
            var (text, check) = (prefix, check)
            text.append(byte)
            let mayGoOn = Self.ends.contains { isText(text + $0) }
            let goesOn = check.take([byte])
            if mayGoOn != goesOn || mayGoOn && check.isWhole != isText(text) { Issue.record("\(text)") }
            if goesOn, text.count < 4 { judge(all: text, check) }
        }
    }

    @Test("says the same of a text however it is cut", arguments: Seeds(200).map(\.self))
    func cuts(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let mutator = Mutator(["héllo wörld", "κόσμε", "😀 a\u{301}", "\u{10FFFF}\u{FFFF}"])
        let bytes = mutator.bytes(&chance)
        var check = UTF8Check()
        let isTaken = chance.pieces(of: bytes).allSatisfy { check.take($0) }
        #expect((isTaken && check.isWhole) == isText(bytes), "seed \(seed)")
    }
}
