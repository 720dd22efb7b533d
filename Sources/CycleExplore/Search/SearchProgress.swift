import Cycle
import CycleSystem

/// Says how far an exploration is: on a terminal in one line, when it takes longer than two seconds; elsewhere, as below `swift
/// test` and in a log, in a line every ten seconds, so that it is not taken for one that hangs.
struct SearchProgress {
    private let clock = ContinuousClock()
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    private let start: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var count = 0
    private var hasShown = false

    init() {
        start = clock.now
        next = start + .seconds(isOnTerminal ? 2 : 10)
    }

    mutating func show(_ report: Exploration, states: Int) {
        count += 1
        guard count % 64 == 0, clock.now >= next else { return }
        next = clock.now + .seconds(isOnTerminal ? 1 : 10)
        hasShown = true
        let seconds = (clock.now - start).components.seconds
        let text = "exploring: \(states) states, \(report.edgeCount) events, depth \(report.depth), \(seconds) s"
        say(isOnTerminal ? "\r\(text) " : "\(text)\n", end: "")
    }

    func end() {
        if hasShown, isOnTerminal { say("\r\u{1B}[K", end: "") }
    }
}

/// Writes to standard error: what is said to a person, beside the results.
func say(_ text: String, end: String = "\n") {
    let bytes = Array((text + end).utf8)
    _ = bytes.withUnsafeBytes { buffer in write(STDERR_FILENO, buffer.baseAddress, buffer.count) }
}
