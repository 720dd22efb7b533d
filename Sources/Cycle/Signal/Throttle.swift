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
            var isOpen = true
            let emit = { (value: Value, alarm: any Alarm) in
                isOpen = false
                alarm.arm(at: sink.now + interval)
                sink.send(value)
            }
            let alarm = sink.loop.makeAlarm { alarm, _ in
                isOpen = true
                guard let value = waiting else { return }
                waiting = nil
                emit(value, alarm)
            }
            let source = run(
                Sink(
                    sink.loop,
                    receive: { value in
                        if isOpen { emit(value, alarm) } else if keepsLatest { waiting = value }
                    },
                    finish: {
                        alarm.disarm()
                        if let value = waiting { sink.send(value) }
                        waiting = nil
                        sink.end()
                    }))
            return Subscription([source, Subscription(alarm.disarm)])
        }
    }
}
