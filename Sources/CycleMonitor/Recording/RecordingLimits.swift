/// How much of a recording is believed: looked at before anything is decoded, and kept by the recorder as well.
///
///     try Recording(path: "long.jsonl", limits: RecordingLimits(byteCount: 1 << 30))
public struct RecordingLimits: Hashable, Sendable {
    /// How long a file may be.
    public var byteCount: Int
    /// How long one line may be: the moment with its event and two frames.
    public var lineByteCount: Int
    /// How many lines there may be.
    public var lineCount: Int
    /// How many JSON values a ``Recording`` may be made of: each takes some 40 bytes of memory, whatever it is.
    public var valueCount: Int

    /// By default what a program reads in a second or two.
    public init(
        byteCount: Int = 256 << 20, lineByteCount: Int = 4 << 20, lineCount: Int = 1_000_000,
        valueCount: Int = 16_000_000
    ) {
        self.byteCount = byteCount
        self.lineByteCount = lineByteCount
        self.lineCount = lineCount
        self.valueCount = valueCount
    }

    /// The limit of one event or frame, so that a line of three of them is never too long to be read again.
    var valueByteCount: Int { max(0, (lineByteCount - 1_024) / 3) }
}
