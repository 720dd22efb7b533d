import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Event-filters and their turn")
struct EventFilterTests {
    let time = VirtualTime()
    let dial = ScriptedDriver<Int, Int>()

    @Test("know the time of their turn and the time of day, the same as the moment has")
    func times() {
        let cycle = CycledLens(startingWith: [Duration]()) { frames in
            frames.lens(driver: dial, frameFilter: \.count) { times, _, turn in
                times += [turn.time, turn.wallTime ?? .zero]
            }
        }
        var moments: [Duration] = []
        let watching = cycle.observeMoments { moment in
            if moment.cause.lens != "start" { moments += [moment.time, moment.wallTime ?? .zero] }
        }
        time.drive(cycle)
        time.advance(by: .seconds(3))
        time.wallClock.set(to: .seconds(1_000))
        dial.send(1)
        time.advance(by: .zero)
        #expect(cycle.frame == [.seconds(3), .seconds(1_000)])
        #expect(moments == cycle.frame)
        watching.cancel()
        cycle.stop()
    }

    @Test("a frame-filter of a part runs only when that part has changed, and its event-filter changes the whole")
    func memo() {
        struct Frame: Equatable {
            var items = [1]
            var other = 0
        }
        var filtered = 0
        let other = ScriptedDriver<Int, Int>()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: dial, of: \.items,
                frameFilter: { items in
                    filtered += 1
                    return items.count
                },
                eventFilter: { frame, event in frame.other += event })
            frames.lens(driver: other, label: "other", frameFilter: \.other) { frame, event in frame.items.append(event)
            }
        }
        time.drive(cycle)
        dial.send(5)
        dial.send(6)
        time.advance(by: .zero)
        #expect(filtered == 1)
        #expect(cycle.frame == Frame(items: [1], other: 11))
        other.send(2)
        time.advance(by: .zero)
        #expect(filtered == 2)
        #expect(dial.unaccounted == [1, 2])
        cycle.stop()
    }
}

@Suite("A run that resumes a frame")
struct ResumeTests {
    let time = VirtualTime()
    let dial = ScriptedDriver<Int, Int>()

    private func dialed() -> CycledLens<some Any, Int> {
        CycledLens(startingWith: 0) { frames in
            frames.lens(driver: dial, frameFilter: { $0 }) { $0 += $1 }.prefixed(with: 100)
        }
    }

    @Test("begins with that frame, and shows no prefix again")
    func resumes() {
        let cycle = dialed()
        time.drive(cycle, resuming: 7)
        dial.send(1)
        time.advance(by: .zero)
        #expect(dial.unaccounted == [7, 8])
        cycle.stop()
    }

    @Test("the run after it begins as ever")
    func nextRun() {
        let cycle = dialed()
        cycle.start(on: time, resuming: 7)
        cycle.stop()
        cycle.start(on: time)
        cycle.drain()
        #expect(dial.unaccounted == [7, 0, 100])
        cycle.stop()
    }

    @Test("an awaited one ends when its condition holds")
    func awaited() async {
        #expect(await dialed().run(on: time, resuming: 7, until: { $0 == 7 }) == 7)
    }
}
