import Cycle
import CycleTesting
import Testing

@Suite("Signal.sample")
struct SampleTests {
    let time = VirtualTime()

    @Test(
        "emits the newest at each tick, if there is one",
        arguments: [
            ("abc---d-|", "---c-----(d|)"),
            ("--|", "--|"),
            ("a-------", "---a----"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.sample(every: .seconds(3)), steps: expected.timelineLength) == expected)
    }

    @Test("a tick comes before what comes at the same time, also where the alarm of that was armed before")
    func tickFirst() {
        let seconds = Signal<Int>.ticks(every: .seconds(1)).map { Character("\($0)") }
        #expect(time.timeline(of: seconds.sample(every: .seconds(2)), steps: 8) == "--1-3-5-")
    }

    @Test("a value that comes at a tick waits for the next one, also with a period that has no exact fraction")
    func sevenths() {
        let time = VirtualTime(step: .seconds(1) / 7)
        let values = time.signal("---a--b-----")
        #expect(time.timeline(of: values.sample(every: time.step), steps: 12) == "----a--b----")
    }

    @Test("a tick that a value finds over ends with its value")
    func tickAndEnd() {
        let seconds = Signal<Int>.ticks(every: .seconds(1)).map { Character("\($0)") }
        let values = seconds.sample(every: .seconds(2)).prefix(2)
        #expect(time.timeline(of: values, steps: 8) == "--1-(3|)---")
        #expect(time.armedCount == 0)
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("a-----")
        #expect(time.timeline(of: values.sample(every: .seconds(3)), steps: 6, cancelledAfter: 1) == "------")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.sample(every: .seconds(1)), steps: 1) == "-")
    }

    @Test("nothing is armed while nothing is new")
    func asleep() {
        let values = time.signal("a").sample(every: .seconds(3))
        _ = time.timeline(of: values.handle { _ in #expect(time.armedCount == 0) }, steps: 9)
    }
}
