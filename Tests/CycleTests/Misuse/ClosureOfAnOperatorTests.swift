import Cycle
import CycleTesting
import Testing

@Suite("A closure of an operator, or the end of a value in it, that sends to the operator's own source")
struct ClosureOfAnOperatorTests {
    private let time = VirtualTime()

    /// The values that a loop receives of `operators` when 0 and then 1 are sent to their source.
    private func received(_ operators: (Signal<Int>, _ send: @escaping (Int) -> Void) -> Signal<Int>) -> [Int] {
        var sink: Sink<Int>?
        let source = Signal<Int> { new in
            sink = new
            return Subscription { sink = nil }
        }
        var received: [Int] = []
        let events = operators(source) { sink?.send($0) }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: events) { _, event in received.append(event) }
        }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        for value in [0, 1] { sink?.send(value) }
        time.advance(by: .seconds(10))
        time.leave(cycle)
        cycle.stop()
        return received
    }

    @Test("of a scan: what is sent waits until the state is whole")
    func scan() {
        #expect(
            received { source, send in
                source.scan(0) { sum, value in
                    if value == 1 { send(5) }
                    return sum + value
                }
            } == [0, 1, 6])
        #expect(
            received { source, send in
                source.scan(into: 0) { sum, value in
                    if value == 1 { send(5) }
                    sum += value
                }
            } == [0, 1, 6])
    }

    @Test("of a test for duplicates")
    func removeDuplicates() {
        let values = received { source, send in
            source.removeDuplicates { before, value in
                if value == 1 { send(5) }
                return before == value
            }
        }
        #expect(values == [0, 5, 1])
    }

    /// Sends when it goes.
    private final class Ending {
        let number: Int
        private let onEnd: () -> Void

        init(_ number: Int, _ onEnd: @escaping () -> Void) { (self.number, self.onEnd) = (number, onEnd) }

        deinit { onEnd() }
    }

    private typealias Operator = (Signal<Ending>) -> Signal<Ending>

    private static var operators: [(name: String, make: Operator)] {
        [
            ("debounce", { $0.debounce(.seconds(1)) }), ("throttle", { $0.throttle(.seconds(1)) }),
            ("sample", { $0.sample(every: .seconds(1)) }), ("delay", { $0.delay(.seconds(1)) }),
            ("withLatest", { source in Signal<Int>.ticks(every: .seconds(1)).withLatest(from: source).map(\.1) }),
            ("scan", { $0.scan(Ending(0) {}) { $1 } }),
            ("scan(into:)", { $0.scan(into: Ending(0) {}) { $0 = $1 } }),
            ("removeDuplicates", { $0.removeDuplicates { _, _ in false } }),
            ("combinePrevious", { $0.combinePrevious().map(\.1) }),
            ("latest", { $0.flatMap(.latest) { Signal.just($0).delay(.seconds(1)) } }),
            ("concat", { $0.flatMap(.concat) { Signal.just($0).delay(.seconds(1)) } }),
            ("share", { $0.share() }), ("prefix", { $0.prefix(3) }), ("inTurns", { $0.inTurns() }),
        ]
    }

    @Test("of each operator that keeps a value", arguments: operators.indices)
    func ends(_ index: Int) {
        var sink: Sink<Ending>?
        var (left, seen) = (3, 0)
        let source = Signal<Ending> { new in
            sink = new
            return Subscription { sink = nil }
        }
        let events = Self.operators[index].make(source)
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: events) { frame, event in
                frame = event.number
                seen += 1
            }
        }
        time.join(cycle) { cycle.drain() }
        cycle.start(on: time)
        for number in 1...4 {
            sink?.send(
                Ending(number) {
                    guard left > 0 else { return }
                    left -= 1
                    sink?.send(Ending(100 + left) {})
                })
        }
        time.advance(by: .seconds(20))
        #expect(seen > 0, "\(Self.operators[index].name)")
        time.leave(cycle)
        cycle.stop()
    }
}
