import Cycle

extension TimerDriver.Timed {
    /// What this timer does from now on.
    func events(_ queue: TimerQueue, _ wallClock: any WallClock) -> Signal<TimerDriver<ID>.Event> {
        switch schedule {
        case .once(let delay, let tolerance): once(after: delay, tolerance, queue)
        case .every(let period, let tolerance, let missed): every(period, tolerance, missed, queue)
        case .daily(let time, let zone, let missed): daily(time, zone, missed: missed, queue, wallClock)
        }
    }

    private func once(
        after delay: Duration, _ tolerance: Duration, _ queue: TimerQueue
    ) -> Signal<TimerDriver<ID>.Event> {
        Signal { sink in
            let scheduled = queue.start + delay
            let timer = QueuedTimer(tolerance: tolerance) { _, now in
                sink.send(.fired(id, count: 1, scheduled: scheduled, lateBy: now - scheduled))
                sink.end()
            }
            queue.set(timer, to: scheduled)
            return Subscription { queue.remove(timer) }
        }
    }

    private func every(
        _ period: Duration, _ tolerance: Duration, _ missed: MissedTicks, _ queue: TimerQueue
    ) -> Signal<TimerDriver<ID>.Event> {
        precondition(period > .zero, "every(\(id), \(period)): a period is more than zero")
        return Signal { sink in
            let start = queue.start
            var next = 1
            let timer = QueuedTimer(tolerance: tolerance) { timer, now in
                let newest = Int((now - start).attoseconds / period.attoseconds)
                let first = missed == .skip ? newest : next
                next = newest + 1
                queue.set(timer, to: start + period * next)
                for count in first...newest {
                    let scheduled = start + period * count
                    sink.send(.fired(id, count: count, scheduled: scheduled, lateBy: now - scheduled))
                }
            }
            queue.set(timer, to: start + period)
            return Subscription { queue.remove(timer) }
        }
    }
}
