#if canImport(Testing)
    import Testing
#endif

/// A turn that a test did not account for, and its place in the test.
///
///     AppTests/CounterTests.swift:12: not the frame that was expected; expected -> delivered:
///     frame.total: 2 -> 1
///
/// In a test of Swift Testing the failure is reported at that place, with the reason, and the test ends there; any
/// other test framework gets this error, whose description begins with the place.
public struct UnexpectedTurn: Error, CustomStringConvertible {
    /// The place of the call that failed: a test framework that catches the error knows only where the test begins.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
        /// `Module/File.swift`.
        public let file: String
        /// On this machine.
        let path: String
        /// From 1.
        public let line: Int
        let column: Int

        package init(_ file: StaticString, _ path: StaticString, _ line: UInt, _ column: UInt) {
            self.file = "\(file)"
            self.path = "\(path)"
            self.line = Int(line)
            self.column = Int(column)
        }

        /// `Module/File.swift:12`.
        public var description: String { "\(file):\(line)" }
    }

    /// Where the test expected something else.
    public let place: Place
    /// The reason, in a sentence.
    public let reason: String

    init(_ reason: String, at place: Place) {
        self.reason = reason
        self.place = place
    }

    /// The place, and what happened instead.
    public var description: String { "\(place): \(reason)" }

    /// Ends the test.
    func fail() throws -> Never {
        try place.fail(reason, self)
    }
}

extension UnexpectedTurn.Place {
    /// Ends the test here: reported to Swift Testing where that runs the test, and to any other test framework by an
    /// error.
    package func fail(_ reason: String, _ error: any Error) throws -> Never {
        #if canImport(Testing)
            if Test.current != nil {
                let location = SourceLocation(fileID: file, filePath: path, line: line, column: column)
                // The name is the heading of the report.
                let `what happened is what was expected` = false
                try #require(`what happened is what was expected`, "\(reason)", sourceLocation: location)
            }
        #endif
        throw error
    }
}
