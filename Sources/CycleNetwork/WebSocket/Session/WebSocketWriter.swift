import CycleDrivers

/// The way of messages and control frames to the stream: one order to write at a time, and nothing behind a close.
struct WebSocketWriter: Hashable, Sendable {
    /// A close of one's own.
    enum Closing: Hashable, Sendable {
        case none
        case behindMessages(WebSocketClose)
        /// Behind the fragment that is being written.
        case now(WebSocketClose?)
        case sent
        /// The output of the stream has ended.
        case ended

        /// Whether none was sent.
        var isOwed: Bool {
            switch self {
            case .none, .behindMessages, .now: true
            case .sent, .ended: false
            }
        }
    }

    /// A message of which some fragments were sent.
    private struct Begun: Hashable, Sendable {
        let number: Int
        let payload: [UInt8]
        let opcode: WebSocketOpcode
        var sentCount = 0
    }

    private let role: WebSocketRole
    var close = Closing.none
    /// The payloads of pings that wait for an answer.
    private var pongs: [[UInt8]] = []
    var isPingOwed = false
    private(set) var isWriting = false
    private var begun: Begun?
    /// The number of the next message.
    private var nextNumber = Int.min
    /// The number behind the messages that are in the order that is being written, if one of them ends there.
    private var end: Int?

    init(_ role: WebSocketRole) {
        self.role = role
    }

    /// The most bytes of a fragment, and the most of an order but for one fragment.
    static var portion: Int { 65_536 }

    /// A ping waits for an answer. Where the other side reads nothing and sends more pings, the oldest ones have none.
    mutating func answer(_ ping: [UInt8]) {
        if pongs.count == 64 { pongs.removeFirst() }
        pongs.append(ping)
    }

    /// Bytes that it has not made are being written.
    mutating func begin() { isWriting = true }

    /// The order is written.
    ///
    /// - Returns: The number behind the messages that are sent now.
    mutating func written() -> Int? {
        isWriting = false
        defer { end = nil }
        return end
    }

    /// The next order.
    ///
    /// - Parameter secrets: The masks of a client.
    mutating func next(from output: WebSocketOutput, _ secrets: inout WebSocketSecrets) -> [UInt8]? {
        guard !isWriting, close.isOwed else { return nil }
        var bytes: [UInt8] = []
        for pong in pongs { append(.init(.pong, pong), to: &bytes, &secrets) }
        if isPingOwed { append(.init(.ping), to: &bytes, &secrets) }
        (pongs, isPingOwed) = ([], false)
        if case .now(let close) = close {
            append(.init(closing: close), to: &bytes, &secrets)
            (self.close, begun) = (.sent, nil)
        } else {
            while bytes.count < Self.portion, let frame = nextFragment(of: output) {
                append(frame, to: &bytes, &secrets)
            }
            if case .behindMessages(let close) = close, bytes.count < Self.portion {
                append(.init(closing: close), to: &bytes, &secrets)
                self.close = .sent
            }
        }
        isWriting = !bytes.isEmpty
        return bytes.isEmpty ? nil : bytes
    }

    private func append(_ frame: WebSocketFrame, to bytes: inout [UInt8], _ secrets: inout WebSocketSecrets) {
        frame.append(to: &bytes, mask: role == .client ? secrets.mask() : nil)
    }

    private mutating func nextFragment(of output: WebSocketOutput) -> WebSocketFrame? {
        if begun == nil, let (message, number) = output.message(from: nextNumber) {
            begun = Begun(number: number, payload: message.payload, opcode: message.opcode)
        }
        guard let begun else { return nil }
        let from = begun.sentCount
        let to = min(begun.payload.count, from + Self.portion)
        let isFinal = to == begun.payload.count
        self.begun?.sentCount = to
        if isFinal {
            (self.begun, nextNumber) = (nil, begun.number + 1)
            end = nextNumber
        }
        let payload = from == 0 && isFinal ? begun.payload : Array(begun.payload[from..<to])
        return WebSocketFrame(from == 0 ? begun.opcode : .continuation, payload, isFinal: isFinal)
    }

    /// Ends the output of the stream behind the close, once.
    mutating func endOutput() -> Bool {
        guard !isWriting, close == .sent else { return false }
        close = .ended
        return true
    }
}
