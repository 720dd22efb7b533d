import Cycle
import CycleTesting
import Testing

@Suite("Signal.compactMap")
struct CompactMapTests {
    let time = VirtualTime()

    @Test(
        "emits what is not nil",
        arguments: [
            ("-1a2|", "-1-2|"),
            ("a|", "-|"),
            ("|", "|"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.compactMap(\.wholeNumberValue), steps: expected.timelineLength) == expected)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2-|")
        #expect(time.timeline(of: values.compactMap(\.wholeNumberValue), steps: 5, cancelledAfter: 1) == "1----")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.compactMap { $0 == "a" ? nil : $0 }, steps: 1) == "b")
    }
}
