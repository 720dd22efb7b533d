public import Cycle
import CycleDrivers

extension WebSocketDriver: Driver {
    /// WebSockets over sockets of the system.
    ///
    /// - Parameter patience: How long a WebSocket has to close. Below zero is zero.
    public init(patience: Duration = .seconds(2)) {
        self.init(patience: max(.zero, patience), isGuessable: false, SocketDriver<ID>().makeDevice)
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        .events(after: model, on: makeDevice) { [patience, isGuessable] in
            WebSocketSession<ID>(patience: patience, secrets: isGuessable ? .fixed : .random())
        }
    }
}
