import CycleBase
import Cycle
import Testing

@testable import CycleDrivers

/// Darwin's way to wait runs here as well.
@Suite("ClockWait")
struct ClockWaitTests {
    private final class User: Sendable {}

    /// Arms an alarm of a thread that waits this way, and returns the times of its clock at which it was due and rang.
    private func ring(_ clock: SystemClock, _ waiting: ClockWait, after delay: Duration) async -> (Duration, Duration) {
        let thread = AlarmThread(clock, waiting: waiting)
        let user = User()
        let hasRung = Latch()
        let alarm = ThreadAlarm(thread, of: user) { hasRung.open() }
        let due = clock.now + delay
        alarm.arm(at: due)
        await hasRung.wait()
        let rung = clock.now
        thread.stop(user)
        return (due, rung)
    }

    @Test(
        "never rings before it is time, also where a wait for a time of day is cut into pieces",
        arguments: [ClockWait.untilTime, .forLength(dayPiece: .milliseconds(1)), .forLength(dayPiece: .seconds(60))],
        [SystemClock.monotonic, .wall])
    func ringsInTime(waiting: ClockWait, clock: SystemClock) async {
        let (due, rung) = await ring(clock, waiting, after: .milliseconds(20))
        #expect(rung >= due)
    }

    @Test(
        "rings at once what was due long ago",
        arguments: [ClockWait.untilTime, .forLength(dayPiece: .seconds(60))], [SystemClock.monotonic, .wall])
    func ringsLate(waiting: ClockWait, clock: SystemClock) async {
        let (due, rung) = await ring(clock, waiting, after: .seconds(-3_600))
        #expect(rung >= due)
    }

    @Test(
        "an earlier alarm wakes a thread that waits for a later one",
        arguments: [ClockWait.untilTime, .forLength(dayPiece: .seconds(60))])
    func earlierAlarm(waiting: ClockWait) async {
        let thread = AlarmThread(.monotonic, waiting: waiting)
        let user = User()
        let hasRung = Latch()
        let later = ThreadAlarm(thread, of: user) {}
        let earlier = ThreadAlarm(thread, of: user) { hasRung.open() }
        later.arm(at: .seconds(1 << 60))
        earlier.arm(at: SystemClock.monotonic.now)
        await hasRung.wait()
        thread.stop(user)
    }
}
