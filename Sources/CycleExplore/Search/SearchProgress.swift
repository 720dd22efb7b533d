import Cycle
import CycleBase

/// Says how far an exploration is: on a terminal in one line, when it takes longer than two seconds; elsewhere, as below `swift
/// test` and in a log, in a line every ten seconds, so that it is not taken for one that hangs.
///
/// After 10, 20, 40 seconds and so on it says, too, which places of the frame have the most values: it may have no end.
struct SearchProgress {
    /// An exploration that takes longer says something.
    static var delay: Duration { .seconds(isOnTerminal ? 2 : 10) }
    private static var isOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    private static var firstValues: Duration { .seconds(10) }

    private let isOnTerminal: Bool
    private let passed: () -> Duration
    private let say: (String) -> Void
    private var next: Duration
    private var nextValues = firstValues
    private var count = 0
    private var hasShown = false
    /// The reason why the search begins again, in words.
    var again = ""

    init() {
        let clock = ContinuousClock()
        let start = clock.now
        self.init(isOnTerminal: Self.isOnTerminal, after: Self.delay, passed: { clock.now - start }) {
            CycleExplore.say($0, end: "")
        }
    }

    init(
        isOnTerminal: Bool, after delay: Duration, passed: @escaping () -> Duration, _ say: @escaping (String) -> Void
    ) {
        (self.isOnTerminal, self.passed, self.say) = (isOnTerminal, passed, say)
        next = delay
    }

    /// - Parameters:
    ///   - report: The result so far.
    ///   - states: How many there are.
    ///   - values: The places with the most values. Called where they are said.
    mutating func show(_ report: Exploration, states: Int, _ values: () -> [String]) {
        count += 1
        guard count % 64 == 0 else { return }
        let time = passed()
        guard time >= next else { return }
        next = time + .seconds(isOnTerminal ? 1 : 10)
        hasShown = true
        let text =
            "exploring\(again.isEmpty ? "" : " again, \(again)"): \(states) states, \(report.edgeCount) events, depth \(report.depth), \(time.components.seconds) s"
        say(isOnTerminal ? "\r\(text) " : "\(text)\n")
        guard time >= nextValues else { return }
        nextValues = max(nextValues, time) * 2
        let most = values()
        if most.isEmpty { return }
        say((isOnTerminal ? "\r\u{1B}[K" : "") + "  most values: \(most.joined(separator: ", "))\n")
    }

    func end() {
        if hasShown, isOnTerminal { say("\r\u{1B}[K") }
    }
}

/// Writes to standard error: what is said to a person, beside the results.
package func say(_ text: String, end: String = "\n") {
    let bytes = Array((text + end).utf8)
    _ = bytes.withUnsafeBytes { buffer in write(STDERR_FILENO, buffer.baseAddress, buffer.count) }
}
