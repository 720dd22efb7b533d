/// The standard output of a program that writes text and shows no frames. `print` passes over an output that is full or closed.
package enum StandardOutput {
    /// Writes all of it, also where the reader is slow; where the reader has gone, the system ends the program.
    package static func write(_ text: String) throws(SystemFailure) {
        let isWritten = Descriptors.writeAll(Array(text.utf8), to: STDOUT_FILENO) {
            Descriptors.waitForRoom(STDOUT_FILENO, milliseconds: -1)
        }
        guard isWritten else { throw SystemFailure(code: errno) }
    }
}
