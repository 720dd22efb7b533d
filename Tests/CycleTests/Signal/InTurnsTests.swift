import Cycle
import CycleTesting
import Testing

@Suite("Signal.inTurns")
struct InTurnsTests {
    let time = VirtualTime()

    @Test("passes values and the end on, in order")
    func passesOn() {
        #expect(time.timeline(of: time.signal("-a(bc)|").inTurns(), steps: 4) == "-a(bc)|")
        #expect(time.timeline(of: Signal<Int>.empty.inTurns(), steps: 1) == "|")
    }

    @Test("cancelling passes nothing more on")
    func cancelling() {
        #expect(time.timeline(of: time.signal("-a-b-").inTurns(), steps: 5, cancelledAfter: 2) == "-a---")
    }

    @Test("a value sent from inside a value waits for its turn")
    func waits() {
        var order: [String] = []
        let signal = Signal<Int> { sink in
            let values = Signal<Int> { inner in
                inner.send(1)
                return Subscription()
            }
            var again: Sink<Int>?
            let echo = Signal<Int> { inner in
                again = inner
                return Subscription()
            }
            return Signal.merge(values, echo).inTurns().run(inside: sink) { value in
                order.append("in \(value)")
                if value < 3 { again?.send(value + 1) }
                order.append("out \(value)")
            }
        }
        _ = time.timeline(of: signal, steps: 1)
        #expect(order == ["in 1", "out 1", "in 2", "out 2", "in 3", "out 3"])
    }

    @Test("the consequence of a value is not silenced with the value's source")
    func ownsNothing() {
        var replace: Sink<Int>?
        let sources = Signal<Int> { sink in
            replace = sink
            sink.send(1)
            return Subscription()
        }
        let values = sources.flatMap(.latest) { number in
            number == 1 ? Signal.merge(.just("a"), .never) : .never
        }
        // In the turn of "a" its source is replaced; the answer to it, which waits for a turn of its own, arrives.
        let answers = values.inTurns().handle { _ in replace?.send(2) }.inTurns()
        #expect(time.timeline(of: answers, steps: 1) == "a")
    }
}
