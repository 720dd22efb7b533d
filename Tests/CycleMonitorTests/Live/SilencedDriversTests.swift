import Cycle
import CycleMonitor
import CycleTesting
import Testing

@Suite("SilencedDrivers")
struct SilencedDriversTests {
    private let time = VirtualTime()

    /// The events of a driver that stops at `s` and starts again at `w`.
    private func timeline(of events: Signal<Character>, _ control: String) -> String {
        let drivers = SilencedDrivers()
        let controlled = time.signal(control).handle { $0 == "s" ? drivers.silence() : drivers.wake() }
        return time.timeline(of: .merge(drivers.whileAwake(events), controlled), steps: control.count)
    }

    @Test("stops a driver, and starts it anew")
    func restarts() {
        #expect(timeline(of: time.signal("-a-b-c-d-e"), "----s-----w----") == "-a-bs-----wa-b-")
    }

    @Test("a driver that has ended is not started again")
    func ended() {
        #expect(timeline(of: .just("a"), "---s---w---|") == "a--s---w---|")
    }
}
