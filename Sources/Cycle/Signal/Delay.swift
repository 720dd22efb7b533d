extension Signal {
    /// Every value, and the end, so much later.
    ///
    ///     self                 ab-c|
    ///     delay(.seconds(2))   --ab-c|
    ///
    /// Cancelling drops what is held back. A value of a source with a bound counts there until it goes on.
    ///
    /// - Complexity: One alarm, whatever is held back; memory for each value that is.
    /// - Source: `delay` of Rx and ReactiveSwift.
    public func delay(_ interval: Duration) -> Signal {
        .makeOperator { sink in
            // The values that are held back, oldest first, with their times; `nil` is the end.
            let delayed = Variable(Ring<(Value?, due: Duration, goesOn: () -> Void)>())
            let alarm = sink.loop.makeAlarm { alarm, now in
                while let (value, due, goesOn) = delayed.value.first, due <= now {
                    _ = delayed.value.popFirst()
                    goesOn()
                    if let value { sink.send(value) } else { sink.end() }
                }
                if let next = delayed.value.first { alarm.arm(at: next.due) }
            }
            let wait = { (value: Value?) in
                let due = sink.now + interval.bounded
                delayed.value.append((value, due, sink.loop.countAsWaiting()))
                if delayed.value.count == 1 { alarm.arm(at: due) }
            }
            return Subscription([
                run(Sink(sink.loop, receive: wait, finish: { wait(nil) })),
                Subscription {
                    alarm.disarm()
                    _ = exchange(&delayed.value, with: Ring())
                },
            ])
        }
    }
}
