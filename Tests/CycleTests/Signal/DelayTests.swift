import Cycle
import CycleTesting
import Testing

@Suite("Signal.delay")
struct DelayTests {
    let time = VirtualTime()

    @Test(
        "moves every value and the end",
        arguments: [
            ("ab-c|", "--ab-c|"),
            ("|", "--|"),
            ("(ab)|", "--(ab)|"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.delay(.seconds(2)), steps: expected.timelineLength) == expected)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("ab|")
        #expect(time.timeline(of: values.delay(.seconds(2)), steps: 5, cancelledAfter: 2) == "--a--")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.delay(.zero), steps: 1) == "(ab)")
    }
}
