import Cycle
import CycleTesting
import Testing

@Suite("Signal.sources")
struct SourcesTests {
    let time = VirtualTime()

    @Test("just is a value and the end")
    func just() {
        #expect(time.timeline(of: Signal.just(1), steps: 2) == "(1|)-")
    }

    @Test("from is all values and the end")
    func from() {
        #expect(time.timeline(of: Signal.from([1, 2]), steps: 1) == "(12|)")
    }

    @Test("empty is the end, never is nothing")
    func emptyAndNever() {
        #expect(time.timeline(of: Signal<Int>.empty, steps: 2) == "|-")
        #expect(time.timeline(of: Signal<Int>.never, steps: 2) == "--")
    }

    @Test("a signal of one's own is silent after its end and after it was cancelled")
    func custom() {
        let sinks = Logbook<Sink<Int>>()
        let own = Signal<Int> { sink in
            sinks.append(sink)
            sink.send(1)
            sink.end()
            sink.send(2)
            sink.end()
            return Subscription()
        }
        #expect(time.timeline(of: own, steps: 1) == "(1|)")
        let late = Signal<Int> { sink in
            sinks.append(sink)
            return Subscription()
        }
        let seen = Logbook<Int>()
        #expect(time.timeline(of: late.handle(seen.append), steps: 1) == "-")
        sinks.entries[1].send(3)
        #expect(seen.entries.isEmpty)
    }
}
