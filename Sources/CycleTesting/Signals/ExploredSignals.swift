public import Cycle
public import CycleDrivers

/// Signals that may be sent to the process while an application is explored.
///
///     world.signals.come([.terminate], atMost: 1)
///
/// It plays every `SignalDriver`. A signal comes while somebody listens to it.
public final class ExploredSignals: Explorable, StandIn {
    private unowned let world: World
    private let signals = SimulatedSignals()
    private var names: [SignalDriver.Name] = []
    private var allowance: Allowance?

    init(_ world: World) {
        self.world = world
    }

    /// - Parameters:
    ///   - names: The alphabet.
    ///   - count: How many come in one run; `nil` for any number.
    public func come(_ names: [SignalDriver.Name], atMost count: Int? = nil) {
        self.names = names
        allowance = world.allowance("signals", count)
    }

    public var alphabet: [Possibility] {
        names.enumerated().map { Possibility("signals", "\($1)", outcome: $0) }
    }

    public var possibilities: [Possibility] {
        guard allowance?.isLeft == true else { return [] }
        let listened = signals.names
        return alphabet.filter { listened.contains(names[$0.outcome]) }
    }

    public func happen(_ possibility: Possibility) {
        allowance?.use()
        signals.send(names[possibility.outcome])
    }

    public func remember(in memory: inout Fingerprint) { memory.combine(signals.names) }

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        signals.playing(driver, at: path)
    }
}

extension World {
    /// Signals that are sent to the process.
    public var signals: ExploredSignals { part { ExploredSignals(self) } }
}
