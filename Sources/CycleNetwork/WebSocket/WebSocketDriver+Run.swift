public import Cycle
import CycleDrivers
public import CycleHTTP

extension WebSocketDriver: Driver {
    /// WebSockets over sockets of the system.
    ///
    /// - Parameters:
    ///   - patience: How long a WebSocket has to close. Below zero is zero.
    ///   - options: The certificates that are trusted, and the proxy, of URLs that begin with `wss`.
    public init(patience: Duration = .seconds(2), options: HTTP.TransportOptions = .init()) {
        self.init(patience: max(.zero, patience), isGuessable: false, Encryption.curl(options).makeDevice)
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        .events(after: model, on: makeDevice) { [patience, isGuessable] in
            WebSocketSession<ID>(patience: patience, secrets: isGuessable ? .fixed : .random())
        }
    }
}
