import CycleDrivers
import CycleNetwork
import CycleTesting

// Happenings in words.
extension ExploredSockets {
    static func words(_ course: Course) -> String {
        course.isEmpty ? "" : ", and \(course.map(words).joined(separator: ", "))"
    }

    static func words(_ deed: SimulatedSockets.Deed) -> String {
        switch deed {
        case .sends(let bytes): "sends \(readable(bytes))"
        case .ends: "ends"
        case .resets: "resets"
        }
    }

    static func words(_ delivery: SimulatedSockets.Delivery) -> String {
        switch delivery.place {
        case .stream(let stream, .accepted): "\(stream.own) accepts \(stream.peer)"
        case .stream(let stream, .bytes(let bytes)): "\(stream.own) has \(readable(bytes)) of \(stream.peer)"
        case .stream(let stream, .end): "\(stream.own) sees the end of \(stream.peer)"
        case .stream(let stream, .reset): "\(stream.own) sees the cut of \(stream.peer)"
        case .receiver(let receiver, let bytes, let from):
            "\(receiver.ownAddress) has \(readableBytes(bytes)) of \(from)"
        case .absent(let address, let bytes, let from): "\(address) has \(readableBytes(bytes)) of \(from)"
        }
    }

    /// A piece that begins a message of HTTP, without its headers: `queue:80 has POST /take of ann:50001`.
    static func wordsOfMessage(_ delivery: SimulatedSockets.Delivery) -> String? {
        guard case .stream(let stream, .bytes(let bytes)) = delivery.place,
            let head = bytes.firstRange(of: "\r\n\r\n".utf8), let line = bytes.firstRange(of: "\r\n".utf8)
        else { return nil }
        let words = bytes[..<line.lowerBound].split(separator: UInt8(ascii: " "), maxSplits: 2)
        let version = Array("HTTP/1.1".utf8)
        guard words.count == 3 else { return nil }
        let isResponse = words[0].elementsEqual(version)
        guard isResponse || words[2].elementsEqual(version) else { return nil }
        let first = (isResponse ? words.dropFirst() : words.dropLast()).map { String(decoding: $0, as: UTF8.self) }
        let body = Array(bytes[head.upperBound...])
        let message = first.joined(separator: " ") + (body.isEmpty ? "" : " \(readable(body))")
        return "\(stream.own) has \(message) of \(stream.peer)"
    }

    /// Bytes of a stream: the messages of a WebSocket as such, `text "hello"`.
    private static func readable(_ bytes: [UInt8]) -> String { wordsOfWebSocket(bytes) ?? readableBytes(bytes) }

    /// Frames of a WebSocket, whole, as the twins write them: in one piece each, and with a mask of zeros where a client does.
    private static func wordsOfWebSocket(_ bytes: [UInt8]) -> String? {
        // The first byte of a frame begins no text.
        guard bytes.count >= 2, bytes[0] >= 0x80, bytes[0] < 0xC0 else { return nil }
        let mask: [UInt8]? = bytes[1] >= 0x80 ? [0, 0, 0, 0] : nil
        var reader = WebSocketMessageReader(mask == nil ? .client : .server, byteLimit: .max)
        var items: [WebSocketMessageReader.Item] = []
        guard case .success = Result(catching: { try reader.read(bytes, into: &items) }) else { return nil }
        var written: [UInt8] = []
        for item in items { frame(of: item).append(to: &written, mask: mask) }
        return written == bytes ? items.map(words).joined(separator: ", ") : nil
    }

    private static func frame(of item: WebSocketMessageReader.Item) -> WebSocketFrame {
        switch item {
        case .message(let message): WebSocketFrame(message)
        case .close(let close): WebSocketFrame(closing: close)
        case .ping(let payload): WebSocketFrame(.ping, payload)
        case .pong: WebSocketFrame(.pong)
        }
    }

    private static func words(_ item: WebSocketMessageReader.Item) -> String {
        switch item {
        case .message(.text(let text)): "text \(text.debugDescription)"
        case .message(.bytes(let bytes)): "bytes \(readableBytes(bytes))"
        case .close(let close?) where close.reason.isEmpty: "a close \(close.code)"
        case .close(let close?): "a close \(close.code) \(close.reason.debugDescription)"
        case .close(nil): "a close"
        case .ping: "a ping"
        case .pong: "a pong"
        }
    }
}
