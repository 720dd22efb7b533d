import CycleBase
import Testing

@testable import CycleDrivers

@Suite("SystemClock")
struct SystemClockTests {
    @Test("waits for a moment after the year 2038 until then, and not for one that has passed")
    func after2038() {
        // 19 January 2038, and the year 2200.
        for seconds in [Int(Int32.max) + 1, 7_258_118_400] {
            let time = SystemClock.time(waiting: .seconds(seconds) + .nanoseconds(1))
            #expect(time.tv_sec == seconds && time.tv_nsec == 1)
        }
    }

    @Test("waits for no moment that the system could not count to")
    func bounds() {
        let longest = SystemClock.time(waiting: Duration(attoseconds: .max))
        #expect(longest.tv_sec > 7_258_118_400)
        // The system counts nanoseconds.
        #expect(!longest.tv_sec.multipliedReportingOverflow(by: 1_000_000_000).overflow)
        let past = SystemClock.time(waiting: Duration(attoseconds: .min))
        #expect(past.tv_sec == 0 && past.tv_nsec == 0)
    }
}
