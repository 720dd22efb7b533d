import Cycle
import CycleTesting
import Testing

@Suite("Signal.prefixed")
struct PrefixedTests {
    let time = VirtualTime()

    @Test(
        "emits the first value at once",
        arguments: [
            ("--1|", "0-1|"),
            ("1|", "(01)|"),
            ("|", "(0|)"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.prefixed(with: "0"), steps: expected.timelineLength) == expected)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("-1-2|")
        #expect(time.timeline(of: values.prefixed(with: "0"), steps: 5, cancelledAfter: 2) == "01---")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.prefixed(with: "0"), steps: 1) == "(0ab)")
    }
}
