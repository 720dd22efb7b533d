import Cycle
import CycleFeedback
import CycleTesting
import Testing

@Suite("Feedback systems and frame loops in one another")
struct FeedbackLensTests {
    private struct Frame: Equatable {
        var ticks = 0
        var total = 0
    }

    private let time = VirtualTime()

    @Test("a feedback loop is a lens's receiver, on the time of the frame loop")
    func loopInsideCycle() {
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                machine: FeedbackLoop<Int, Int, Int>(
                    initial: 1, reduce: { $0 += $1 },
                    feedbacks: [Feedback(event: { $0 == 10 ? $0 : nil }) { _ in Signal.just(5).delay(.seconds(1)) }],
                    actionTransformer: { $0 }),
                eventFilter: { frame, total in frame.total = total })
        }
        cycle.receiver.send(action: 1)
        time.drive(cycle)
        #expect(cycle.frame.total == 2)
        cycle.receiver.send(action: 10)
        #expect(cycle.frame.total == 12)
        time.advance(by: .seconds(1))
        #expect(cycle.frame.total == 17)
    }

    @Test("a property inside a frame loop takes its events from the frames")
    func propertyInsideCycle() {
        let cycle = CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(events: Signal<Int>.ticks(every: .seconds(1)), eventFilter: { $0.ticks = $1 }),
                frames.lens(
                    machine: Property(
                        initial: 0, reduce: { (sum: Int, event: Int) -> Int in sum + event },
                        events: frames.map(\.ticks).removeDuplicates()),
                    eventFilter: { $0.total = $1 }))
        }
        time.drive(cycle)
        time.advance(by: .seconds(3))
        #expect(cycle.frame == Frame(ticks: 3, total: 6))
    }

    @Test("a store inside a frame loop keeps it alive until it is stopped")
    func storeKeepsAlive() {
        let store = Store<Int, Int>(initial: 0, reduce: { $0 += $1 })
        let cycle = CycledLens(startingWith: Frame()) { $0.lens(machine: store, eventFilter: { $0.total = $1 }) }
        time.drive(cycle)
        #expect(!cycle.isOver)
        store.stop()
        cycle.drain()
        #expect(cycle.isOver)
    }

    @Test("a frame loop inside a feedback system: every frame is an event")
    func cycleInsideProperty() {
        let (ticks, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { $0.lens(events: ticks, eventFilter: { $0.ticks += $1 }) }
        let property = Property(
            initial: [], reduce: { (seen: [Int], frame: Frame) -> [Int] in seen + [frame.ticks] }, events: cycle.frames)
        time.drive(property)
        time.drive(cycle)
        inlet.send(1)
        inlet.send(1)
        time.advance(by: .zero)
        #expect(property.value == [0, 1, 2])
    }

    @Test("a driver works in a feedback system")
    func driverInsideLoop() {
        let driver = ScriptedDriver<Int, String>()
        let trial = Trial(.driver(driver, model: \.count, event: { $0 == "ignored" ? nil : $0 }))
        driver.send("a")
        driver.send("ignored")
        trial.time.advance(by: .zero)
        trial.send("")
        #expect(trial.state == "ia")
        #expect(driver.unaccounted == [1, 2])
    }
}
