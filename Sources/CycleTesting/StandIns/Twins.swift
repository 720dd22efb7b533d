public import Cycle
public import CycleDrivers

extension ScriptedDriver: StandIn {}

extension SimulatedConsole: StandIn {
    /// This terminal, driven as the application says.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        guard let console = driver as? ConsoleDriver else { return nil }
        return SimulatedConsoleDriver(console: self, options: console.options)
            as? any Driver<Played.Model, Played.Event>
    }
}

extension SimulatedFiles: StandIn {
    /// A driver of this disk with the application's options; the disk is its root.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        guard let files = driver as? PersistenceDriver else { return nil }
        return self.driver(files.options) as? any Driver<Played.Model, Played.Event>
    }
}

extension SimulatedSignals: StandIn {
    /// A driver that hears what the test sends.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        guard driver is SignalDriver else { return nil }
        return self.driver as? any Driver<Played.Model, Played.Event>
    }
}

extension VirtualTime: StandIn {
    /// Timers that go by this time and its clock on the wall. A ``Cycle/Ticker`` asks nobody but its loop.
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
