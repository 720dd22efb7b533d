import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

@testable import CycleExplore

/// A program finds on its disk what a power cut has left, and no later cut takes that away.
@Suite("Power cuts in a row")
struct PowerCutsTests {
    /// A draft is written without force; once a start finds it, a mark says so for good.
    private struct Drafts: Hashable {
        var isKnown = false
        var isFound = false
        var isSeen = false
    }

    private static func drafts(_ world: World) -> CycledLens<some Any, Drafts> {
        // It listens, so it does not end once all is written.
        world.console.keys("q", atMost: 0)
        world.files.mayFail = false
        world.files.mayBeFull = false
        return CycledLens(startingWith: Drafts()) { frames in
            frames.keys { _, _ in }
            frames.lens(
                driver: PersistenceDriver(root: "data", durability: .none), label: "drafts",
                frameFilter: { frame in
                    guard frame.isKnown else { return .files(.read("draft")) }
                    return frame.isFound ? .none : .files(.write("draft", "a"))
                },
                eventFilter: { frame, event in
                    guard case .loaded(_, let bytes) = event else { return }
                    (frame.isKnown, frame.isFound) = (true, bytes == Array("a".utf8))
                })
            frames.lens(
                driver: PersistenceDriver(root: "data"), label: "marks",
                frameFilter: { $0.isFound && !$0.isSeen ? .files(.write("mark", "seen")) : .none },
                eventFilter: { frame, event in
                    if case .saved = event { frame.isSeen = true }
                })
        }
    }

    private static let kept = Law<Drafts>.inWorld(.always, "a draft that was found is kept") { _, world in
        world.files["mark"] == nil || world.files["draft"] == "a"
    }

    private struct Machine: Hashable {
        let one: Drafts
    }

    private func machine(_ describe: @escaping @Sendable (ExploredProgram<Drafts>) -> Void) -> Scenario<Machine> {
        let kept = Law<Machine>.inWorld(.always, "a draft that was found is kept") { _, world in
            world["one"].files["mark"] == nil || world["one"].files["draft"] == "a"
        }
        return Scenario(laws: [kept]) { world in
            let one = world.program("one") { Self.drafts($0) }
            describe(one)
            return Programs(in: world) { Machine(one: one.frame) }
        }
    }

    @Test("a second cut takes nothing that the start between them has found")
    func twoCuts() throws {
        var bounds = Bounds()
        bounds.powerCuts = 2
        let found = Law<Drafts>.sometimes("a draft is found") { $0.isSeen }
        let alone = Scenario(laws: [Self.kept, found]) { Self.drafts($0) }
        #expect(try alone.explore(bounds).isComplete)
        #expect(try machine { $0.mayLosePower(atMost: 2) }.explore().isComplete)
        bounds.powerCuts = 1
        #expect(try machine { $0.mayLosePower(atMost: 1) }.explore(bounds).isComplete)
    }

    @Test("a cut takes what a start after a kill has found")
    func killAndCut() throws {
        let both = machine {
            $0.mayCrash(atMost: 1)
            $0.mayLosePower(atMost: 1)
        }
        guard case .failure(let failure) = both.result() else {
            Issue.record("a draft that was only in the memory of the system outlives a power cut")
            return
        }
        #expect(failure.law == "a draft that was found is kept")
    }

    @Test("two disks that show the same are two, where a cut leaves other files of them")
    func unforcedDisks() throws {
        var keys: [Fingerprint.Key] = []
        for isForced in [true, false] {
            let disk = MemoryFiles(seed: 1)
            let root = try disk.openRoot("/")
            try disk.close(disk.open("a", in: root, for: .creating(mode: 0o644)))
            if isForced { try disk.sync(root) } else { try disk.rename("a", to: "b", in: root) }
            try isForced ? disk.rename("a", to: "b", in: root) : disk.rename("b", to: "b", in: root)
            var memory = Fingerprint()
            disk.remember(in: &memory)
            keys.append(memory.key)
        }
        #expect(keys[0] != keys[1])
    }

    @Test("a happening behind the end of a run is passed over, and told")
    func behindTheEnd() throws {
        let ended = Scenario<Int>(laws: [], until: { $0 == 1 }) { world in
            world.console.keys("ab", atMost: 2)
            return CycledLens(startingWith: 0) { frames in
                frames.keys { frame, _ in frame += 1 }
            }
        }
        let last = Happening("keys", "b")
        #expect(try ended.happens([.init("keys", "a"), last]) == [last])
    }
}
