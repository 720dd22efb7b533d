import CycleBase
import Foundation
import TestSupport
import Testing

@testable import CycleExplore

@Suite("Checkpoints and messages from anywhere")
struct CheckpointFuzzTests {
    private static func bytes(_ write: (WordWriter) -> Void) -> [UInt8] {
        let writer = WordWriter()
        write(writer)
        return writer.bytes
    }

    private static let decision = Decision(choice: 2, afterTurns: 1)
    private static let finding = Finding(
        .disagrees(law: 1, here: "a", there: "é", other: [decision]), [decision, decision])

    private static func put(_ writer: WordWriter) {
        Piece.states([1, 2, 70_000]).save(to: writer)
        finding.save(to: writer)
        for number in [0, 1, 2, 3, 9, -1, .max, .min] { writer.put(number) }
        writer.put("a text")
        writer.put(["lane: label": 2, "é": 1])
    }

    private static let mutator = Mutator(
        [bytes(put), bytes { $0.put("") }, bytes { for word in 0..<40 { $0.put(word * 7) } }], limit: 4 << 10)

    @Test("a checkpoint that was changed in any way is refused with a reason")
    func files() throws {
        let folder = try Folder()
        let checkpoint = Checkpoint(path: try folder.file("checkpoint"), identity: 7)
        try checkpoint.save(Self.put)
        let whole = Array(try Data(contentsOf: URL(fileURLWithPath: checkpoint.path)))
        let mutator = Mutator([whole])
        for seed in FuzzSeeds(1_000) {
            var chance = SeededChance(seed: seed)
            let bytes = mutator.bytes(&chance)
            try Data(bytes).write(to: URL(fileURLWithPath: checkpoint.path))
            var refusal: Checkpoint.Refusal?
            do throws(Checkpoint.Refusal) { try checkpoint.check() } catch { refusal = error }
            #expect((refusal == nil) == (bytes == whole), "seed \(seed)")
            #expect((checkpoint.open() == nil) == (refusal != nil), "seed \(seed)")
        }
    }

    /// Reads a part of a message, and gives what writes it again.
    private static let parts: [@Sendable (WordReader) -> (WordWriter) -> Void] = [
        { Piece(from: $0).save }, { Finding(from: $0).save }, { Tally(from: $0).save },
        { KnownAgreements(from: $0).save },
        { BetweenTurns(from: $0).save }, { Arrival(from: $0).save }, { Touch(from: $0).save }, { Ahead(from: $0).save },
        { AheadTable(from: $0).save }, { PieceResult(from: $0).save },
        { reader in
            var frontier = Frontier(from: reader)
            return { writer in
                frontier.save(to: writer)
                while !frontier.isDepthOver { _ = frontier.popBatch() }
            }
        },
        { reader in
            var targets = Targets()
            targets.add(from: reader)
            return { writer in
                var mark = Targets.Mark()
                targets.save(since: &mark, to: writer)
            }
        },
    ]

    @Test("words are a part of a search, and end; what was read is written and read again", arguments: parts.indices)
    func words(part: Int) {
        let read = Self.parts[part]
        for seed in FuzzSeeds(300) {
            var chance = SeededChance(seed: seed &* 31 &+ UInt64(part))
            let reader = WordReader(Self.mutator.bytes(&chance))
            let written = Self.bytes(read(reader))
            guard !reader.isCut else { continue }
            let again = WordReader(written)
            let second = Self.bytes(read(again))
            // Sets and dictionaries have another order each time.
            #expect(second.count == written.count && again.isAtEnd, "seed \(seed)")
        }
    }
}
