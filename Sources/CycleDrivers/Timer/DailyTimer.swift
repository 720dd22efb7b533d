import Cycle

/// One running timer of a wall clock. Confined to its loop.
///
/// The wall clock's alarm tells it the moment, through an inlet. Once an hour by the loop's own time it looks up by itself:
/// a clock that was set back, and a machine that was taken to another zone, tell nobody.
final class DailyTimer {
    private let time: TimeOfDay
    private let zone: TimeOfDay.Zone
    private let missed: MissedTicks
    private let clock: any WallClock
    private let fire: (_ count: Int, _ scheduled: Duration, _ lateBy: Duration) -> Void
    private var alarm: (any Alarm)?
    /// The moments of the next firing and of the last, in seconds since 1970.
    private var next: Int64 = 0
    private var last: Int64?
    private var count = 0

    init(
        _ time: TimeOfDay, _ zone: TimeOfDay.Zone, missed: MissedTicks, _ clock: any WallClock,
        fire: @escaping (_ count: Int, _ scheduled: Duration, _ lateBy: Duration) -> Void
    ) {
        self.time = time
        self.zone = zone
        self.missed = missed
        self.clock = clock
        self.fire = fire
    }

    /// - Parameter ring: From any thread.
    /// - Returns: Whether the zone is known here.
    func start(_ ring: @escaping @Sendable () -> Void) -> Bool {
        guard let rules = zone.rules() else { return false }
        alarm = clock.alarm(ring)
        plan(rules, now: clock.now)
        return true
    }

    func stop() {
        alarm?.disarm()
        alarm = nil
    }

    /// Fires what is due, and plans what follows.
    func look() {
        guard alarm != nil, let rules = zone.rules() else { return }
        let now = clock.now
        var due: [(count: Int, time: Int64)] = []
        while .seconds(next) <= now {
            count += 1
            if missed == .skip { due = [] }
            due.append((count, next))
            last = next
            next = rules.next(secondOfDay: time.secondOfDay, after: next)
        }
        plan(rules, now: now)
        for (count, time) in due { fire(count, .seconds(time), now - .seconds(time)) }
    }

    /// A clock that is set back by less than a day does not make a day's firing happen twice.
    private func plan(_ rules: ZoneRules, now: Duration) {
        let second = now.components.seconds
        let from = last.map { $0 - second < secondsPerDay ? max($0, second) : second } ?? second
        next = rules.next(secondOfDay: time.secondOfDay, after: from)
        alarm?.arm(at: .seconds(next))
    }
}

extension TimerDriver.Timer {
    /// A timer of the wall clock.
    func daily(
        _ time: TimeOfDay, _ zone: TimeOfDay.Zone, missed: MissedTicks, _ queue: TimerQueue
    ) -> Signal<TimerDriver<ID>.Event> {
        Signal { sink in
            let timer = DailyTimer(time, zone, missed: missed, queue.wallClock) { count, scheduled, lateBy in
                sink.send(
                    .fired(
                        id, count: count, scheduled: scheduled, lateBy: lateBy, wallTime: scheduled + lateBy))
            }
            let rings = Signal<Void> { rung in
                let inlet = rung.inlet()
                if !timer.start({ inlet.send(()) }) { inlet.end() }
                return Subscription(timer.stop)
            }
            let hour = Duration.seconds(3_600)
            let look = QueuedTimer(tolerance: hour / 60) { look, now in
                queue.set(look, to: now + hour)
                timer.look()
            }
            let ringing = rings.run(
                inside: sink,
                finish: {
                    sink.send(.failed(id, .unknownZone(zone)))
                    sink.end()
                }, receive: timer.look)
            if queue.looksUp { queue.set(look, to: queue.start + hour) }
            return Subscription([ringing, Subscription { queue.remove(look) }])
        }
    }
}
