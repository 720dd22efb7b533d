#if canImport(Testing)
    import Testing
#endif

/// What a test did not account for, and where in the test.
///
/// In a test of Swift Testing the failure is told at that place, with the reason, and the test ends there; any other test
/// framework gets this error, whose description begins with the place.
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

/// A call in a test, as Swift Testing names it.
struct TestPlace {
    let file: StaticString
    let path: StaticString
    let line: UInt
    let column: UInt

    init(_ file: StaticString, _ path: StaticString, _ line: UInt, _ column: UInt) {
        (self.file, self.path, self.line, self.column) = (file, path, line, column)
    }

    /// Ends the test.
    func fail(_ reason: String) throws -> Never {
        #if canImport(Testing)
            if Test.current != nil {
                let turnWasExpected = false
                let location = SourceLocation(
                    fileID: "\(file)", filePath: "\(path)", line: Int(line), column: Int(column))
                try #require(turnWasExpected, "\(reason)", sourceLocation: location)
            }
        #endif
        throw UnexpectedTurn(reason, at: UnexpectedTurn.Place(file, line))
    }
}
