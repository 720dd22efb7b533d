import Cycle
import CycleTesting
import Testing

@Suite("Signal.combinePrevious")
struct CombinePreviousTests {
    let time = VirtualTime()

    @Test(
        "pairs each value with the one before",
        arguments: [
            ("-a-b-c|", "---(ab)-(bc)|"),
            ("a|", "-|"),
            ("|", "|"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(
            time.timeline(of: values.combinePrevious().map { "\($0)\($1)" }, steps: expected.timelineLength) == expected
        )
    }

    @Test("begins with an initial value")
    func initial() {
        let pairs = time.signal("-a-b|").combinePrevious(initial: "_").map { "\($0)\($1)" }
        #expect(time.timeline(of: pairs, steps: 5) == "-(_a)-(ab)|")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("ab-c|")
        #expect(
            time.timeline(of: values.combinePrevious().map { "\($0)\($1)" }, steps: 5, cancelledAfter: 2) == "-(ab)---")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.combinePrevious().map { "\($0)\($1)" }, steps: 1) == "(ab)")
    }
}
