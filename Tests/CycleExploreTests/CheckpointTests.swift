import Cycle
import CycleBase
import CycleDrivers
import Foundation
import TestSupport
import Testing

@testable import CycleExplore

@Suite("Checkpoints")
struct CheckpointTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func checkpoint(identity: UInt64 = 7) throws -> Checkpoint {
        Checkpoint(path: try folder.file("checkpoint"), identity: identity)
    }

    private func save(_ write: (WordWriter) -> Void) throws -> [UInt8] {
        let checkpoint = try checkpoint()
        try checkpoint.save(write)
        return Array(try Data(contentsOf: URL(fileURLWithPath: checkpoint.path)))
    }

    private func refusal(_ bytes: [UInt8], identity: UInt64 = 7) throws -> Checkpoint.Refusal? {
        let checkpoint = try checkpoint(identity: identity)
        try Data(bytes).write(to: URL(fileURLWithPath: checkpoint.path))
        do throws(Checkpoint.Refusal) {
            try checkpoint.check()
            return nil
        } catch {
            #expect(checkpoint.open() == nil)
            return error
        }
    }

    @Test("a checkpoint is read as it was saved, whatever its length")
    func whole() throws {
        for count in [0, 1, 7, 8, 9, 65_536, 300_001] {
            let text = String(repeating: "x", count: count)
            _ = try save { writer in
                writer.put(text)
                writer.put(count)
            }
            try checkpoint().check()
            let reader = try #require(checkpoint().open())
            #expect(reader.text() == text && reader.number() == count && !reader.isCut)
        }
    }

    @Test("a checkpoint that was cut or changed in any place is refused")
    func damaged() throws {
        let bytes = try save { writer in for word in 0..<20 { writer.put(word * 1_000_003) } }
        #expect(try refusal(bytes) == nil)
        for place in bytes.indices {
            #expect(try refusal(Array(bytes[..<place])) != nil, "cut at \(place)")
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(try refusal(changed) != nil, "changed at \(place)")
        }
        for other in [bytes + [0], bytes + bytes, Array(bytes.dropLast(8)), []] { #expect(try refusal(other) != nil) }
    }

    @Test("two bits that are changed do not cancel each other out in the sum, whichever they are")
    func twoBits() {
        func sum(_ bytes: [UInt8]) -> UInt64 {
            var sum = WordSum()
            sum.add(bytes)
            return sum.value
        }
        for bytes in [(0..<24).map { UInt8($0 * 11) }, [UInt8](repeating: 0, count: 24)] {
            let whole = sum(bytes)
            for first in 0..<192 {
                for second in first..<192 {
                    var changed = bytes
                    changed[first / 8] ^= 1 << UInt8(first % 8)
                    if second > first { changed[second / 8] ^= 1 << UInt8(second % 8) }
                    if sum(changed) == whole { Issue.record("bits \(first) and \(second)") }
                }
            }
        }
    }

    @Test("a refusal says what is wrong: another program, another version, or damage")
    func reasons() throws {
        let bytes = try save { $0.put(1) }
        #expect(try refusal(bytes, identity: 8) == .other)
        var older = bytes
        older[0] = 2
        #expect(try refusal(older) == .otherVersion)
        #expect(try refusal(Array(bytes.dropLast(8))) == .damaged)
        #expect(try refusal(Array("something else".utf8)) == .other)
    }

    @Test("a search that goes on knows all that the one before has found: counts, cuts, promises and agreements")
    func resumed() throws {
        let scenario = Scenario(Law<Int>.always("small") { $0 < 9 }) { _ in
            CycledLens(startingWith: 0) { frames in frames.keys { frame, _ in frame += 1 } }
        }
        var bounds = Bounds()
        bounds.checkpoint = try checkpoint()
        var search = CycleExplore.Search(scenario, bounds)
        (search.report.edgeCount, search.report.depth) = (3, 4)
        (search.tally.runCount, search.tally.turnCount, search.tally.comparedJoinCount) = (5, 6, 7)
        search.tally.seen = 9
        search.tally.taken = [.init(lane: "console", label: "a"), .init(lane: "files", label: "b")]
        for what in ["the bound of 3 steps", "an alarm"] { search.tally.cut(what) }
        search.edges = [Edge(from: 1, to: Edge.end, choice: 2, thing: 3)]
        let path = [Decision(choice: 1), Decision(choice: 2, afterTurns: 1)]
        search.agreements.known = [["a": 1]: (.init(high: 1, low: 2), "text", path)]
        try checkpoint().save { search.save(to: $0) }
        var again = CycleExplore.Search(scenario, bounds)
        let isResumed = again.isResumed()
        #expect(isResumed && again.report.edgeCount == 3 && again.report.depth == 4)
        let tally = again.tally
        #expect(tally.runCount == 5 && tally.turnCount == 6 && tally.comparedJoinCount == 7 && tally.seen == 9)
        #expect(tally.taken == search.tally.taken && tally.cuts == search.tally.cuts)
        #expect(again.edges.map { [$0.from, $0.to, $0.choice, $0.thing] } == [[1, Edge.end, 2, 3]])
        let known = again.agreements.known[["a": 1]]
        #expect(known?.result == .init(high: 1, low: 2) && known?.text == "text" && known?.path == path)
    }

    @Test("a folder and a device are not replaced by a checkpoint")
    func device() throws {
        let before = try save { $0.put(1) }
        let checkpoint = try checkpoint()
        mkdir(checkpoint.path + ".folder", 0o700)
        #expect(throws: FileReplacement.Failure.self) {
            try Checkpoint(path: checkpoint.path + ".folder", identity: 1).save { $0.put(2) }
        }
        #expect(throws: FileReplacement.Failure.self) {
            try Checkpoint(path: "/dev/null", identity: 1).save { $0.put(2) }
        }
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: checkpoint.path))) == before)
    }
}
