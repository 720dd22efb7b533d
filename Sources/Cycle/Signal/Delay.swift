extension Signal {
    /// Every value, and the end, so much later.
    ///
    ///     self                 ab-c|
    ///     delay(.seconds(2))   --ab-c|
    ///
    /// - Source: `delay` of Rx and ReactiveSwift.
    public func delay(_ interval: Duration) -> Signal {
        .makeOperator { sink in
            let delayed = Delayed<Value>()
            let alarm = sink.loop.makeAlarm { alarm, now in
                while let (value, due) = delayed.values.first, due <= now {
                    _ = delayed.values.popFirst()
                    if let value { sink.send(value) } else { sink.end() }
                }
                if let (_, due) = delayed.values.first { alarm.arm(at: due) }
            }
            let wait = { (value: Value?) in
                let due = sink.now + interval
                delayed.values.append((value, due))
                if delayed.values.count == 1 { alarm.arm(at: due) }
            }
            return Subscription([
                run(Sink(sink.loop, receive: wait, finish: { wait(nil) })),
                Subscription {
                    alarm.disarm()
                    delayed.values = Ring()
                },
            ])
        }
    }
}

/// What one running `delay` holds back, oldest first, with when it is due; `nil` is the end.
private final class Delayed<Value> {
    @exclusivity(unchecked) var values = Ring<(Value?, Duration)>()
}
