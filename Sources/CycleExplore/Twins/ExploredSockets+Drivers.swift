import Cycle
import CycleDrivers
import CycleNetwork

/// A driver whose identities' type its twin does not know.
protocol ExploredByAddress {
    func explored(by sockets: ExploredSockets, at path: String) -> any Driver
}

extension SocketDriver: ExploredByAddress {
    func explored(by sockets: ExploredSockets, at path: String) -> any Driver {
        SocketDriver(patience: patience) { sockets.makeDevice(at: path) }
    }
}

extension ServerDriver: ExploredByAddress {
    func explored(by sockets: ExploredSockets, at path: String) -> any Driver {
        ServerDriver(limits: limits) { sockets.makeDevice(at: path) }
    }
}

extension WebSocketDriver: ExploredByAddress {
    func explored(by sockets: ExploredSockets, at path: String) -> any Driver {
        WebSocketDriver(patience: patience, isGuessable: true) { sockets.makeDevice(at: path) }
    }
}
