import FoundationEssentials

/// A line that a child has printed, or that proctor says of it.
public struct Line: Hashable, Encodable, Sendable {
    public enum Stream: String, Encodable, Sendable { case out, err, event }

    public var name: String
    public var stream: Stream
    public var text: String
    /// Seconds since 1970.
    public var time: Double?

    /// The text as the screen shows it: what proctor says is dim.
    var colored: String { stream == .event ? "\u{1b}[2m\(text)\u{1b}[0m" : text }

    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? encoder.encode(self)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}
