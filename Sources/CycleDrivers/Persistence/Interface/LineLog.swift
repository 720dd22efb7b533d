extension PersistenceDriver {
    /// Lines on their way to the end of a file, as a part of a frame: each is appended once.
    ///
    ///     frame.log.append("started")                                                   // in any event-filter
    ///     frameFilter: { PersistenceDriver.Model($0.log.requests) }
    ///     eventFilter: { frame, event in frame.log.take(event) }
    ///
    /// What is on disk is forgotten.
    public struct LineLog: Hashable, Codable, Sendable {
        /// The file of the log, below the root of the driver.
        public let path: Path
        /// Those that are not known to be on disk.
        public private(set) var lines: [String] = []
        /// The number of the first of them.
        private var first = 0

        /// A log of which this run has appended nothing yet.
        public init(_ path: Path) {
            self.path = path
        }

        /// - Parameter text: With line breaks in it, it is several lines. NUL becomes U+FFFD.
        public mutating func append(_ text: String) {
            let bytes = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            lines += bytes.map { line in
                String(
                    String.UnicodeScalarView(
                        String(decoding: line, as: UTF8.self).unicodeScalars.map {
                            $0 == "\0" ? "\u{fffd}" : $0
                        }))
            }
        }

        /// One, or none if there is nothing to append.
        public var requests: [Request] { lines.isEmpty ? [] : [.append(path, lines, from: first)] }

        /// Forgets what an event says is on disk. Other events are passed over.
        public mutating func take(_ event: Event) {
            guard case .appended(path, let end) = event else { return }
            lines.removeFirst(min(max(0, end.subtractingSaturated(first)), lines.count))
            first = max(first, end)
        }
    }
}
