import CycleBase

/// Cuts the bytes of a stream into lines, however they are cut into pieces.
///
///     case .received(_, let bytes): frame.news += frame.reader.take(bytes)
///
/// A value that a frame keeps, one for each stream. A line ends with LF or CRLF, which are not part of it. One that is longer than
/// ``limit`` comes in several pieces, so that a peer that ends no line fills no memory: a protocol in which such a line is a mistake looks at
/// its length. Its JSON is for recordings alone.
public struct StreamLines: Hashable, Sendable, Codable {
    /// The most bytes of a line that comes in one piece.
    public var limit: Int { cutter.limit }
    private var cutter: LineCutter

    /// - Parameter limit: The most bytes of a line that comes in one piece; at least 1.
    public init(limit: Int = 65_536) { cutter = LineCutter(limit: limit) }

    /// Takes the next bytes of the stream.
    ///
    /// - Returns: The lines that end in them, with U+FFFD in the place of what is not UTF-8.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [String] { cutter.takeTexts(bytes) }

    /// Takes the line that the stream has left without an end.
    ///
    /// - Returns: `nil` where there is none.
    public mutating func finish() -> String? {
        var last: String?
        cutter.finish { last = String(decoding: $0, as: UTF8.self) }
        return last
    }
}
