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
                guard let value = latest.take() else { return }
                sink.send(value)
            }
            let alarm = sink.alarm(flush)
            let source = run(
                Sink(
                    sink.loop,
                    receive: { value in
                        // The end of the one before may send to the source again.
                        _ = exchange(&latest, with: value)
                        alarm.arm(at: sink.now + quiet.bounded)
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
