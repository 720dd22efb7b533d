import CycleBase

/// An event that a server sends within a response of the type `text/event-stream`.
///
/// In JSON `{"type":"message","data":"text","lastID":"7"}`.
public struct ServerSentEvent: Hashable, Sendable, Codable {
    /// `message` unless the server says another one.
    public var type: String
    /// The lines of its data, with `\n` between them.
    public var data: String
    /// The newest identity that the stream has named up to this event, or an event before it; empty for none. To go on behind it, a request
    /// says it as `Last-Event-ID`.
    public var lastID: String

    /// For a server, and for tests.
    public init(_ data: String, type: String = "message", lastID: String = "") {
        self.type = type
        self.data = data
        self.lastID = lastID
    }

    /// The event as a piece of a stream. Line breaks in its type and identity, and NUL in its identity, are left out: they would be other
    /// fields.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func write(_ name: String, _ value: some Sequence<UInt8>) {
            bytes += name.utf8
            bytes += ": ".utf8
            bytes += value
            bytes.append(UInt8(ascii: "\n"))
        }
        let isBreak = { (byte: UInt8) in byte == 10 || byte == 13 }
        if !lastID.isEmpty { write("id", lastID.utf8.filter { !isBreak($0) && $0 != 0 }) }
        if type != "message" { write("event", type.utf8.filter { !isBreak($0) }) }
        for line in lines { write("data", line) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// The lines of the data, whichever line breaks it has.
    private var lines: [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = Array(data.utf8)[...]
        while let end = rest.firstIndex(where: { $0 == 10 || $0 == 13 }) {
            lines.append(rest[..<end])
            let isPair = rest[end] == 13 && rest.index(after: end) < rest.endIndex && rest[end + 1] == 10
            rest = rest[(end + (isPair ? 2 : 1))...]
        }
        return lines + [rest]
    }

    /// The header of a response that sends events.
    public static var headers: HTTP.Headers { ["Content-Type": "text/event-stream", "Cache-Control": "no-store"] }

    /// A comment, which keeps a connection open and is no event.
    public static var comment: [UInt8] { Array(":\n\n".utf8) }
}
