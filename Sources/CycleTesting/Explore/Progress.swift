import Cycle

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Says on a terminal how far an exploration is, when it takes longer than two seconds.
struct Progress {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var count = 0
    private var hasShown = false

    init() {
        start = clock.now
        next = start + .seconds(2)
    }

    mutating func show(_ report: Exploration, states: Int) {
        count += 1
        guard count % 64 == 0, clock.now >= next else { return }
        next = clock.now + .seconds(1)
        hasShown = true
        write(
            "\rexploring: \(states) states, \(report.edgeCount) events, depth \(report.depth), \((clock.now - start).components.seconds) s "
        )
    }

    func end() {
        if hasShown { write("\r\u{1B}[K") }
    }

    /// To the terminal that messages go to; nowhere if there is none.
    private func write(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { buffer in
            #if canImport(Glibc)
                Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
            #else
                Darwin.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
            #endif
        }
    }
}
