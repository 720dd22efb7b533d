import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("TimerDriver, in virtual time")
struct TimerDriverTests {
    typealias Timers = TimerDriver<Character>

    let time = VirtualTime()

    /// What fires, as the identity of its timer, a character a second.
    private func fired(_ models: Signal<Timers.Model>, steps: Int) -> String {
        time.timeline(of: Timers().eventsCapturedAfterRendering(model: models).map(\.id), steps: steps)
    }

    @Test("a timer fires once, then it is over")
    func once() {
        #expect(fired(.just(.timers(.once("a", after: .seconds(2)))), steps: 5) == "--(a|)--")
    }

    @Test("a repeating timer fires at start + k * period")
    func every() {
        #expect(fired(.just(.timers(.every("a", .seconds(2)))), steps: 8) == "--a-a-a-")
    }

    @Test("timers that are due together fire in the order in which they were declared")
    func together() {
        let model = Timers.Model.timers(
            .every("a", .seconds(2)), .every("b", .seconds(1)), .once("c", after: .seconds(2)))
        #expect(fired(.just(model), steps: 5) == "-b(abc)b(ab)")
    }

    @Test("a timer that leaves the model is silent, one that stays goes on, one that changes starts anew")
    func reconciles() {
        let models = time.signal("1-23-|").map { step -> Timers.Model in
            switch step {
            case "1": .timers(.every("a", .seconds(3)), .every("b", .seconds(1)))
            case "2": .timers(.every("b", .seconds(1)))
            default: .timers(.every("b", .seconds(2)))
            }
        }
        #expect(fired(models, steps: 9) == "-bbb-b-b-")
    }

    @Test("an identity that comes twice is one timer")
    func duplicates() {
        #expect(fired(.just(.timers(.every("a", .seconds(1)), .every("a", .seconds(2)))), steps: 4) == "-aaa")
    }

    @Test("any number of timers is one alarm, and no timer is none")
    func oneAlarm() {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { .timers($0 < 1_000 ? (1...1_000).map { .once($0, after: .seconds($0)) } : []) },
                eventFilter: { frame, _ in frame += 1 })
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .seconds(999))
        #expect(time.armedCount == 1)
        time.advance(by: .seconds(1))
        #expect(cycle.frame == 1_000)
        #expect(time.armedCount == 0)
        #expect(cycle.isOver)
        cycle.stop()
    }

    @Test("a timer that an event of the same moment takes out of the model is silent (law 6)")
    func silent() {
        let cycle = CycledLens(startingWith: "") { frames in
            frames.lens(
                driver: Timers(),
                frameFilter: {
                    .timers($0.isEmpty ? [.once("a", after: .seconds(1)), .once("b", after: .seconds(1))] : [])
                },
                eventFilter: { frame, event in frame.append(event.id) })
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .seconds(5))
        #expect(cycle.frame == "a")
        cycle.stop()
    }
}

extension TimerDriver.Event {
    var id: ID {
        switch self {
        case .fired(let id, _, _, _): id
        }
    }
}
