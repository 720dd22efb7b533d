extension Signal {
    /// A value at once, then no more than one each `interval`: the newest that came meanwhile.
    ///
    ///     self                   abc---d|
    ///     throttle(.seconds(2))  a-b-c-d|
    ///
    /// An interval ends before what comes at the same time: in the picture `c` comes when the first is over. A value that
    /// waits when the source ends comes at once, before the end. While nothing comes no alarm is armed.
    ///
    /// - Parameters:
    ///   - interval: The shortest time between two values.
    ///   - keepsLatest: `false` drops what comes meanwhile.
    /// - Source: `throttle` of Rx and ReactiveSwift.
    public func throttle(_ interval: Duration, latest keepsLatest: Bool = true) -> Signal {
        .makeOperator { sink in
            var waiting: Value?
            // When the interval ends; `nil` outside of one.
            var end: Duration?
            let emit = { (value: Value, alarm: any Alarm) in
                let next = sink.now + interval.bounded
                end = next
                alarm.arm(at: next)
                sink.send(value)
            }
            let open = { (alarm: any Alarm) in
                end = nil
                guard let value = waiting.take() else { return }
                emit(value, alarm)
            }
            let alarm = sink.loop.makeAlarm { alarm, _ in open(alarm) }
            let source = run(
                Sink(
                    sink.loop,
                    receive: { value in
                        // The alarm of what comes now may have been armed before that of the interval.
                        if let end, end == sink.now { sink.loop.continuing(as: nil) { open(alarm) } }
                        if end == nil { emit(value, alarm) } else if keepsLatest { _ = exchange(&waiting, with: value) }
                    },
                    finish: {
                        alarm.disarm()
                        if let value = waiting.take() { sink.send(value) }
                        sink.end()
                    }))
            return Subscription([source, Subscription(alarm.disarm)])
        }
    }
}
