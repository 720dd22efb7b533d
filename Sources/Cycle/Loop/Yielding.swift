/// When a loop that is never idle lets others of its isolation run.
///
/// By time, because a turn takes 50 ns or 50 ms, and by number, for schedulers whose time stands still meanwhile. To yield
/// costs as much as many turns, most of it in the system.
struct Yielding {
    /// How many turns are taken between two looks at the time.
    static let turnCount = 256
    private static let slice = Duration.milliseconds(1)
    private static let lookLimit = 256

    private let loop: Loop
    private var latest: Duration
    private var lookCount = 0

    init(_ loop: Loop) {
        self.loop = loop
        latest = loop.now
    }

    /// Asks once: the next slice begins when it was.
    var isDue: Bool {
        mutating get {
            let now = loop.now
            lookCount += 1
            guard now - latest >= Yielding.slice || lookCount == Yielding.lookLimit else { return false }
            latest = now
            lookCount = 0
            return true
        }
    }
}
