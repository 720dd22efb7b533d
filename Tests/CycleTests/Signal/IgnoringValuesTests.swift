import Cycle
import CycleTesting
import Testing

@Suite("Signal.ignoringValues")
struct IgnoringValuesTests {
    let time = VirtualTime()

    @Test(
        "emits only the end",
        arguments: [
            ("abc|", "---|"),
            ("|", "|"),
            ("a--", "---"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.ignoringValues(as: Int.self), steps: expected.timelineLength) == expected)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-|")
        #expect(time.timeline(of: values.ignoringValues(as: Int.self), steps: 3, cancelledAfter: 1) == "---")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.ignoringValues(as: Int.self), steps: 1) == "-")
    }
}
