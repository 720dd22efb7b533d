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
        precondition(period > .zero, "ticks(every: \(period)): a period is more than zero")
        return Signal(place: nil) { sink in
            let next = Box(NextTick(start: sink.now, period: period))
            let alarm = sink.turns.alarm { now in
                let first = next.address.pointee.number
                let due = next.address.pointee.advance(to: now)
                next.address.pointee.arm()
                guard missed == .all else { return sink.send(due) }
                for number in first...due { sink.send(number) }
            }
            next.address.pointee.alarm = alarm
            next.address.pointee.arm()
            return Subscription {
                alarm.disarm()
                // It holds what the alarm calls, which holds it.
                next.address.pointee.alarm = nil
            }
        }
    }
}

/// The tick that is waited for.
///
/// Counts attoseconds: the arithmetic of durations calls the standard library for each operation.
private struct NextTick: ~Copyable {
    private let start: Int128
    private let period: Int128
    private(set) var number = 1
    private var deadline: Int128
    var alarm: (any Alarm)?

    init(start: Duration, period: Duration) {
        self.start = start.attoseconds
        self.period = period.attoseconds
        deadline = self.start + self.period
    }

    borrowing func arm() {
        alarm?.arm(at: Duration(attoseconds: deadline))
    }

    /// - Returns: The newest tick that is due. The one after it is waited for now.
    mutating func advance(to now: Duration) -> Int {
        var due = number
        // To add is exact and does not drift; to multiply, or to divide, takes longer than all else here.
        deadline += period
        if deadline <= now.attoseconds {
            due = max(due, Int((now.attoseconds - start) / period))
            deadline = start + period * Int128(due + 1)
        }
        number = due + 1
        return due
    }
}
