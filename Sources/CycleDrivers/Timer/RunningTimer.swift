import Cycle

extension TimerDriver.Timer {
    /// What this timer does from now on.
    func events(_ queue: TimerQueue) -> Signal<TimerDriver<ID>.Event> {
        switch schedule {
        case .once(let delay, let tolerance): once(after: delay, tolerance, queue)
        case .every(let period, let tolerance, let missed):
            period > .zero ? every(period, tolerance, missed, queue) : .just(.failed(id, .notAPeriod(period)))
        case .daily(let time, let zone, let missed): daily(time, zone, missed: missed, queue)
        }
    }

    private func once(
        after delay: Duration, _ tolerance: Duration, _ queue: TimerQueue
    ) -> Signal<TimerDriver<ID>.Event> {
        Signal { sink in
            let scheduled = queue.start.adding(delay)
            let timer = QueuedTimer(tolerance: tolerance) { _, now in
                sink.send(fired(1, scheduled, now, queue))
                sink.end()
            }
            queue.set(timer, to: scheduled)
            return Subscription { queue.remove(timer) }
        }
    }

    private func every(
        _ period: Duration, _ tolerance: Duration, _ missed: MissedTicks, _ queue: TimerQueue
    ) -> Signal<TimerDriver<ID>.Event> {
        Signal { sink in
            var ticks = Ticks(period, missed, start: queue.start)
            let timer = QueuedTimer(tolerance: tolerance) { timer, now in
                let due = ticks.take(at: now)
                queue.set(timer, to: ticks.next.scheduled)
                for tick in due { sink.send(fired(tick.count, tick.scheduled, now, queue)) }
            }
            queue.set(timer, to: ticks.next.scheduled)
            return Subscription { queue.remove(timer) }
        }
    }

    private func fired(
        _ count: Int, _ scheduled: Duration, _ now: Duration, _ queue: TimerQueue
    ) -> TimerDriver<ID>.Event {
        .fired(id, count: count, scheduled: scheduled, lateBy: now - scheduled, wallTime: queue.wallClock.now)
    }
}

/// The ticks of one timer: tick `count` is scheduled at `start + count * period`.
struct Ticks {
    typealias Tick = (count: Int, scheduled: Duration)

    /// So many that were missed are taken together, before other events have their turn.
    static let mostTogether = 64

    private let period: Duration
    private let missed: MissedTicks
    private let start: Duration
    private(set) var next: Tick

    /// - Parameter period: More than zero.
    init(_ period: Duration, _ missed: MissedTicks, start: Duration) {
        self.period = period
        self.missed = missed
        self.start = start
        next = (1, start.adding(period))
    }

    /// Those that are to fire at `now`, when the next one is due. Those that are left for later are due as well, and next.
    mutating func take(at now: Duration) -> [Tick] {
        let newest = count(at: now)
        let first = missed == .skip ? newest : next.count
        let last = missed == .skip ? newest : min(newest, first + Ticks.mostTogether - 1)
        next = tick(last + 1)
        return (first...last).map(tick)
    }

    /// How many have been due by `now`. More than can be counted are not counted.
    private func count(at now: Duration) -> Int {
        let count = Int(clamping: (now - start).attoseconds / period.attoseconds)
        return min(max(next.count, count), Int.max - 1)
    }

    private func tick(_ count: Int) -> Tick {
        // A product of 128 bits may be too large; what is due after the longest time never is.
        let (product, isTooLarge) = period.attoseconds.multipliedReportingOverflow(by: Int128(count))
        return (count, isTooLarge ? .longest : start.adding(Duration(attoseconds: product)))
    }
}
