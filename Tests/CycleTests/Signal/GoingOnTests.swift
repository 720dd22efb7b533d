import CycleTesting
import TestSupport
import Testing

@testable import Cycle

/// Signals that poll: each waits a second, emits its number, and goes on with the next.
@Suite("A signal that goes on with itself")
struct GoingOnTests {
    /// The ways to go on, and what is started first.
    enum Way: CaseIterable { case merged, mergedLast, latest, prefixed, concat, race, twoLevels }

    private final class Poll {
        let census = Census()
        let way: Way
        /// How many subscriptions stand around the newest one.
        var depth = 0
        /// How far the stack reached when a value came out.
        var stack: [UInt] = []

        init(_ way: Way) {
            self.way = way
        }

        func next(_ number: Int) -> Signal<Int> {
            let witness = census.makeWitness()
            let waiting = Signal<Int> { [self] sink in
                depth =
                    sequence(first: sink.subscription, next: { $0?.parent }).prefix { $0 != nil }.map { _ in 1 }.count
                return Signal.just(number).delay(.seconds(1)).run(inside: sink, receive: sink.send)
            }
            let strategy: FlattenStrategy = way == .latest ? .latest : way == .race ? .race : .merge
            return waiting.flatMap(strategy) { [self] value in
                withExtendedLifetime(witness) { then(value, next(value + 1)) }
            }
        }

        private func then(_ value: Int, _ next: Signal<Int>) -> Signal<Int> {
            switch way {
            case .merged, .latest, .race: .merge(.just(value), next)
            case .mergedLast: .merge(next, .just(value))
            case .prefixed: next.prefixed(with: value)
            case .concat: Signal.from([.just(value), next]).flatMap(.concat) { $0 }
            case .twoLevels: Signal.just(value).flatMap(.merge) { .merge(.just($0), next) }
            }
        }

        func noteStack() {
            var here = 0
            withUnsafePointer(to: &here) { stack.append(UInt(bitPattern: $0)) }
        }
    }

    @Test("keeps no more of itself after 500 rounds than after 20, and stands no deeper", arguments: Way.allCases)
    func costsTheSame(_ way: Way) {
        let (time, poll) = (VirtualTime(), Poll(way))
        let cycle = CycledLens(startingWith: [Int]()) { frames in
            frames.lens(events: poll.next(0)) { frame, value in frame.append(value) }
        }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        time.advance(by: .seconds(20))
        let (living, depth) = (poll.census.aliveCount, poll.depth)
        time.advance(by: .seconds(480))
        #expect(cycle.frame == Array(0..<500))
        #expect(poll.census.aliveCount <= living && living < 10, "\(poll.census.aliveCount) after \(living)")
        #expect(poll.depth <= depth && depth < 20, "\(poll.depth) after \(depth)")
        time.leave(cycle)
        cycle.stop()
        #expect(poll.census.aliveCount <= 1)
    }

    // Not under the address sanitizer, which keeps variables elsewhere.
    @Test("needs no more stack after 500 rounds than after 20", arguments: Way.allCases)
    func stack(_ way: Way) {
        let (time, poll) = (VirtualTime(), Poll(way))
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: poll.next(0).handle { _ in poll.noteStack() }) { frame, value in frame = value }
        }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        time.advance(by: .seconds(500))
        #expect(cycle.frame == 499)
        #expect(poll.stack.min() == poll.stack[5...20].min())
        time.leave(cycle)
        cycle.stop()
    }

    @Test("is silent with all that waits, once it is replaced after many rounds")
    func silence() {
        let (time, poll) = (VirtualTime(), Poll(.merged))
        let cycle = CycledLens(startingWith: [Int]()) { frames in
            // Two values a round: the second waits when the first has the signal replaced.
            let events = frames.map { $0.last != 300 }.removeDuplicates().flatMap(.latest) { isWanted in
                isWanted ? poll.next(0).flatMap(.merge) { .from([$0, -$0]) } : .never
            }
            frames.lens(events: events) { frame, value in frame.append(value) }
        }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        time.advance(by: .seconds(400))
        #expect(cycle.frame.suffix(2) == [-299, 300])
        #expect(poll.census.aliveCount <= 1)
        #expect(time.armedCount == 0)
        time.leave(cycle)
        cycle.stop()
    }
}
