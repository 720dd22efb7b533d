public import Cycle
public import CycleDrivers

extension SimulatedSockets: StandIn {
    /// A driver whose sockets are these: one of sockets, or of WebSockets over them.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any PlayableSockets)?.played(by: self) as? any Driver<Played.Model, Played.Event>
    }
}

/// A driver over sockets, whatever identifies its wants.
protocol PlayableSockets {
    func played(by sockets: SimulatedSockets) -> any Driver
}

extension SocketDriver: PlayableSockets {
    func played(by sockets: SimulatedSockets) -> any Driver {
        sockets.driver(ID.self, patience: patience)
    }
}
