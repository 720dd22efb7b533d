import CycleDrivers

extension WebSocketLinkSession {
    /// Everything that can happen to one side of a WebSocket.
    package enum Input: Hashable, Sendable {
        /// The connection of a client is made.
        case opened
        case received([UInt8])
        /// All of the last order to write was done.
        case written
        /// The other side has ended the stream.
        case inputEnded
        /// The device has closed the stream.
        case cut(SocketFailure)
        /// The application has other output, or an end.
        case wanted(WebSocketOutput, isPaused: Bool = false, closing: WebSocketClose?)
        /// The application wants it no more.
        case left
        case timePassed
    }

    /// Something for the shell to perform, in order.
    package enum Action: Hashable, Sendable {
        /// Write bytes, then say that they were written. One order at a time.
        case write([UInt8])
        /// Read the stream, or do not.
        case hold(Bool)
        case endOutput
        /// Close the stream. The last action.
        case close
        case report(Report)
    }

    /// A report to the application.
    package enum Report: Hashable, Sendable {
        case opened(subprotocol: String?)
        case received(WebSocketMessage)
        case sent(end: Int)
        case closed(WebSocketClose?, isClean: Bool)
        case failed(WebSocketFailure)
    }

    /// The rules that do not change while it lives.
    package struct Rules: Hashable, Sendable {
        /// How long it may take until it is open.
        package var limit: Duration?
        /// After so much silence a ping is sent.
        package var keepAlive: Duration?
        /// How long an end may take.
        package var patience: Duration
        /// The length of the longest message.
        package var byteLimit: Int

        package init(
            limit: Duration? = nil, keepAlive: Duration? = nil, patience: Duration = .seconds(2),
            byteLimit: Int = 16 << 20
        ) {
            self.limit = limit
            self.keepAlive = keepAlive
            self.patience = patience
            self.byteLimit = byteLimit
        }
    }

    package enum Stage: Hashable, Sendable {
        case connecting(WebSocketRequest, limitAt: Duration?)
        /// The request was sent.
        case shaking(Handshake, limitAt: Duration?)
        case open
        /// The application closes: what stands in the model is sent before.
        case closing(WebSocketClose, limitAt: Duration)
        /// All is reported.
        case ending(limitAt: Duration, isInputEnded: Bool)
        case over

        /// Shortens the time until it is open.
        mutating func end(until limit: Duration) {
            switch self {
            case .connecting(let request, let limitAt):
                self = .connecting(request, limitAt: min(limit, limitAt ?? limit))
            case .shaking(let handshake, let limitAt): self = .shaking(handshake, limitAt: min(limit, limitAt ?? limit))
            case .open, .closing, .ending, .over: return
            }
        }
    }

    package struct Handshake: Hashable, Sendable {
        let key: String
        let subprotocols: [String]
        var reader = WebSocketHandshake.reader
    }
}

/// How long the other side has been silent.
struct WebSocketSilence: Hashable, Sendable {
    enum Outcome {
        case heard, ping, unanswered
    }

    private let limit: Duration
    private var heardAt: Duration
    private var isPinged = false
    /// Not moved by each message: an alarm that is armed stays armed.
    private(set) var checkAt: Duration

    init(_ limit: Duration, from now: Duration) {
        // A pause of nothing would be a flood of pings.
        self.limit = max(.milliseconds(1), limit)
        heardAt = now
        checkAt = now.adding(self.limit)
    }

    mutating func hear(at now: Duration) { (heardAt, isPinged) = (now, false) }

    mutating func check(at now: Duration) -> Outcome {
        guard checkAt <= now else { return .heard }
        guard heardAt.adding(limit) <= now else {
            checkAt = heardAt.adding(limit)
            return .heard
        }
        if isPinged { return .unanswered }
        (isPinged, checkAt) = (true, now.adding(limit))
        return .ping
    }

    func shifted(by time: Duration) -> WebSocketSilence {
        var silence = self
        silence.heardAt += time
        silence.checkAt += time
        return silence
    }
}
