extension Signal {
    /// A value once nothing has followed it for `quiet`; the last one at the end.
    ///
    ///     self                   ab--c|
    ///     debounce(.seconds(2))  ---b-(c|)
    ///
    /// A source that never pauses for so long is never heard of; ``throttle(_:latest:)`` is for that.
    ///
    /// - Source: `debounce` of Rx and ReactiveSwift.
    public func debounce(_ quiet: Duration) -> Signal {
        .makeOperator { sink in
            var latest: Value?
            let flush = {
                guard let value = latest else { return }
                latest = nil
                sink.send(value)
            }
            let alarm = sink.alarm(flush)
            let source = run(
                Sink(
                    sink.loop,
                    receive: { value in
                        latest = value
                        alarm.arm(at: sink.now + quiet)
                    },
                    finish: {
                        alarm.disarm()
                        flush()
                        sink.end()
                    }))
            return Subscription([source, Subscription(alarm.disarm)])
        }
    }
}
