/// Ends the program because of a mistake of its programmer, with its message also in a release build.
///
/// - Parameter message: The mistake, and how to correct it.
func stop(_ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) -> Never {
    fatalError(message(), file: file, line: line)
}
