import CycleBase

/// The moments of a run, or of several, that were recorded.
///
///     let recording = try Recording(path: "counter.jsonl")
///     for moment in recording.moments { print(moment) }
///
/// The file is JSON Lines: a header, then a moment a line. A line that cannot be read is a fault, and all others count:
/// a file that was being written when its program was killed is as good as it was.
public struct Recording: Hashable, Sendable {
    /// A line that is not a moment.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// Counts from 1 on.
        public let line: Int
        /// The problem, in a few words.
        public let reason: String
        /// Whether the file stops in the middle of this line.
        public let isTorn: Bool

        public var description: String { "line \(line): \(reason)" }

        /// - Parameters:
        ///   - line: Counts from 1 on.
        ///   - reason: The problem, in a few words.
        ///   - isTorn: Whether the file stops in the middle of this line.
        public init(line: Int, reason: String, isTorn: Bool = false) {
            (self.line, self.reason, self.isTorn) = (line, reason, isTorn)
        }
    }

    /// The fault of a file whose program has not ended by itself.
    static let suddenEnd = "the program ended suddenly behind the moment before"

    /// The fault of a last line that is none, where no line end follows it.
    static let tornLine = "the file stops in the middle of it"

    /// The newest header of the file.
    public var header: RecordingHeader
    /// In the order of the file.
    public var moments: [RecordedMoment]
    /// The lines that could not be read, in order.
    public let faults: [Fault]

    /// A recording made of moments that were kept in memory.
    public init(header: RecordingHeader, moments: [RecordedMoment]) {
        self.init(header: header, moments: moments, faults: [])
    }

    package init(header: RecordingHeader, moments: [RecordedMoment], faults: [Fault]) {
        self.header = header
        self.moments = moments
        self.faults = faults
    }

    /// Reads a file, without trusting it.
    ///
    /// - Complexity: One pass. Two frames share in memory what is equal in them.
    public init(path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
        var reader = try RecordingReader(path: path, limits: limits)
        var moments: [RecordedMoment] = []
        while let moment = try reader.next() {
            guard reader.valueCount <= limits.valueCount else {
                throw RecordingError(path: path, problem: .tooManyValues(limit: limits.valueCount))
            }
            moments.append(moment)
        }
        self.init(header: reader.header, moments: moments, faults: reader.faults)
    }

    /// The content of the file.
    public var jsonLines: String {
        var writer = LineWriter()
        var text = JSONText((header.line + "\n").utf8)
        for moment in moments {
            writer.append(moment, to: &text)
            text.append(UInt8(ascii: "\n"))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
