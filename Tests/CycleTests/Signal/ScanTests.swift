import Cycle
import CycleTesting
import Testing

@Suite("Signal.scan")
struct ScanTests {
    let time = VirtualTime()

    @Test(
        "emits a new state for every value, and ends with its source",
        arguments: [
            ("-+-+-|", "-1-2-|"),
            ("(++)|", "(12)|"),
            ("-|", "-|"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.scan(0) { count, _ in count + 1 }, steps: expected.timelineLength) == expected)
    }

    @Test("changes the state in place")
    func inPlace() {
        let states = time.signal("abc|").scan(into: "") { $0.append($1) }
        #expect(time.timeline(of: states, steps: 4) == "a(ab)(abc)|")
    }

    @Test("every run begins with the initial state")
    func runsAreApart() {
        let counts = time.signal("++|").scan(0) { count, _ in count + 1 }
        #expect(time.timeline(of: counts, steps: 3) == "12|")
        #expect(time.timeline(of: counts, steps: 3) == "12|")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("+-+-|")
        #expect(time.timeline(of: values.scan(0) { count, _ in count + 1 }, steps: 5, cancelledAfter: 1) == "1----")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.scan(0) { count, _ in count + 1 }, steps: 1) == "(12)")
    }
}
