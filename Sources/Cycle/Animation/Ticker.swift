/// One tick of a ``Ticker``.
public struct Tick: Hashable, Sendable {
    /// How many periods have passed since the tick before, or since the ticker started: more than 1 when ticks were missed.
    public let periods: Int
    /// The time those periods take.
    public let elapsed: Duration

    public init(periods: Int, elapsed: Duration) {
        self.periods = periods
        self.elapsed = elapsed
    }
}

/// Ticks while its model is `true`, and sleeps otherwise. The clock of all animations.
public struct Ticker: Driver {
    let period: Duration
    let missed: MissedTicks

    /// - Parameters:
    ///   - period: More than zero. The k-th tick is due k periods after the model became `true`.
    ///   - missed: What becomes of ticks whose time has passed: one tick for all of them, or all of them at once.
    public init(every period: Duration, missed: MissedTicks = .skip) {
        self.period = period
        self.missed = missed
    }

    public func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Tick> {
        model.flatMap(.latest) { [period, missed] isRunning in
            guard isRunning else { return .never }
            return Signal { sink in
                var latest = 0
                return Signal<Int>.ticks(every: period, missed: missed).run(inside: sink) { number in
                    let periods = number - latest
                    latest = number
                    sink.send(Tick(periods: periods, elapsed: periods == 1 ? period : period * periods))
                }
            }
        }
    }
}
