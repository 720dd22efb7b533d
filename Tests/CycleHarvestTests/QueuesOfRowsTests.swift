import Cycle
import CycleHarvest
import CycleTesting
import Testing

@Suite("Law 11: a queue of effects for each row of a list")
struct QueuesOfRowsTests {
    /// How many rows are kept by a queue.
    private final class Rows {
        var count = 0
    }

    private final class Row {
        let number: Int
        private let rows: Rows

        init(_ number: Int, _ rows: Rows) {
            (self.number, self.rows) = (number, rows)
            rows.count += 1
        }

        deinit { rows.count -= 1 }
    }

    private enum RowQueue: EffectQueueProtocol {
        case row(Row, EffectQueueDelay)
        case main

        static var defaultEffectQueue: RowQueue { .main }

        var effectQueuePolicy: EffectQueuePolicy { .runOldest(maxCount: 1, .suspendNew) }

        var effectQueueDelay: EffectQueueDelay {
            switch self {
            case .row(_, let delay): delay
            case .main: .none
            }
        }

        private var number: Int {
            switch self {
            case .row(let row, _): row.number
            case .main: -1
            }
        }

        static func == (one: RowQueue, other: RowQueue) -> Bool { one.number == other.number }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private typealias RowEffect = Effect<Int, RowQueue, Int>

    @Test(
        "goes with its effects, whether they ended or were cancelled",
        arguments: [
            EffectQueueDelay.none, .constant(.seconds(1)), .random(.zero...(.seconds(1)), seed: 7),
        ])
    func rowsComeAndGo(_ delay: EffectQueueDelay) {
        let (time, rows) = (VirtualTime(), Rows())
        let mapping = Harvester<Int, Int>.EffectMapping<RowQueue, Int> { number, state in
            let effect = RowEffect(number % 2 == 0 ? .never : .empty, queue: .row(Row(number, rows), delay), id: number)
            return (state + 1, effect + .cancel(number - 1))
        }
        let harvester = Harvester(state: 0, mapping: mapping, scheduler: time)
        time.drive(harvester)
        for number in 0..<1_000 {
            harvester.send(number)
            time.advance(by: .seconds(2))
        }
        #expect(harvester.state == 1_000 && rows.count <= 33)
        harvester.stop()
    }

    @Test("a queue that was empty, and one that was not, do the same")
    func sameGaps() {
        /// When effects in one queue start, beside so many others.
        func starts(beside count: Int) -> [Int] {
            let (time, rows) = (VirtualTime(), Rows())
            var starts: [Int] = []
            let queue = RowQueue.row(Row(-2, rows), .constant(.seconds(3)))
            let mapping = Harvester<Int, Int>.EffectMapping<RowQueue, Int> { number, state in
                let noting = Signal<Int> { sink in
                    starts.append(Int(sink.now / .seconds(1)))
                    sink.end()
                    return Subscription()
                }
                return (
                    state + 1,
                    number < 0
                        ? RowEffect(noting, queue: queue) : RowEffect(.empty, queue: .row(Row(number, rows), .none))
                )
            }
            let harvester = Harvester(state: 0, mapping: mapping, scheduler: time)
            time.drive(harvester)
            for step in [0, 0, 1, 9] {
                harvester.send(-1)
                for number in 0..<count { harvester.send(number) }
                time.advance(by: .seconds(step))
            }
            time.advance(by: .seconds(20))
            harvester.stop()
            return starts
        }
        #expect(starts(beside: 0) == [0, 3, 6, 9] && starts(beside: 100) == [0, 3, 6, 9])
    }

    @Test("decision 6: what one cancel reaches is cancelled in the order in which it was started, over all queues")
    func orderOfCancels() {
        let (time, rows) = (VirtualTime(), Rows())
        var log: [String] = []
        let mapping = Harvester<Int, Int>.EffectMapping<RowQueue, Int> { number, state in
            if number == 0 { return (state, .cancel { _ in true }) }
            let effect = Signal<Int> { _ in
                log.append("start \(number)")
                return Subscription { log.append("cancel \(number)") }
            }
            return (state, RowEffect(effect, queue: .row(Row(number % 3, rows), .none), id: number))
        }
        let harvester = Harvester(state: 0, mapping: mapping, scheduler: time)
        // The last three wait for a place.
        for number in [5, 1, 3, 2, 4, 6, 0] { harvester.send(number) }
        #expect(log == ["start 5", "start 1", "start 3", "cancel 5", "cancel 1", "cancel 3"])
        harvester.stop()
    }
}
