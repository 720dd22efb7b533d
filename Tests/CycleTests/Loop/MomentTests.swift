import Cycle
import CycleTesting
import Testing

@Suite("Moments of a loop")
struct MomentTests {
    private struct Keys: Driver {
        let time: VirtualTime
        let timeline: String

        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Character> { time.signal(timeline) }
    }

    let time = VirtualTime()

    private func run(_ cycle: CycledLens<some Any, Int>, steps: Int) {
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(steps: steps)
        time.leave(cycle)
        cycle.stop()
    }

    @Test("an observer is told when nothing is left to do, after the moments that led there, and at the end")
    func idle() {
        let cycle = CycledLens(startingWith: 0) { [time] frames in
            frames.lens(driver: Keys(time: time, timeline: "(ab)--c"), frameFilter: { $0 }) { frame, _ in frame += 1 }
        }
        var seen = ""
        let watching = cycle.observeMoments(
            { seen += "\($0.effect)" }, whenIdle: { if seen.last != "." { seen += "." } })
        run(cycle, steps: 4)
        #expect(seen == "012.3.")
        watching.cancel()
        run(cycle, steps: 4)
        #expect(seen == "012.3.")
    }

    @Test("a driver's moments carry its type's name, or the label of its lens")
    func labels() {
        let cycle = CycledLens(startingWith: 0) { [time] frames in
            MutatingLens.zip(
                frames.lens(driver: Keys(time: time, timeline: "a"), frameFilter: { $0 }) { frame, _ in frame += 1 },
                frames.lens(driver: Keys(time: time, timeline: "-b"), label: "right", frameFilter: { $0 }) { frame, _ in
                    frame += 1
                })
        }
        var drivers: [String] = []
        let watching = cycle.observeMoments { drivers.append($0.cause.driver) }
        run(cycle, steps: 3)
        watching.cancel()
        #expect(drivers == ["start", "Keys", "right"])
    }
}
