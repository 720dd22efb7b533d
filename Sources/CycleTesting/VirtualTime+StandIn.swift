public import Cycle
import CycleDrivers

extension VirtualTime: StandIn {
    /// Timers that go by this time and its clock on the wall. A `Ticker` uses the time of its loop alone.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        if driver is Ticker { return driver }
        return (driver as? any Timed)?.timed(by: self) as? any Driver<Played.Model, Played.Event>
    }
}

/// A driver whose identities' type its twin does not know.
private protocol Timed {
    func timed(by time: VirtualTime) -> any Driver
}

extension TimerDriver: Timed {
    func timed(by time: VirtualTime) -> any Driver { time.timers(of: ID.self) }
}
