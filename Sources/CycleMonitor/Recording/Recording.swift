/// The moments of a run, or of several, that were recorded.
///
///     let recording = try Recording(path: "counter.jsonl")
///     for moment in recording.moments { print(moment) }
///
/// The file is JSON Lines: a header, then a moment a line. A line that cannot be read is a fault, and all others count:
/// a file that was being written when its program was killed is as good as it was.
public struct Recording: Hashable, Sendable {
    /// A line that is not a moment.
    public struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// Counts from 1 on.
        public let line: Int
        public let reason: String
        /// Whether the file stops in the middle of this line.
        public let isTorn: Bool

        public var description: String { "line \(line): \(reason)" }
    }

    public var header: RecordingHeader
    public var moments: [RecordedMoment]
    /// What could not be read, in the order of the lines.
    public let faults: [Fault]

    /// A recording made of moments that were kept in memory.
    public init(header: RecordingHeader, moments: [RecordedMoment]) {
        self.init(header: header, moments: moments, faults: [])
    }

    init(header: RecordingHeader, moments: [RecordedMoment], faults: [Fault]) {
        self.header = header
        self.moments = moments
        self.faults = faults
    }

    /// Reads a file, without trusting it.
    ///
    /// - Complexity: One pass, in the memory that the moments take.
    public init(path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
        var reader = RecordingReader(path: path, limits: limits)
        self = try reader.read()
    }

    /// The content of the file.
    public var jsonLines: String {
        ([header.line] + moments.map(\.line)).map { $0 + "\n" }.joined()
    }
}
