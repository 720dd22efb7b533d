import CycleDrivers

/// The promises of a `TimerDriver`, kept beside a run of it: each event is checked against the timers that are wanted.
final class TimerLedger {
    typealias Timers = TimerDriver<Int>

    private struct Entry {
        let schedule: Timers.Schedule
        let start: Duration
        var count = 0
    }

    private var entries: [Int: Entry] = [:]
    /// The longest that the machine is late.
    private let latest: Duration
    private let now: () -> Duration
    private let wallNow: () -> Duration
    private(set) var problems: [String] = []
    private(set) var missedCount = 0
    private(set) var latestBy: Duration = .zero

    init(latest: Duration, now: @escaping () -> Duration, wallNow: @escaping () -> Duration) {
        self.latest = latest
        self.now = now
        self.wallNow = wallNow
    }

    /// The model from now on: a timer that stays goes on, one that is new or has changed starts.
    func want(_ timers: [Timers.Timer]) {
        let pairs = timers.map { timer -> (Int, Entry) in
            if let entry = entries[timer.id], entry.schedule == timer.schedule { return (timer.id, entry) }
            return (timer.id, Entry(schedule: timer.schedule, start: now()))
        }
        entries = Dictionary(pairs) { first, _ in first }
    }

    func note(_ event: Timers.Event) {
        guard case .fired(let id, let count, let scheduled, let lateBy, _) = event else {
            return problems.append("\(event)")
        }
        guard let entry = entries[id] else { return problems.append("\(event) of a timer that nobody wants") }
        if lateBy < .zero { problems.append("\(event) is early") }
        if case .daily = entry.schedule {} else { latestBy = max(latestBy, lateBy) }
        entries[id]?.count = count
        switch entry.schedule {
        case .once(let delay, let tolerance):
            check(event, count == 1 && entry.count == 0, "once")
            check(event, scheduled == entry.start + delay, "when it was due")
            check(event, lateBy <= latest + tolerance && scheduled + lateBy == now(), "how late")
        case .every(let period, let tolerance, let missed):
            missedCount += count - entry.count - 1
            check(event, scheduled == entry.start + period * count, "no drift")
            check(event, missed == .all ? count == entry.count + 1 : count > entry.count, "the number")
            check(event, missed == .all || lateBy < period, "only the newest of the missed")
            check(event, lateBy <= latest + tolerance && scheduled + lateBy == now(), "how late")
        case .daily(let time, _, let missed):
            check(event, missed == .all ? count == entry.count + 1 : count > entry.count, "the number")
            check(event, TimeOfDay(since1970: scheduled) == time, "the time of day")
            check(event, scheduled + lateBy == wallNow(), "how late")
        }
    }

    private func check(_ event: Timers.Event, _ holds: Bool, _ promise: String) {
        if !holds { problems.append("\(event) breaks \(promise)") }
    }
}

extension TimeOfDay {
    /// In universal time.
    fileprivate init(since1970 time: Duration) {
        let second = Int(time.components.seconds % 86_400)
        self.init(hour: second / 3_600, minute: second / 60 % 60, second: second % 60)
    }
}
