import Cycle
import CycleTesting
import Testing

@Suite("Signal.throttle")
struct ThrottleTests {
    let time = VirtualTime()

    @Test(
        "emits at once, then the newest of each interval",
        arguments: [
            ("abc---d|", "a--c--d|"),
            ("|", "|"),
            ("a-b|", "a--(b|)"),
        ])
    func values(_ source: String, _ expected: String) {
        let values = time.signal(source)
        #expect(time.timeline(of: values.throttle(.seconds(3)), steps: expected.timelineLength) == expected)
    }

    @Test("an interval ends before what comes at the same time, also where the alarm of that was armed before")
    func intervalFirst() {
        let late = Signal<Character>.just("c").delay(.seconds(3))
        let values = Signal.merge(late, time.signal("-ab"))
        #expect(time.timeline(of: values.throttle(.seconds(2)), steps: 6) == "-a-b-c")
    }

    @Test("an interval that is over drops nothing", arguments: [true, false])
    func intervalOver(_ keepsLatest: Bool) {
        let late = Signal<Character>.just("c").delay(.seconds(3))
        let values = Signal.merge(late, time.signal("-a"))
        #expect(time.timeline(of: values.throttle(.seconds(2), latest: keepsLatest), steps: 6) == "-a-c--")
    }

    @Test("an interval that a value finds over ends with its value")
    func intervalAndEnd() {
        let late = Signal<Character>.just("c").delay(.seconds(3))
        let values = Signal.merge(late, time.signal("-ab")).throttle(.seconds(2)).prefix(2)
        #expect(time.timeline(of: values, steps: 6) == "-a-(b|)--")
        #expect(time.armedCount == 0)
    }

    @Test("can drop what comes meanwhile")
    func dropping() {
        #expect(time.timeline(of: time.signal("abc--d|").throttle(.seconds(3), latest: false), steps: 7) == "a----d|")
    }

    @Test("cancelled, it emits nothing more")
    func cancelling() {
        let values = time.signal("ab----")
        #expect(time.timeline(of: values.throttle(.seconds(3)), steps: 6, cancelledAfter: 2) == "a-----")
    }

    @Test("a value sent from inside a value comes after it")
    func fromInside() {
        let (values, inlet) = Signal<Character>.pipe()
        let answering = values.handle { if $0 == "a" { inlet.send("b") } }
        inlet.send("a")
        #expect(time.timeline(of: answering.throttle(.seconds(1)), steps: 1) == "a")
    }
}
