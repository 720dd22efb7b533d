/// What a test did not account for, and where in the test.
public struct UnexpectedTurn: Error, CustomStringConvertible {
    /// Of the call that failed: a test framework that catches the error knows only where the test begins.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
        /// `Module/File.swift`.
        public let file: String
        /// From 1.
        public let line: Int

        init(_ file: StaticString, _ line: UInt) {
            self.file = "\(file)"
            self.line = Int(line)
        }

        /// `Module/File.swift:12`.
        public var description: String { "\(file):\(line)" }
    }

    /// Where the test expected something else.
    public let place: Place
    /// What happened instead.
    public let reason: String

    init(_ reason: String, at place: Place) {
        self.reason = reason
        self.place = place
    }

    /// The place, and what happened instead.
    public var description: String { "\(place): \(reason)" }
}
