public import CycleDrivers

// The addresses that are in use.
extension SimulatedSockets {
    /// The addresses at which loops listen now.
    public var listening: [SocketAddress] { listeners.map(\.address) }

    /// The addresses at which something listens, and those at which datagrams are received; which was first is no difference.
    package var reaches: [[Reach]] { [listeners, receivers].map { $0.map(\.reach).sorted { $0.text < $1.text } } }

    /// Whether a loop receives datagrams at an address.
    package func receives(at address: SocketAddress) -> Bool {
        receivers.contains { $0.isReached(by: address, from: nil) }
    }
}
