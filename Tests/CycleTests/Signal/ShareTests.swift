import Cycle
import CycleTesting
import Testing

@Suite("Signal.share")
struct ShareTests {
    let time = VirtualTime()

    @Test("runs its source once for all who listen, and again after the last left")
    func once() {
        let runs = Logbook<Int>()
        let shared = Signal<Int> { sink in
            runs.append(1)
            sink.send(1)
            return Subscription()
        }.share()
        _ = time.timeline(of: .merge(shared, shared, shared), steps: 1)
        #expect(runs.entries.count == 1)
        _ = time.timeline(of: shared, steps: 1)
        #expect(runs.entries.count == 2)
    }

    @Test("ends for all")
    func ends() {
        let shared = time.signal("-a-|").share()
        #expect(time.timeline(of: .merge(shared, shared), steps: 4) == "-(aa)-|")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2|")
        #expect(time.timeline(of: values.share(), steps: 4, cancelledAfter: 1) == "1---")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.share(), steps: 1) == "(ab)")
    }
}
