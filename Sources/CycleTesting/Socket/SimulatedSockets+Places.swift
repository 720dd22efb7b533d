public import CycleDrivers

// The addresses that are in use.
extension SimulatedSockets {
    /// The addresses at which loops listen now.
    public var listening: [SocketAddress] { listeners.map(\.address) }

    /// The addresses of listeners, and of those that receive datagrams, for a hash.
    package var places: [[SocketAddress]] { [listeners.map(\.ownAddress), receivers.map(\.ownAddress)] }

    /// Whether a loop receives datagrams at an address.
    package func receives(at address: SocketAddress) -> Bool {
        receivers.contains { $0.isReached(by: address, from: nil) }
    }
}
