extension Signal {
    /// The values of all `signals` as they come; ends when all have ended. At one moment, in the order given.
    ///
    ///     a            -1---3-|
    ///     b            ---2-|
    ///     merge(a, b)  -1-2-3-|
    ///
    /// They are started, and stopped, in that order: one that emits at its start does so before the next one starts.
    public static func merge(_ signals: Signal...) -> Signal {
        merge(signals)
    }

    /// The values of all `signals` as they come, for a number of them that is known when it runs; of none, the end.
    public static func merge(_ signals: [Signal]) -> Signal {
        guard !signals.isEmpty else { return .empty }
        return .makeOperator { sink in
            var running = signals.count
            let finish = {
                running -= 1
                if running == 0 { sink.end() }
            }
            // The last that runs is all that is left.
            let inner = sink.inner.map { inner in { running == 1 ? inner() : nil } }
            return Subscription(
                signals.map { $0.run(Sink(sink.loop, receive: sink.receive, finish: finish, of: inner)) })
        }
    }

    /// The values of this signal and of `other` as they come; ends when both have. At one moment, this signal's first.
    public func merge(with other: Signal) -> Signal {
        .merge(self, other)
    }
}
