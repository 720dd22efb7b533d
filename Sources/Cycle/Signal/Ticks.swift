/// The fate of ticks whose time has passed before they could be delivered.
///
///     .every("second", .seconds(1), missed: .skip)   // a clock: only the newest counts
///     .every("sample", .seconds(1), missed: .all)    // a counter: none is left out
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
    ///   - period: A nanosecond or more.
    ///   - missed: The fate of ticks whose time has passed before they could be delivered.
    /// - Source: `interval` of Rx, `SignalProducer.timer` of ReactiveSwift.
    public static func ticks(every period: Duration, missed: MissedTicks = .skip) -> Signal {
        ticks(every: period, missed: missed, from: \.now)
    }

    /// As ``ticks(every:missed:)``, at `start of the loop + n * period`: all that tick with one period do it together.
    static func fixedTicks(every period: Duration, missed: MissedTicks) -> Signal {
        ticks(every: period, missed: missed, from: \.session.startTime)
    }

    private static func ticks(
        every period: Duration, missed: MissedTicks, from start: @escaping (Loop) -> Duration
    ) -> Signal {
        guard period >= .nanoseconds(1) else { stop("ticks(every: \(period)): a period is a nanosecond or more") }
        return .makeOperator { sink in
            // Attoseconds: the arithmetic of durations calls the standard library for each operation.
            let (origin, period) = (start(sink.loop).attoseconds, period.bounded.attoseconds)
            // When tick 0 was: tick 1 is the first one to come.
            let zero = origin + (sink.now.attoseconds - origin) / period * period
            let next = Variable((number: 1, due: zero + period))
            let subscription = Subscription()
            let missing = MissedNumbers(sink, within: subscription)
            let alarm = sink.loop.makeAlarm { alarm, now in
                let newest = advance(&next.value, from: zero, by: period, to: now.attoseconds)
                alarm.arm(at: Duration(attoseconds: next.value.due))
                if missed == .all { missing.send(upTo: newest) } else { sink.send(newest) }
            }
            alarm.arm(at: Duration(attoseconds: next.value.due))
            return Subscription {
                subscription.cancel()
                alarm.disarm()
            }
        }
    }

    /// - Returns: The newest tick that is due. The one after it is waited for now.
    private static func advance(
        _ next: inout (number: Int, due: Int128), from zero: Int128, by period: Int128, to now: Int128
    ) -> Int {
        var newest = next.number
        // To add is exact and does not drift; to multiply, or to divide, takes longer than all else here.
        next.due += period
        if next.due <= now {
            newest = max(newest, Int(clamping: min((now - zero) / period, Int128(Int.max - 1))))
            next.due = zero + period * Int128(newest + 1)
        }
        next.number = newest + 1
        return newest
    }
}

/// Ticks of which none is left out: some at a time, each lot behind all that the one before has led to. So a night that was slept
/// through takes no memory, and the first of its ticks can end them.
private final class MissedNumbers {
    private let sink: Sink<Int>
    private let subscription: Subscription
    private var (sent, newest) = (0, 0)

    init(_ sink: Sink<Int>, within subscription: Subscription) {
        self.sink = sink
        self.subscription = subscription
    }

    func send(upTo newest: Int) {
        let isSending = sent < self.newest
        self.newest = newest
        if !isSending { sendSome() }
    }

    private func sendSome() {
        for _ in 0..<64 where sent < newest && subscription.isActive {
            sent += 1
            sink.send(sent)
        }
        if sent < newest, subscription.isActive { sink.loop.afterRound(sendSome) }
    }
}
