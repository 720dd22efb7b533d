import Cycle
import CycleTesting
import Testing

@Suite("Signal.prefix")
struct PrefixTests {
    let time = VirtualTime()

    @Test(
        "ends with its last value",
        arguments: [
            ("-1-2-3|", "-1-(2|)--"),
            ("1|", "1|"),
            ("|", "|"),
            ("(123)", "(12|)"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.prefix(2), steps: expected.timelineLength) == expected)
    }

    @Test("none is the end at once")
    func none() {
        #expect(time.timeline(of: time.signal("123").prefix(0), steps: 3) == "|--")
    }

    @Test("stops an endless sequence")
    func endless() {
        #expect(time.timeline(of: Signal.from(1...).prefix(3), steps: 1) == "(123|)")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("1-2-3|")
        #expect(time.timeline(of: values.prefix(3), steps: 6, cancelledAfter: 2) == "1-2---")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.prefix(2), steps: 1) == "(ab|)")
    }
}

@Suite("Signal.prefix in a loop")
struct PrefixInALoopTests {
    @Test("all it let pass arrives, although its source is stopped while they wait for their turn", arguments: [1, 3])
    func arrives(_ count: Int) {
        let burst = Signal.just(0).flatMap(.merge) { _ in Signal.from(1...).flatMap(.merge) { number in .just(number) }
        }
        let cycle = CycledLens(startingWith: [0]) { frames in
            frames.lens(events: burst.prefix(count), eventFilter: { $0.append($1) })
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
        #expect(cycle.frame == Array(0...count))
        cycle.stop()
    }
}
