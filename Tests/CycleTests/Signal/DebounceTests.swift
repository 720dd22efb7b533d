import Cycle
import CycleTesting
import Testing

@Suite("Signal.debounce")
struct DebounceTests {
    let time = VirtualTime()

    @Test(
        "emits a value once nothing has followed it, the last at the end",
        arguments: [
            ("ab--c|", "---b-(c|)"),
            ("-|", "-|"),
            ("a---|", "--a-|"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.debounce(.seconds(2)), steps: expected.timelineLength) == expected)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("a----")
        #expect(time.timeline(of: values.debounce(.seconds(2)), steps: 5, cancelledAfter: 1) == "-----")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.debounce(.zero), steps: 1) == "b")
    }
}
