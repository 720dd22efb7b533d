/// What happens to ticks whose time has passed before they could be delivered.
public enum MissedTicks: Hashable, Sendable {
    /// Only the newest is delivered; its number tells how many were missed.
    case skip
    /// All are delivered, one after the other.
    case all
}

extension Signal where Value == Int {
    /// The numbers 1, 2, 3 … at `start + number * period`, for ever.
    ///
    ///     ticks(every: .seconds(2))  --1-2-3-
    ///
    /// Ticks do not drift: each is due at a time counted from the start, whatever happened to those before.
    ///
    /// - Parameters:
    ///   - period: More than zero.
    ///   - missed: What happens to ticks whose time has passed before they could be delivered.
    /// - Source: `interval` of Rx, `SignalProducer.timer` of ReactiveSwift.
    public static func ticks(every period: Duration, missed: MissedTicks = .skip) -> Signal {
        ticks(every: period, missed: missed, from: \.now)
    }

    /// As ``ticks(every:missed:)``, at `start of the loop + n * period`: all that tick with one period do it together.
    static func fixedTicks(every period: Duration, missed: MissedTicks) -> Signal {
        ticks(every: period, missed: missed, from: \.startTime)
    }

    private static func ticks(
        every period: Duration, missed: MissedTicks, from start: @escaping (Loop) -> Duration
    ) -> Signal {
        guard period > .zero else { stop("ticks(every: \(period)): a period is more than zero") }
        return .makeOperator { sink in
            let next = NextTick(from: start(sink.loop), every: period, after: sink.now)
            let alarm = sink.loop.makeAlarm { alarm, now in
                let first = next.number
                let due = next.advance(to: now)
                alarm.arm(at: next.deadline)
                guard missed == .all else { return sink.send(due) }
                for number in first...due where next.isRunning { sink.send(number) }
            }
            alarm.arm(at: next.deadline)
            return Subscription {
                next.isRunning = false
                alarm.disarm()
            }
        }
    }
}

/// The tick that is waited for.
///
/// Counts attoseconds: the arithmetic of durations calls the standard library for each operation.
private final class NextTick {
    /// When tick 0 was.
    private let start: Int128
    private let period: Int128
    private var due: Int128
    private(set) var number = 1
    var isRunning = true

    /// - Parameter now: Tick 1 is the first after it.
    init(from origin: Duration, every period: Duration, after now: Duration) {
        self.period = period.attoseconds
        let passed = (now.attoseconds - origin.attoseconds) / self.period
        start = origin.attoseconds + passed * self.period
        due = start + self.period
    }

    var deadline: Duration { Duration(attoseconds: due) }

    /// - Returns: The newest tick that is due. The one after it is waited for now.
    func advance(to now: Duration) -> Int {
        var newest = number
        // To add is exact and does not drift; to multiply, or to divide, takes longer than all else here.
        due += period
        if due <= now.attoseconds {
            newest = max(newest, Int((now.attoseconds - start) / period))
            due = start + period * Int128(newest + 1)
        }
        number = newest + 1
        return newest
    }
}
