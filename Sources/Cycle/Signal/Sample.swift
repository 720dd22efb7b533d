extension Signal {
    /// At every tick the latest value, if there was a new one since the tick before.
    ///
    ///     self                        abc---d|
    ///     sample(every: .seconds(2))  --b-c---(d|)
    ///
    /// A tick comes before what comes at the same time. The ticks do not drift, and there are none while nothing is new.
    /// They are counted from the start of this run. An end waits for the tick of the value before it.
    ///
    /// - Source: `sample` of Rx and ReactiveSwift.
    public func sample(every period: Duration) -> Signal {
        guard period > .zero else { stop("sample(every: \(period)): a period is more than zero") }
        let period = period.bounded
        return .makeOperator { sink in
            let start = sink.now
            var tick = start
            var latest: Value?
            var hasEnded = false
            let alarm = sink.alarm {
                if let value = latest.take() { sink.send(value) }
                if hasEnded { sink.end() }
            }
            let source = run(
                Sink(
                    sink.loop,
                    receive: { value in
                        let now = sink.now
                        let before = exchange(&latest, with: value)
                        // The alarm of what comes now may have been armed before that of the tick.
                        guard before == nil || tick == now else { return }
                        // Attoseconds: a quotient of durations is a floating-point number, which may be just below a tick.
                        let passed = (now - start).attoseconds / period.attoseconds
                        tick = start + period * (passed + 1)
                        alarm.arm(at: tick)
                        if let before { sink.loop.continuing(as: nil) { sink.send(before) } }
                    },
                    finish: {
                        hasEnded = true
                        if latest == nil { sink.end() }
                    }))
            return Subscription([source, Subscription(alarm.disarm)])
        }
    }
}
