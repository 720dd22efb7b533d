import Cycle
import CycleTesting
import Testing

@Suite("Signal.map")
struct MapTests {
    let time = VirtualTime()

    @Test(
        "transforms each value and ends with its source",
        arguments: [
            ("-a-b|", "-A-B|"),
            ("(ab)-|", "(AB)-|"),
            ("-|", "-|"),
            ("|", "|"),
            ("---", "---"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.map { $0.uppercased() }, steps: expected.timelineLength) == expected)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("-a-b-|")
        #expect(time.timeline(of: values.map { $0.uppercased() }, steps: 6, cancelledAfter: 2) == "-A----")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.map { $0.uppercased() }, steps: 1) == "(AB)")
    }
}
