/// Ends the program because of a mistake of its programmer, with its message also in a release build.
///
/// It is not called `stop`, as in other modules: machines have a method of that name.
///
/// - Parameter message: The mistake, and how to correct it.
package func trap(_ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) -> Never {
    fatalError(message(), file: file, line: line)
}
