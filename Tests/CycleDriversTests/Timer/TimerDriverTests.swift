import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

@Suite("TimerDriver, in virtual time")
struct TimerDriverTests {
    typealias Timers = TimerDriver<Character>

    let time = VirtualTime()

    /// The timers that fire, each as its identity, a character a second.
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

    @Test("asks a scheduler for no alarm of its time of day before a timer needs one")
    func noAlarmInVain() {
        let time = AskedTime()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: TimerDriver<Int>(), frameFilter: { .timers(.once($0, after: .seconds(1))) },
                eventFilter: { frame, _ in frame += 1 })
        }
        cycle.start(on: time)
        cycle.stop()
        #expect(time.wallAlarmCount == 0)
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

    @Test(
        "ticks that were missed are skipped, and counted, or all fire: by policy", arguments: [MissedTicks.skip, .all])
    func missed(_ policy: MissedTicks) {
        let late = LateScheduler(time)
        let cycle = CycledLens(startingWith: [Int]()) { frames in
            frames.lens(
                driver: Timers(), frameFilter: { _ in .timers(.every("a", .seconds(1), missed: policy)) },
                eventFilter: { frame, event in
                    guard case .fired(_, let count, let scheduled, let lateBy, _) = event else { return }
                    #expect(scheduled == .seconds(count))
                    #expect(scheduled + lateBy == late.now)
                    frame.append(count)
                })
        }
        cycle.start(on: late)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .seconds(2))
        late.lag = .milliseconds(3_500)
        time.advance(by: .milliseconds(5_000))
        late.lag = .zero
        time.advance(by: .seconds(2))
        #expect(cycle.frame == (policy == .skip ? [1, 2, 3, 7, 8, 9] : [1, 2, 3, 4, 5, 6, 7, 8, 9]))
        cycle.stop()
    }

    @Test("an event tells the time of day, which a clock that is set changes and the loop's time does not")
    func wallTime() {
        var told: [[Duration]] = []
        let cycle = CycledLens(startingWith: 0) { [time] frames in
            frames.lens(
                driver: time.timers(of: Character.self), frameFilter: { _ in .timers(.every("a", .seconds(1))) },
                eventFilter: { frame, event in
                    guard case .fired(_, let count, let scheduled, _, let wallTime) = event else { return }
                    told.append([scheduled, wallTime - .seconds(1_767_225_600)])
                    if count == 2 { time.wallClock.set(to: time.wallClock.now + .seconds(3_600)) }
                    frame = count
                })
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .seconds(3))
        cycle.stop()
        #expect(
            told == [[.seconds(1), .seconds(1)], [.seconds(2), .seconds(2)], [.seconds(3), .seconds(3_603)]])
    }

    @Test("without a clock of its own it goes by that of the scheduler, for times of day, too")
    func scheduledWallClock() {
        var told: [Duration] = []
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: Timers(),
                frameFilter: { _ in
                    .timers(
                        .once("a", after: .seconds(1)),
                        .daily("b", at: TimeOfDay(hour: 0, minute: 1), in: .utc))
                },
                eventFilter: { _, event in
                    guard case .fired(_, _, _, _, let wallTime) = event else { return }
                    told.append(wallTime - .seconds(1_767_225_600))
                })
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .seconds(30))
        time.wallClock.set(to: time.wallClock.now + .seconds(20))
        time.advance(by: .seconds(9))
        #expect(told == [.seconds(1)])
        time.advance(by: .seconds(1))
        #expect(told == [.seconds(1), .seconds(60)])
        cycle.stop()
    }

    @Test("timers that may wait for each other are woken together, and none waits longer than it may")
    func tolerance() {
        var lateBy: [Character: [Duration]] = [:]
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: Timers(),
                frameFilter: { _ in
                    .timers(
                        .once("a", after: .seconds(10), tolerance: .seconds(5)),
                        .once("b", after: .seconds(12), tolerance: .seconds(1)),
                        .once("c", after: .seconds(13), tolerance: .seconds(9)),
                        .once("d", after: .seconds(14), tolerance: .seconds(2)))
                },
                eventFilter: { frame, event in
                    guard case .fired(let id, _, _, let late, _) = event else { return }
                    lateBy[id, default: []].append(late)
                    frame += 1
                })
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .seconds(30))
        #expect(lateBy == ["a": [.seconds(3)], "b": [.seconds(1)], "c": [.zero], "d": [.seconds(2)]])
        cycle.stop()
    }

    /// `CYCLE_SEEDS=100` for 100,000 timers.
    @Test("thousands of timers are one alarm; all fire, in order, and all can be cancelled")
    func many() {
        let count = 1_000 * Int(TestSupport.seedCount(20))
        let cycle = CycledLens(startingWith: 0, comparing: { $0 / count }) { frames in
            frames.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { frame in
                    // Those due last are declared first. After all have fired, as many more are there, and then none.
                    .timers(
                        frame < count
                            ? (0..<count).map { .once(count - $0, after: .milliseconds(count - $0)) }
                            : frame < 2 * count ? (1...count).map { .every(-$0, .seconds(3_600 + $0)) } : [])
                },
                eventFilter: { frame, event in
                    if event.id < 0 { frame = 2 * count } else if event.id == frame + 1 { frame = event.id }
                })
        }
        cycle.start(on: time)
        time.join(cycle) { while cycle.step() {} }
        time.advance(by: .milliseconds(count - 1_000))
        #expect(time.armedCount == 1)
        #expect(cycle.frame == count - 1_000)
        time.advance(by: .seconds(1))
        #expect(cycle.frame == count)
        #expect(time.armedCount == 1)
        time.advance(by: .seconds(3_601))
        #expect(cycle.frame == 2 * count)
        #expect(time.armedCount == 0)
        cycle.stop()
    }
}

/// Virtual time whose alarms ring late.
private final class LateScheduler: Scheduler, @unchecked Sendable {
    private let time: VirtualTime
    var lag = Duration.zero

    init(_ time: VirtualTime) {
        self.time = time
    }

    var now: Duration { time.now }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm {
        LateAlarm(time.alarm(ring)) { [unowned self] in lag }
    }
}

private final class LateAlarm: Alarm {
    private let alarm: any Alarm
    private let lag: () -> Duration

    init(_ alarm: any Alarm, lag: @escaping () -> Duration) {
        self.alarm = alarm
        self.lag = lag
    }

    func arm(at deadline: Duration) {
        alarm.arm(at: deadline + lag())
    }

    func disarm() {
        alarm.disarm()
    }
}

/// Counts the alarms that go by its time of day.
///
/// Unchecked: used by one loop, on one task.
private final class AskedTime: Scheduler, @unchecked Sendable {
    private(set) var wallAlarmCount = 0
    private let time = VirtualTime()

    var now: Duration { time.now }
    var wallTime: Duration? { time.wallTime }

    func alarm(_ ring: @escaping @Sendable () -> Void) -> any Alarm { time.alarm(ring) }

    func wallAlarm(_ ring: @escaping @Sendable () -> Void) -> (any Alarm)? {
        wallAlarmCount += 1
        return time.wallAlarm(ring)
    }
}
