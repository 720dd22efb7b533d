import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

/// The cost of very many timers, by counts.
@Suite("The cost of many timers", .waiting)
struct TimerCostTests {
    /// An identity that counts how often it is looked up and compared.
    private struct Counted: Hashable, Sendable {
        static let count = Guarded(0)
        let number: Int

        static func == (one: Counted, other: Counted) -> Bool {
            count.withLock { $0 += 1 }
            return one.number == other.number
        }

        func hash(into hasher: inout Hasher) {
            Counted.count.withLock { $0 += 1 }
            hasher.combine(number)
        }
    }

    @Test("a model that is made anew with equal timers costs one comparison of each")
    func rebuilt() {
        var session = TimerSession<Counted>(looksUp: true)
        var actions: [TimerSession<Counted>.Action] = []
        let count = 10_000
        func model(_ changed: Set<Int> = []) -> TimerDriver<Counted>.Model {
            .timers(
                (0..<count).map {
                    .once(Counted(number: $0), after: .seconds(changed.contains($0) ? 2 : 1))
                })
        }
        session.receive(.modelChanged(model()), at: .zero, into: &actions)
        Counted.count.withLock { $0 = 0 }
        session.receive(.modelChanged(model()), at: .zero, into: &actions)
        #expect(Counted.count.withLock { $0 } == count)
        Counted.count.withLock { $0 = 0 }
        session.receive(.modelChanged(model([5_000])), at: .zero, into: &actions)
        #expect(Counted.count.withLock { $0 } <= count + 50)
        Counted.count.withLock { $0 = 0 }
        // All between the two that differ are looked up: a hash and a comparison, three times.
        session.receive(.modelChanged(model([0, 9_999])), at: .zero, into: &actions)
        #expect(Counted.count.withLock { $0 } <= 10 * count)
        #expect(actions.isEmpty)
    }

    #if os(Linux)
        @Test("a hundred thousand timers cost less than 200 bytes each beside the model's own array")
        func memory() async {
            await #expect(processExitsWith: .success) {
                let count = 100_000
                let heap = try #require(Heap())
                let model = TimerDriver<Int>.Model.timers((0..<count).map { .once($0, after: .seconds(1)) })
                let before = heap.usedByteCount
                var session = TimerSession<Int>(looksUp: true)
                var actions: [TimerSession<Int>.Action] = []
                session.receive(.modelChanged(model), at: .zero, into: &actions)
                let byteCount = (heap.usedByteCount - before) / count
                print("a timer costs \(byteCount) bytes, \(MemoryLayout<TimerTable.Slot>.stride) of them its slot")
                #expect(byteCount < 200 && session.deadline == .seconds(1))
            }
        }
    #endif
}
