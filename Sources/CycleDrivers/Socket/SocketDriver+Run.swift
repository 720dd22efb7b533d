public import Cycle

extension SocketDriver: Driver {
    /// Sockets of the system.
    ///
    /// - Parameter patience: How long a socket has to end. Below zero is zero.
    public init(patience: Duration = .seconds(2)) {
        self.init(patience: max(.zero, patience)) { SystemSockets() }
    }

    #if compiler(>=6.3)
        // Else every socket is copied and compared by looking its type up.
        @specialized(where ID == Int)
        @specialized(where ID == String)
    #endif
    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        .events(after: model, on: makeDevice) { [patience] in SocketSession<ID>(patience: patience) }
    }
}
