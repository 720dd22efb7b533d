import CycleDrivers
import CycleHTTP

@testable import CycleNetwork

/// A server's side of one WebSocket, over a stream of `SocketDriver` or over a test: bytes in, numbered pieces out.
struct ServedWebSocket: Equatable {
    private var unread: [UInt8] = []
    private var link: WebSocketLinkSession?
    private var output = WebSocketOutput()
    private var closing: WebSocketClose?
    private let subprotocols: [String]
    private let patience: Duration
    /// The head of the request.
    private(set) var request: HTTP.Headers?
    private(set) var reports: [WebSocketLinkSession.Report] = []
    private var sent = SocketOutput()
    private(set) var isClosed = false
    private let manner: Manner
    private var echoedCount = 0

    /// Its manner beside the protocol.
    enum Manner: Equatable {
        case polite
        /// Sends each message back.
        case echo
        /// Hears nothing once it is open.
        case deaf
        /// Breaks off: so many of the last bytes that it would send are missing.
        case missing(Int)
    }

    init(_ manner: Manner = .polite, subprotocols: [String] = [], patience: Duration = .seconds(3_600)) {
        (self.manner, self.subprotocols, self.patience) = (manner, subprotocols, patience)
    }

    /// The pieces that are sent, as of `SocketDriver`.
    var pieces: SocketOutput {
        guard case .missing(let count) = manner, request != nil else { return sent }
        return .init([Array(sent.pieces.joined().dropLast(count))], isComplete: true)
    }

    var messages: [WebSocketMessage] {
        reports.compactMap { if case .received(let message) = $0 { message } else { nil } }
    }

    mutating func receive(_ bytes: [UInt8]) {
        guard link == nil else {
            if manner != .deaf { tell(.received(bytes)) }
            return
        }
        unread += bytes
        guard let (headers, rest) = Self.head(unread) else { return }
        request = headers
        guard WebSocketHandshake.isAsked(by: headers, method: "GET") else { return isClosed = true }
        sent.pieces.append(WebSocketHandshake.answer(to: headers, subprotocols: subprotocols))
        link = WebSocketLinkSession(serving: .init(patience: patience), at: .zero)
        tell(.wanted(output, closing: closing))
        tell(.received(rest))
    }

    /// All pieces are written.
    mutating func written() { tell(.written) }

    mutating func inputEnded() { tell(.inputEnded) }

    mutating func send(_ message: WebSocketMessage) {
        output.messages.append(message)
        tell(.wanted(output, closing: closing))
    }

    mutating func close(_ close: WebSocketClose) {
        closing = close
        tell(.wanted(output, closing: closing))
    }

    private mutating func tell(_ input: WebSocketLinkSession.Input) {
        for action in link?.actions(after: input, at: .zero) ?? [] {
            switch action {
            case .write(let bytes): sent.pieces.append(bytes)
            case .hold: break
            case .endOutput: sent.isComplete = true
            case .close: isClosed = true
            case .report(let report):
                reports.append(report)
                if manner == .echo, case .received(let message) = report { output.messages.append(message) }
            }
        }
        if manner == .echo, output.messages.count > echoedCount {
            echoedCount = output.messages.count
            tell(.wanted(output, closing: closing))
        }
    }

    /// The headers of a request, and what stands behind them.
    static func head(_ bytes: [UInt8]) -> (HTTP.Headers, rest: [UInt8])? {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        var rest = Array("HTTP/1.1 101 X\r".utf8)[...] + bytes.dropFirst(line.count)
        var reader = WebSocketHandshake.reader
        guard case .success(let head?) = Result(catching: { try reader.read(&rest) }) else { return nil }
        return (head.headers, Array(rest))
    }
}

/// Bytes of frames, for tests that write them by hand.
enum Wire {
    /// A frame with any first byte, and a length that is written as it is asked for.
    static func frame(
        _ first: UInt8, _ payload: [UInt8] = [], mask: [UInt8]? = [1, 2, 3, 4], lengthBytes: Int? = nil
    ) -> [UInt8] {
        let count = payload.count
        let bytes = lengthBytes ?? (count < 126 ? 0 : count < 65_536 ? 2 : 8)
        let flag: UInt8 = mask == nil ? 0 : 0x80
        let length = (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        let short = bytes == 0 ? UInt8(count) : bytes == 2 ? 126 : 127
        let masked = mask.map { mask in payload.enumerated().map { $1 ^ mask[$0 & 3] } } ?? payload
        return [first, flag | short] + length + (mask ?? []) + masked
    }

    static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

    /// The frames in what a server has written, or a client with masks that change nothing.
    static func frames(_ bytes: [UInt8], isMasked: Bool = false) -> [WebSocketFrame] {
        var (reader, rest, frames) = (WebSocketFrameReader(isMasked: isMasked), bytes[...], [WebSocketFrame]())
        while case .success(let part?) = Result(catching: { try reader.next(&rest) }) {
            switch part {
            case .head(let head): frames.append(.init(head.opcode, isFinal: head.isFinal))
            case .payload(let bytes): frames[frames.count - 1].payload += bytes
            case .end: break
            }
        }
        return frames
    }
}
