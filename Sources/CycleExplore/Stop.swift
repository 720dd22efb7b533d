/// Ends the program because of a mistake of its programmer.
///
/// `precondition` drops its message in a release build; this keeps it.
///
/// - Parameter message: The mistake, and how to correct it.
package func stop(_ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) -> Never {
    fatalError(message(), file: file, line: line)
}
