extension Descriptors {
    /// Has a write to a pipe whose reader has gone fail with `EPIPE`, and cause no signal.
    ///
    /// Linux sends `SIGPIPE` to the thread that writes, and the drivers' threads block it. Darwin sends it to the process,
    /// where a thread that does not block it takes it, and the process ends.
    ///
    /// - Parameter pipe: Not one that a child process writes to: this holds for all descriptors of the open file.
    package static func preventSignal(ofWritingTo pipe: Int32) {
        #if canImport(Darwin)
            _ = fcntl(pipe, F_SETNOSIGPIPE, 1)
        #endif
    }
}
