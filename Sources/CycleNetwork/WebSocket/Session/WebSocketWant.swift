import CycleBase
import CycleDrivers

extension WebSocketSession {
    struct Want: Hashable, Sendable {
        /// The number of its opening.
        let number: Int
        var webSocket: WebSocketDriver<ID>.WebSocket
    }

    struct Linked: HasDeadline {
        /// `nil` once it has left the model.
        var id: ID?
        var link: WebSocketLinkSession
        package var deadline: Duration? { link.deadline }
    }
}

extension WebSocketLinkSession.Report {
    func event<ID>(_ id: ID) -> WebSocketDriver<ID>.Event {
        switch self {
        case .opened(let subprotocol): .opened(id, subprotocol: subprotocol)
        case .received(let message): .received(id, message)
        case .sent(let end): .sent(id, end: end)
        case .closed(let close, let isClean): .closed(id, close, isClean: isClean)
        case .failed(let failure): .failed(id, failure)
        }
    }
}
