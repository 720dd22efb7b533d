#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why what was printed is not all there. No frame can show it, and the last that is printed has no frame after it: it is said
/// on standard error when the process exits, and that is then an error.
///
/// - Source: `close_stdout` of gnulib.
enum StandardOutput {
    private static let failure = Guarded<ConsoleDriver.Failure?>(nil)
    private static let exitWatch: Void = { atexit { StandardOutput.end() } }()

    /// What asks later is told of the exit before this, which is the last.
    static func watch() {
        exitWatch
    }

    static func hasFailed(_ reason: ConsoleDriver.Failure) {
        // A reader may leave when it has read enough.
        guard reason != .outputClosed else { return }
        failure.withLock { if $0 == nil { $0 = reason } }
    }

    private static func end() {
        guard let failure = failure.withLock(\.self) else { return }
        let program = CommandLine.arguments.first?.split(separator: "/").last.map { "\($0): " } ?? ""
        let bytes = Array("\(program)\(failure.reason)\n".utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        fflush(nil)
        _exit(1)
    }
}
