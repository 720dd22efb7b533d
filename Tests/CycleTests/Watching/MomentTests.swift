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
        let watching = cycle.observeMoments { drivers.append($0.cause.lens) }
        run(cycle, steps: 3)
        watching.cancel()
        #expect(drivers == ["start", "Keys", "right"])
    }

    @Test("observers come and go inside of a moment: who leaves sees no more, who comes sees the next one")
    func comingAndGoing() {
        let cycle = CycledLens(startingWith: 0) { [time] frames in
            frames.lens(driver: Keys(time: time, timeline: "abc"), frameFilter: { $0 }) { frame, _ in frame += 1 }
        }
        var seen = ""
        var leaving: Subscription?
        var newcomer: Subscription?
        leaving = cycle.observeMoments { moment in
            seen += "a\(moment.effect) "
            if moment.effect == 1 { leaving?.cancel() }
        }
        let staying = cycle.observeMoments { moment in
            seen += "b\(moment.context)-\(moment.effect) "
            guard newcomer == nil else { return }
            newcomer = cycle.observeMoments { seen += "c\($0.context)-\($0.effect) " }
        }
        run(cycle, steps: 3)
        #expect(seen == "a0 b0-0 a1 b0-1 c0-1 b1-2 c1-2 b2-3 c2-3 ")
        staying.cancel()
        newcomer?.cancel()
        seen = ""
        run(cycle, steps: 3)
        #expect(seen == "")
    }

    @Test("an observer may stop the loop")
    func stopping() {
        let cycle = CycledLens(startingWith: 0) { [time] frames in
            frames.lens(driver: Keys(time: time, timeline: "(abc)"), frameFilter: { $0 }) { frame, _ in frame += 1 }
        }
        var seen = ""
        var watching: [Subscription] = []
        watching.append(
            cycle.observeMoments(
                { moment in
                    seen += "\(moment.effect)"
                    guard moment.effect == 2 else { return }
                    for subscription in watching { subscription.cancel() }
                    cycle.stop()
                }, whenIdle: { seen += "." }))
        watching.append(cycle.observeMoments { seen += "\($0.effect)" })
        run(cycle, steps: 2)
        #expect(seen == "00112")
        #expect(cycle.frame == 2)
    }

    @Test("the first moment of each run tells the time of its start, also on another scheduler")
    func timeOfTheStart() {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(events: Signal<Int>.never) { frame, event in frame = event }
        }
        var times: [Duration] = []
        let watching = cycle.observeMoments { times.append($0.time) }
        cycle.start(on: time)
        time.advance(by: .seconds(3))
        cycle.stop()
        cycle.start(on: time)
        cycle.stop()
        let other = VirtualTime()
        other.advance(by: .seconds(1))
        cycle.start(on: other)
        cycle.stop()
        #expect(times == [.zero, .seconds(3), .seconds(1)])
        watching.cancel()
    }
}
