import CycleBase

/// Reads the events of a response of the type `text/event-stream`, from its bytes, wherever they are cut.
///
///     case .chunk(_, let bytes): frame.news += frame.reader.read(bytes)
///
/// A value that a frame keeps, by the algorithm of the HTML standard ("Server-sent events", 9.2.6). An event that is not complete at the end
/// of the stream is none. Its JSON is for recordings alone. ``retry`` and ``lastID`` are what a request that goes on needs.
///
/// A line, and the data of one event, have at most ``limit`` bytes: what is longer is dropped with its event, and ``droppedCount`` counts it.
public struct ServerSentEvents: Hashable, Sendable, Codable {
    /// The bytes of a line, and those of the data of an event.
    public let limit: Int
    /// The newest identity that the stream has named; empty for none.
    public private(set) var lastID: String
    /// The identity behind which this stream has begun, for the `Last-Event-ID` of its request.
    public private(set) var firstID: String
    /// How long the server wants a client to wait before it connects again; `nil` where it has not said so.
    public private(set) var retry: Duration?
    /// The events that were too long.
    public private(set) var droppedCount = 0

    private var line: [UInt8] = []
    private var type: [UInt8] = []
    /// The lines of data, each with a line feed behind it.
    private var data: [UInt8] = []
    private var newestID: String
    private var isLineTooLong = false
    private var isEventTooLong = false
    /// Whether a line feed belongs to the carriage return before it.
    private var isBehindReturn = false
    /// How many bytes of a mark of byte order have come; `nil` behind it.
    private var markCount: Int? = 0

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// - Parameters:
    ///   - lastID: The identity behind which the stream goes on.
    ///   - limit: The bytes of a line, and those of the data of an event.
    public init(lastID: String = "", limit: Int = 1 << 20) {
        self.lastID = lastID
        firstID = lastID
        self.limit = max(0, limit)
        newestID = lastID
    }

    /// Begins another stream behind the newest event. An event that was not complete is dropped, and ``retry`` is kept.
    public mutating func reconnect() {
        let old = self
        self = ServerSentEvents(lastID: old.lastID, limit: old.limit)
        (retry, droppedCount) = (old.retry, old.droppedCount)
    }

    /// Reads the next bytes of the stream.
    ///
    /// - Returns: The events that they complete.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes { read(byte, &events) }
        return events
    }

    private mutating func read(_ byte: UInt8, _ events: inout [ServerSentEvent]) {
        if let count = markCount {
            if byte == Self.mark[count] {
                markCount = count == 2 ? nil : count + 1
                return
            }
            // No mark: its first bytes are those of a line.
            markCount = nil
            for byte in Self.mark.prefix(count) { read(byte, &events) }
        }
        let isPair = isBehindReturn && byte == 10
        isBehindReturn = byte == 13
        if isPair { return }
        guard byte == 10 || byte == 13 else {
            if line.count < limit { line.append(byte) } else { isLineTooLong = true }
            return
        }
        if isLineTooLong { isEventTooLong = true } else if line.isEmpty { dispatch(&events) } else { take(line) }
        (line, isLineTooLong) = ([], false)
    }

    /// A line that is not empty.
    private mutating func take(_ line: [UInt8]) {
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        // A comment.
        if colon == 0 { return }
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == 0x20 { value.removeFirst() }
        switch String(decoding: line[..<(colon ?? line.count)], as: UTF8.self) {
        case "event": type = Array(value)
        case "data":
            guard data.count + value.count <= limit else { return isEventTooLong = true }
            data += value
            data.append(10)
        case "id": if !value.contains(0) { newestID = String(decoding: value, as: UTF8.self) }
        case "retry": takeRetry(value)
        default: break
        }
    }

    private mutating func takeRetry(_ value: ArraySlice<UInt8>) {
        guard !value.isEmpty, value.allSatisfy(\.isDigit) else { return }
        retry = .milliseconds(Int64(digits: String(decoding: value, as: UTF8.self)) ?? .max)
    }

    /// An empty line.
    private mutating func dispatch(_ events: inout [ServerSentEvent]) {
        defer { (type, data, isEventTooLong) = ([], [], false) }
        lastID = newestID
        guard !isEventTooLong else { return droppedCount = droppedCount.addingSaturated(1) }
        guard !data.isEmpty else { return }
        data.removeLast()
        let name = type.isEmpty ? "message" : String(decoding: type, as: UTF8.self)
        events.append(ServerSentEvent(String(decoding: data, as: UTF8.self), type: name, lastID: lastID))
    }
}
