extension Signal {
    /// A value at once, then no more than one each `interval`: the newest that came meanwhile.
    ///
    ///     self                   abc---d|
    ///     throttle(.seconds(2))  a-c---(d|)
    ///
    /// - Parameters:
    ///   - interval: The shortest time between two values.
    ///   - keepsLatest: `false` drops what comes meanwhile.
    /// - Source: `throttle` of Rx and ReactiveSwift.
    public func throttle(_ interval: Duration, latest keepsLatest: Bool = true) -> Signal {
        Signal(place: nil) { sink in
            var waiting: Value?
            var opensAt: Duration?
            var alarm: (any Alarm)?
            let emit = { (value: Value) in
                let next = sink.now + interval
                opensAt = next
                alarm?.arm(at: next)
                sink.send(value)
            }
            alarm = sink.alarm {
                opensAt = nil
                guard let value = waiting else { return }
                waiting = nil
                emit(value)
            }
            let source = run(
                Sink(
                    sink.turns,
                    receive: { value in
                        if opensAt == nil { emit(value) } else if keepsLatest { waiting = value }
                    },
                    finish: {
                        alarm?.disarm()
                        if let value = waiting { sink.send(value) }
                        waiting = nil
                        sink.end()
                    }))
            return Subscription([
                source,
                Subscription {
                    alarm?.disarm()
                    alarm = nil
                },
            ])
        }
    }
}
