public import Cycle

extension SocketDriver: Driver {
    /// Sockets of the system.
    ///
    /// - Parameter patience: How long a socket has to end. Below zero is zero.
    public init(patience: Duration = .seconds(2)) {
        self.init(patience: max(.zero, patience)) { SystemSockets() }
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        .events(after: model, on: makeDevice) { [patience] in SocketSession<ID>(patience: patience) }
    }
}
