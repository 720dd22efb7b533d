import Cycle

/// All timers of one running driver, on one alarm.
///
/// Confined to its loop. The alarm is armed for the first moment at which some timer can wait no longer; all timers that
/// are due by then fire together, each once, in the order in which they are due; of those due at once the one that started
/// first.
final class TimerQueue {
    let wallClock: any WallClock
    /// Whether timers of the wall clock look at it each hour.
    let looksUp: Bool
    private let time: () -> Duration
    private var alarm: (any Alarm)?
    private var armedFor: Duration?
    private var isRinging = false
    private var due = DeadlineHeap<QueuedTimer>()
    private var latest = DeadlineHeap<DeadlineNode>()

    /// - Parameter alarm: Makes an alarm of the loop.
    init(
        time: @escaping () -> Duration, wallClock: any WallClock, looksUp: Bool,
        alarm: (_ ring: @escaping () -> Void) -> any Alarm
    ) {
        self.time = time
        self.wallClock = wallClock
        self.looksUp = looksUp
        self.alarm = alarm { [weak self] in self?.ring() }
    }

    /// When the model was delivered that the timers which start now came with: they count from the same moment.
    private(set) var start: Duration = .zero

    func beginModel() {
        start = time()
    }

    /// Makes `timer` fire at `deadline`, or up to its tolerance later.
    func set(_ timer: QueuedTimer, to deadline: Duration) {
        due.set(timer, to: deadline, keepingRank: true)
        latest.set(timer.latest, to: deadline.adding(timer.tolerance))
        arm()
    }

    func remove(_ timer: QueuedTimer) {
        due.remove(timer)
        latest.remove(timer.latest)
        arm()
    }

    /// Lets go of the alarm, and so of the loop.
    func stop() {
        alarm?.disarm()
        alarm = nil
    }

    private func arm() {
        guard !isRinging else { return }
        let deadline = latest.first?.deadline
        guard deadline != armedFor else { return }
        armedFor = deadline
        if let deadline { alarm?.arm(at: deadline) } else { alarm?.disarm() }
    }

    private func ring() {
        isRinging = true
        armedFor = nil
        let now = time()
        var firing: [QueuedTimer] = []
        while let timer = due.first, timer.deadline <= now {
            remove(timer)
            firing.append(timer)
        }
        // Only then: one that is due again at once waits for the next ring, after the events of others.
        for timer in firing { timer.fire(timer, now) }
        isRinging = false
        arm()
    }
}

/// A timer that waits in a ``TimerQueue``.
final class QueuedTimer: DeadlineNode {
    let tolerance: Duration
    /// The last moment at which it may fire.
    fileprivate let latest = DeadlineNode()
    /// Called with the time at which it fires. It is out of the queue by then, and may be set anew.
    fileprivate let fire: (_ timer: QueuedTimer, _ now: Duration) -> Void

    /// - Parameter tolerance: One below zero is zero.
    init(tolerance: Duration, fire: @escaping (_ timer: QueuedTimer, _ now: Duration) -> Void) {
        self.tolerance = max(tolerance, .zero)
        self.fire = fire
    }
}
