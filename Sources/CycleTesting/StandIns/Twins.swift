public import Cycle
public import CycleDrivers
public import CycleNetwork

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

extension SimulatedNetwork: StandIn {
    /// A driver with the application's limits and policies over these servers, whose delays before a retry are the same in
    /// every run.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any Carried)?.carried(by: transport, seed: seed) as? any Driver<Played.Model, Played.Event>
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
private protocol Carried {
    func carried(by transport: HTTP.Transport, seed: UInt64) -> any Driver
}

extension NetworkDriver: Carried {
    func carried(by transport: HTTP.Transport, seed: UInt64) -> any Driver {
        var driver = self
        driver.transport = transport
        driver.seed = driver.seed ?? seed
        return driver
    }
}

private protocol Timed {
    func timed(by time: VirtualTime) -> any Driver
}

extension TimerDriver: Timed {
    func timed(by time: VirtualTime) -> any Driver { time.timers(of: ID.self) }
}
