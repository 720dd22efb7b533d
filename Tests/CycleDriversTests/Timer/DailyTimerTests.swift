import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("TimerDriver, by the wall clock")
struct DailyTimerTests {
    typealias Timers = TimerDriver<String>

    /// The 28th of March 2026, noon in Berlin, a day before the clocks are set forwards.
    static let noon = Duration.seconds(1_774_695_600)
    static let berlin = TimeOfDay.Zone.posix("CET-1CEST,M3.5.0,M10.5.0/3")
    static let hour = Duration.seconds(3_600)

    let time = VirtualTime(step: DailyTimerTests.hour)
    let clock: VirtualWallClock
    let cycle: CycledLens<Timers, [Timers.Event]>

    init() {
        self.init(.daily("wake", at: TimeOfDay(hour: 9), in: DailyTimerTests.berlin))
    }

    private init(_ timer: Timers.Timer) {
        let clock = VirtualWallClock(time, startingAt: DailyTimerTests.noon)
        self.clock = clock
        cycle = CycledLens(startingWith: []) { frames in
            frames.lens(
                driver: Timers(wallClock: clock), frameFilter: { _ in .timers(timer) },
                eventFilter: { $0.append($1) })
        }
        cycle.start(on: time)
        time.join(cycle) { [cycle] in while cycle.step() {} }
    }

    /// Each firing: its number, when, in hours after noon of the first day, and how late.
    private var fired: [[Int]] {
        cycle.frame.compactMap { event in
            guard case .fired(_, let count, let scheduled, let lateBy, _) = event else { return nil }
            let hour = DailyTimerTests.hour.attoseconds
            return [
                count, Int((scheduled - DailyTimerTests.noon).attoseconds / hour), Int(lateBy.attoseconds / hour),
            ]
        }
    }

    @Test("fires at nine every day, an hour earlier from the day on which the clocks are set forwards")
    func everyDay() {
        time.advance(steps: 72)
        #expect(fired == [[1, 20, 0], [2, 44, 0], [3, 68, 0]])
    }

    @Test("a clock that is set past the time fires at once, and tells how late it is")
    func forwards() {
        clock.set(to: clock.now + DailyTimerTests.hour * 22)
        time.advance(by: .zero)
        #expect(fired == [[1, 20, 2]])
    }

    @Test("days that were slept through are skipped, and counted")
    func suspended() {
        clock.set(to: clock.now + DailyTimerTests.hour * 72)
        time.advance(by: .zero)
        #expect(fired == [[3, 68, 4]])
        time.advance(steps: 24)
        #expect(fired.last == [4, 92, 0])
    }

    @Test("or all fire, if that is the policy")
    func all() {
        let tests = DailyTimerTests(
            .daily("wake", at: TimeOfDay(hour: 9), in: DailyTimerTests.berlin, missed: .all))
        tests.clock.set(to: tests.clock.now + DailyTimerTests.hour * 72)
        tests.time.advance(by: .zero)
        #expect(tests.fired.map(\.[0]) == [1, 2, 3])
    }

    @Test("a clock that is set back does not make a day's firing happen twice")
    func backwards() {
        time.advance(steps: 21)
        clock.set(to: clock.now - DailyTimerTests.hour * 3)
        time.advance(steps: 24)
        #expect(fired == [[1, 20, 0]])
        time.advance(steps: 3)
        #expect(fired == [[1, 20, 0], [2, 44, 0]])
    }

    @Test("a clock that is set back for days is noticed within the hour")
    func farBackwards() {
        time.advance(steps: 21)
        clock.set(to: clock.now - DailyTimerTests.hour * 240)
        time.advance(steps: 24)
        #expect(fired == [[1, 20, 0], [2, -195, 0]])
    }

    @Test("a zone that nobody knows is an event, and the timer is over")
    func unknown() {
        let tests = DailyTimerTests(.daily("wake", at: TimeOfDay(hour: 9), in: .posix("nowhere")))
        tests.time.advance(by: .zero)
        #expect(tests.cycle.frame == [.failed("wake", .unknownZone(.posix("nowhere")))])
        tests.time.advance(steps: 48)
        #expect(tests.cycle.frame.count == 1)
    }

    @Test("the machine's own clock rings by the thread of its own")
    func system() async {
        let clock = SystemWallClock()
        let (rings, ring) = AsyncStream<Void>.makeStream()
        let alarm = clock.alarm { ring.finish() }
        alarm.arm(at: clock.now + .milliseconds(1))
        for await _ in rings {}
        clock.stop()
    }
}
