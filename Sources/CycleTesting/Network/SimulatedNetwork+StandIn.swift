public import Cycle
import CycleNetwork

extension SimulatedNetwork: StandIn {
    /// A driver with the application's limits and policies over these servers, whose delays before a retry are the same in
    /// every run.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any Carried)?.carried(by: transport, seed: seed) as? any Driver<Played.Model, Played.Event>
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
