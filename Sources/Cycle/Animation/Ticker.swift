/// One tick of a ``Ticker``.
public struct Tick: Hashable, Sendable, Codable {
    /// How many periods have passed since the tick before, or since the ticker started: more than 1 when ticks were missed.
    public let periods: Int
    /// The time those periods take.
    public let elapsed: Duration

    /// A tick of your own making, for tests and stand-ins of the ``Ticker``. One of fewer than one period takes no frame off.
    public init(periods: Int, elapsed: Duration) {
        self.periods = periods
        self.elapsed = elapsed
    }
}

/// Ticks while its model is `true`, and sleeps otherwise. The clock of all animations.
///
///     frames.lens(
///         driver: Ticker(every: .seconds(1)), label: "clock", frameFilter: \.isRunning,
///         eventFilter: { row, tick in row.seconds += tick.periods })
///
/// Ticks do not drift. While the model is `false` no alarm is armed.
public struct Ticker: Driver {
    /// How long it takes from a tick to the next.
    public let period: Duration
    let missed: MissedTicks

    /// - Parameters:
    ///   - period: A nanosecond or more. Tick k is due k periods after the start of the loop, for all tickers of
    ///     that period: animations that start at different times step together.
    ///   - missed: The fate of ticks whose time has passed: one tick for all of them, or all of them at once.
    public init(every period: Duration, missed: MissedTicks = .skip) {
        guard period >= .nanoseconds(1) else { stop("Ticker(every: \(period)): a period is a nanosecond or more") }
        self.period = period
        self.missed = missed
    }

    /// Ticks from the next due time on, each time the model becomes `true`.
    public func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Tick> {
        model.flatMap(.latest) { [period, missed] isRunning in
            guard isRunning else { return .never }
            let latest = LatestTick(period)
            return Signal<Int>.fixedTicks(every: period, missed: missed).map { latest.move(to: $0) }
        }
    }
}

/// The tick before, of one run.
private final class LatestTick {
    private var number = 0
    private let single: Tick

    init(_ period: Duration) {
        single = Tick(periods: 1, elapsed: period)
    }

    func move(to number: Int) -> Tick {
        let periods = number - self.number
        self.number = number
        // To multiply a duration costs more than all else that a tick does here.
        return periods == 1 ? single : Tick(periods: periods, elapsed: single.elapsed.bounded * periods)
    }
}
