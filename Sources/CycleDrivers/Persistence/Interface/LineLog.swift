import CycleBase

extension PersistenceDriver {
    /// Lines on their way to the end of a file, as a part of a frame: each is appended once.
    ///
    ///     frame.log.append("started")                                                   // in any event-filter
    ///     frameFilter: { PersistenceDriver.Model($0.log.requests) }
    ///     eventFilter: { frame, event in frame.log.take(event) }
    ///
    /// Lines that are on disk are forgotten. All lines that wait are written in one go and forced to the disk once: a
    /// million lines that come faster than the disk cost as many syncs as the disk makes in that time.
    ///
    /// - Complexity: O(new lines) in each frame: see ``Lines``.
    public struct LineLog: Hashable, Codable, Sendable {
        /// The file of the log, below the root of the driver.
        public let path: Path
        /// The lines that are not known to be on disk.
        public private(set) var lines = Lines()
        /// The number of the first of them.
        private var first = 0

        /// A log of which this run has appended nothing yet.
        public init(_ path: Path) {
            self.path = path
        }

        /// - Parameter text: With line breaks in it, it is several lines. NUL becomes U+FFFD.
        public mutating func append(_ text: String) {
            guard text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == 0 }) else { return lines.append(text) }
            for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                let scalars = String(decoding: line, as: UTF8.self).unicodeScalars.map { $0 == "\0" ? "\u{fffd}" : $0 }
                lines.append(String(String.UnicodeScalarView(scalars)))
            }
        }

        /// One, or none if there is nothing to append.
        public var requests: [Request] { lines.isEmpty ? [] : [Request(path, .append(lines, from: first))] }

        /// Forgets lines that an event reports to be on disk. Other events change nothing.
        public mutating func take(_ event: Event) {
            guard case .appended(path, let end) = event else { return }
            lines.removeFirst(end.subtractingSaturated(first))
            first = max(first, end)
        }

        public static func == (one: Self, other: Self) -> Bool {
            // The number first: it tells two apart that hold equal lines at different places.
            one.first == other.first && one.path == other.path && one.lines == other.lines
        }
    }
}
