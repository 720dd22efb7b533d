import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import Synchronization
import Testing

/// Bugs that no single frame of a timeline shows: the test below their report fails all the same, and passes when they are mended.
@Suite("Generated tests")
struct GeneratedTests {
    private final class Count: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    private func check<Frame>(_ scenario: (_ isBroken: Bool) -> Scenario<Frame>) throws {
        guard case .failure(let failure) = scenario(true).result() else {
            Issue.record("not found")
            return
        }
        withKnownIssue { try scenario(true).happens(failure.happenings, comparedWith: failure.other) }
        #expect(failure.testSource.contains("comparedWith: [") == !failure.other.isEmpty)
        try scenario(false).happens(failure.happenings, comparedWith: failure.other)
        try scenario(false).explore()
    }

    @Test("of what is remembered beside the frame, by two timelines")
    func hidden() throws {
        try check { isBroken in
            Scenario(Law<Int>.always("small") { $0 < 9 }) { world in
                world.console.keys("ab", atMost: 3)
                let count = Count()
                return CycledLens(startingWith: 0) { frames in
                    frames.keys { frame, key in
                        if key == "a", isBroken { count.add() }
                        if key == "b" { frame = isBroken ? count.value : 1 }
                    }
                }
            }
        }
    }

    @Test("of chance")
    func chance() throws {
        // As a generator without a seed, but for this process only.
        let dice = Count()
        try check { isBroken in
            Scenario(Law<Int>.always("positive") { $0 >= 0 }) { world in
                world.console.keys("a", atMost: 2)
                return CycledLens(startingWith: 0) { frames in
                    frames.keys { frame, _ in
                        if isBroken { dice.add() }
                        frame = dice.value
                    }
                }
            }
        }
    }

    @Test("of orders that do not agree")
    func disagreeing() throws {
        try check { isBroken in
            Scenario(Law<[String]>.agrees("the order is the same for all") { $0 }) { world in
                let store = Store<[String], String>(
                    initial: [], reduce: { $0 = isBroken ? $0 + [$1] : ($0 + [$1]).sorted() })
                world.input("left", ["a"], atMost: 1) { store.send($0) }
                world.input("right", ["b"], atMost: 1) { store.send($0) }
                return store
            }
        }
    }

    private struct Job: Hashable {
        var isAsked = false
        var isDone = false
        var turn = 0
    }

    @Test("of what is never done, as something else goes on for ever")
    func starved() throws {
        try check { isBroken in
            Scenario(Law<Job>.leadsTo("each request is done", from: \.isAsked, to: \.isDone)) { world in
                world.console.keys("x", atMost: 1)
                return CycledLens(startingWith: Job()) { frames in
                    frames.keys { frame, _ in frame.isAsked = true }
                    frames.timers({ ["poll \($0.turn)"] }) { frame, _ in
                        frame.turn = 1 - frame.turn
                        if !isBroken, frame.isAsked { frame.isDone = true }
                    }
                }
            }
        }
    }

    @Test("of an application that does not go on from its frame")
    func resuming() throws {
        try check { isBroken in
            Scenario(Law<Int>.resumes()) { world in
                world.files.mayFail = false
                world.files.mayBeFull = false
                return CycledLens(startingWith: 0) { frames in
                    frames.lens(
                        driver: PersistenceDriver(root: "."),
                        frameFilter: { .files(.write("count", "\(isBroken ? 0 : $0)")) },
                        eventFilter: { count, event in if case .saved = event { count = min(2, count + 1) } })
                }
            }
        }
    }
}
