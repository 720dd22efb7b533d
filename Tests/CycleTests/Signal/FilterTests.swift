import Cycle
import CycleTesting
import Testing

@Suite("Signal.filter")
struct FilterTests {
    let time = VirtualTime()

    @Test(
        "emits what passes",
        arguments: [
            ("-1a2|", "-1-2|"),
            ("a|", "-|"),
            ("|", "|"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.filter(\.isNumber), steps: expected.timelineLength) == expected)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2-|")
        #expect(time.timeline(of: values.filter(\.isNumber), steps: 5, cancelledAfter: 1) == "1----")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.filter { $0 != "a" }, steps: 1) == "b")
    }
}
