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
            let start = sink.now
            var next = 1
            var alarm: (any Alarm)?
            alarm = sink.alarm {
                let due = max(next, Int((sink.now - start) / period))
                let first = missed == .skip ? due : next
                next = due + 1
                alarm?.arm(at: start + period * next)
                for number in first...due { sink.send(number) }
            }
            alarm?.arm(at: start + period)
            return Subscription {
                alarm?.disarm()
                alarm = nil
            }
        }
    }
}
