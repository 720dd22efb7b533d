/// When screens are drawn while many keys come at once: the first at once, then one an interval, the last always.
/// Each key is still an event, and each frame is made; only screens that no user could see are not drawn.
struct ScreenPace: Hashable {
    private let interval: Duration
    private var lastScreen: Duration?
    private var lastPiece: Duration?
    /// Several keys came in one piece, and not all of their frames have been made.
    private var isBurst = false
    /// The piece before was not long ago.
    private var keepsComing = false

    init(interval: Duration) {
        self.interval = interval
    }

    /// A piece of input has come.
    ///
    /// - Returns: Whether it is a burst: Call ``end(at:)`` once its events have been taken.
    mutating func begin(eventCount: Int, at now: Duration) -> Bool {
        keepsComing = lastPiece.map { now - $0 < interval } ?? false
        lastPiece = now
        if eventCount > 1 { isBurst = true }
        return isBurst
    }

    /// Whether a screen has to wait.
    mutating func postpones(at now: Duration) -> Bool {
        if isBurst, let lastScreen, now - lastScreen < interval { return true }
        lastScreen = now
        return false
    }

    /// The events of a piece have been taken.
    ///
    /// - Returns: Until when what is not drawn yet waits, because input keeps coming; `nil` when it is to be drawn now.
    mutating func end(at now: Duration) -> Duration? {
        if keepsComing, let lastScreen, now - lastScreen < interval {
            return lastScreen + interval
        }
        lastScreen = now
        isBurst = false
        return nil
    }
}
