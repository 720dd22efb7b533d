import Cycle

/// Time: it goes to the next alarm, or to just before it.
final class ExploredAlarms: Explorable {
    private let time: VirtualTime
    private let horizon: Duration
    var pauses = Allowance(0)
    private var periods: [Duration] = []
    private var start: Duration = .zero
    /// Whether an alarm was left alone because it is too far away.
    private(set) var hasCut = false

    init(_ time: VirtualTime, horizon: Duration) {
        self.time = time
        self.horizon = horizon
    }

    /// A ticker ticks at a time that is counted from the start of the loop, also when no alarm tells.
    func noteTicker(every period: Duration) {
        if !periods.contains(period) { periods.append(period) }
    }

    private static let instant = Duration.nanoseconds(1)

    var possibilities: [Possibility] {
        guard let next = time.nextAlarm else { return [] }
        guard next.deadline - time.now <= horizon else {
            hasCut = true
            return []
        }
        let name = next.name.isEmpty ? "alarm" : next.name
        let ring = Possibility("time", "\(name) rings", thing: next.number, kind: .due)
        guard pauses.isLeft, next.deadline - time.now > ExploredAlarms.instant else { return [ring] }
        return [ring, Possibility("time", "just before \(name) rings", thing: next.number, outcome: 1, kind: .pause)]
    }

    func happen(_ possibility: Possibility) {
        if possibility.kind == .pause {
            pauses.use()
            time.pauseBeforeNextAlarm(by: ExploredAlarms.instant)
        } else {
            time.ringNextAlarm()
        }
    }

    func remember(in memory: inout Fingerprint) {
        for alarm in time.armedAlarms where alarm.deadline - time.now <= horizon {
            memory.combine(alarm.name)
            memory.combine(alarm.deadline - time.now)
        }
        for period in periods { memory.combine((time.now - start).attoseconds % period.attoseconds) }
    }

    func losePower() {
        start = time.now
        periods = []
    }
}
