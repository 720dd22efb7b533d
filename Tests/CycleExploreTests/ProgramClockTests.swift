import Cycle
import CycleTesting
import Synchronization
import Testing

@testable import CycleExplore

@Suite("The clock of a program that drifts")
struct ProgramClockTests {
    private let time = VirtualTime()
    private var wait: Duration? { time.armedAlarms.first.map { $0.deadline - time.now } }

    /// Moments at each of which another part of an attosecond is left over.
    private let steps = (0..<50).map { Duration(attoseconds: Int128($0)) + .seconds(1) / 7 }

    @Test("an alarm rings as long after it is armed, whenever that is", arguments: [950_000, 1_050_000, 333_333])
    func sameWait(rate: Int) {
        let clock = ProgramClock(time)
        clock.go(at: rate)
        let alarm = clock.alarm {}
        var waits: Set<Duration?> = []
        for step in steps {
            time.advance(by: step)
            alarm.arm(at: clock.now + .seconds(9))
            waits.insert(wait)
        }
        #expect(waits.count == 1, "\(waits)")
    }

    @Test("an alarm that is armed when the rate changes rings as long after that, whatever time it is")
    func sameWaitAtAnotherRate() throws {
        var waits: Set<Duration?> = []
        for step in steps {
            let clock = ProgramClock(time)
            clock.go(at: 950_000)
            time.advance(by: step)
            let alarm = clock.alarm {}
            alarm.arm(at: clock.now + .seconds(9))
            time.advance(by: .seconds(4))
            clock.go(at: 1_050_000)
            waits.insert(wait)
            alarm.disarm()
        }
        #expect(waits.count == 1, "\(waits)")
    }

    @Test("a clock shows the deadline when its alarm rings, and goes on from there", arguments: [950_000, 333_333])
    func deadline(rate: Int) {
        let clock = ProgramClock(time)
        let seen = Mutex<Duration?>(nil)
        clock.go(at: rate)
        for step in steps {
            time.advance(by: step)
            let alarm = clock.alarm { seen.withLock { $0 = clock.now } }
            let deadline = clock.now + .seconds(9)
            alarm.arm(at: deadline)
            time.advance(by: .seconds(40))
            #expect(seen.withLock { $0 } == deadline)
            #expect(clock.now > deadline)
        }
    }

    @Test("an alarm whose deadline is over rings at once, and puts no clock back")
    func over() {
        let clock = ProgramClock(time)
        clock.go(at: 950_000)
        time.advance(by: .seconds(10))
        let (before, alarm) = (clock.now, clock.alarm {})
        alarm.arm(at: .seconds(1))
        time.advance(by: .seconds(1))
        #expect(time.armedCount == 0)
        #expect(clock.now >= before)
    }
}
