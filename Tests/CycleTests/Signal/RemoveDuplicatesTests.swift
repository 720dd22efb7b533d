import Cycle
import CycleTesting
import Testing

@Suite("Signal.removeDuplicates")
struct RemoveDuplicatesTests {
    let time = VirtualTime()

    @Test(
        "drops a value equal to the one before",
        arguments: [
            ("-1-1-2-2-1|", "-1---2---1|"),
            ("(11)|", "1|"),
            ("|", "|"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.removeDuplicates(), steps: expected.timelineLength) == expected)
    }

    @Test("compares by a test of your own")
    func byTest() {
        let values = time.signal("aAbB|").removeDuplicates { $0.uppercased() == $1.uppercased() }
        #expect(time.timeline(of: values, steps: 5) == "a-b-|")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2-|")
        #expect(time.timeline(of: values.removeDuplicates(), steps: 5, cancelledAfter: 1) == "1----")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.removeDuplicates(), steps: 1) == "(ab)")
    }
}
