extension Signal {
    /// The values of all `signals` as they come; ends when all have ended. At one moment, in the order given.
    ///
    ///     a            -1---3-|
    ///     b            ---2-|
    ///     merge(a, b)  -1-2-3-|
    public static func merge(_ signals: Signal...) -> Signal {
        merge(signals)
    }

    public static func merge(_ signals: [Signal]) -> Signal {
        guard !signals.isEmpty else { return .empty }
        return Signal(place: nil) { sink in
            var running = signals.count
            return Subscription(
                signals.map { signal in
                    signal.run(
                        Sink(
                            sink.turns, receive: sink.receive,
                            finish: {
                                running -= 1
                                if running == 0 { sink.end() }
                            }))
                })
        }
    }

    public func merge(with other: Signal) -> Signal {
        .merge(self, other)
    }
}
