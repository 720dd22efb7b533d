import CycleBase
import CycleDrivers
import CycleHTTP

/// A connection of a client while it is served.
struct ServerConnection: Hashable, Sendable {
    /// A request that has come, or a refusal, from its arrival to the end of its response.
    struct Reply: Hashable, Sendable {
        enum Progress: Hashable, Sendable {
            /// - Parameter until: When the client gets a 503.
            case waiting(until: Duration)
            /// A stream was begun.
            ///
            /// - Parameters:
            ///   - next: The number of the next piece to write.
            case streaming(next: Int, StreamEnd)
            /// The connection is a WebSocket, or becomes one.
            case upgraded
            /// The driver answers.
            case refused(RequestRefusal)
        }

        /// `nil` for what was no request.
        let request: ServerRequest.ID?
        var progress: Progress
        /// The header of a request that asks for a WebSocket.
        var asking: HTTP.Headers?
        var isHead = false
        var isOld = false
        /// Whether the connection ends behind the response.
        var isLast = false
    }

    /// How a client finds the end of a stream.
    enum StreamEnd: Hashable, Sendable {
        case chunk, connection
        /// - Parameter left: The bytes that have not been given to the device.
        case length(left: Int)
    }

    /// The bytes that the device writes.
    enum Written: Hashable, Sendable {
        /// `100 Continue`.
        case word
        /// All of a response.
        case whole
        /// Pieces of a stream.
        case pieces(end: Int, StreamEnd, isComplete: Bool)
        /// The answer to a request for a WebSocket.
        case agreement
        /// Frames of a WebSocket.
        case frames
    }

    enum Stage: Hashable, Sendable {
        case idle
        case writing(Written, until: Duration)
        /// The output has ended. Closing now would cut what the client has not read: what it sends is dropped until it ends, too.
        case draining(until: Duration)
    }

    /// The number of its listener's opening.
    let listener: Int
    let peer: SocketAddress
    var reader: RequestReader
    /// The WebSocket that the connection has become.
    var link: WebSocketLinkSession?
    var stage = Stage.idle
    /// Bytes of what is being written that the device has not been given.
    var unwritten: ArraySlice<UInt8> = []
    /// Oldest first. Only the first is answered.
    var replies: [Reply] = []
    /// When the reader began to wait for what it waits for.
    var readingSince: Duration
    var isInputOpen = true
    /// Whether the device reads nothing of it: as many requests wait as may.
    var isHeld = false
    /// Whether nothing more is read: a request, or its listener, was the last.
    var isLast = false

    /// The most bytes that the device is given at once: a client has the time to read for each such portion, however long a response is.
    static let portion = 262_144

    /// As many requests of one connection wait for their responses.
    static let replyLimit = 16

    init(listener: Int, peer: SocketAddress, _ limits: ServerLimits, at now: Duration) {
        self.listener = listener
        self.peer = peer
        reader = RequestReader(headLimit: limits.headByteCount, bodyLimit: limits.bodyByteCount)
        readingSince = now
    }

    /// The next bytes for the device.
    mutating func takePortion() -> [UInt8] {
        // Nothing is left of a response that fits: an empty slice would keep all of its bytes.
        defer { unwritten = unwritten.count > Self.portion ? unwritten.dropFirst(Self.portion) : [] }
        return Array(unwritten.prefix(Self.portion))
    }

    /// Whether nothing is written or waited for, but for another request.
    var isIdle: Bool { stage == .idle && replies.isEmpty && reader.stage == .idle }

    /// When the connection has waited too long.
    func deadline(_ limits: ServerLimits) -> Duration? {
        let reading = link.map(\.deadline) ?? readingDeadline(limits)
        switch stage {
        case .draining(let until): return until
        case .writing(_, let until): return min(until, reading ?? until)
        case .idle:
            guard case .waiting(let until)? = replies.first?.progress else { return reading }
            return min(until, reading ?? until)
        }
    }

    /// The limit that ends at the deadline, in words.
    func nextLimit(_ limits: ServerLimits) -> String? {
        guard let deadline = deadline(limits) else { return nil }
        switch stage {
        case .draining: return "the end of \(peer)"
        case .writing(_, let until) where until == deadline: return "writing to \(peer)"
        case .idle, .writing: break
        }
        if case .waiting(let until)? = replies.first?.progress, until == deadline { return "answering \(peer)" }
        if let link { return link.nextLimit.map { "\($0) \(peer)" } }
        return switch reader.stage {
        case .idle: "silence of \(peer)"
        case .head: "the head of a request of \(peer)"
        case .body: "the body of a request of \(peer)"
        case .refused: nil
        }
    }

    /// When a client has taken too long for a request.
    func readingDeadline(_ limits: ServerLimits) -> Duration? {
        guard isInputOpen, !isHeld, !isLast else { return nil }
        switch reader.stage {
        case .idle: return replies.isEmpty ? readingSince.adding(limits.idleTime) : nil
        case .head: return readingSince.adding(limits.headTime)
        case .body: return readingSince.adding(limits.bodyTime)
        case .refused: return nil
        }
    }
}
