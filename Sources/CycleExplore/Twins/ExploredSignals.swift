public import Cycle
public import CycleDrivers
public import CycleTesting

/// Signals that may be sent to the process while an application is explored.
///
///     world.signals.come([.terminate], atMost: 1)
///
/// It plays every `SignalDriver`. A signal comes while a driver listens to it.
public final class ExploredSignals: Explorable, StandIn {
    private unowned let world: World
    private let signals = SimulatedSignals()

    init(_ world: World) {
        self.world = world
    }

    /// - Parameters:
    ///   - names: The alphabet.
    ///   - count: How many come in one run; `nil` for any number.
    public func come(_ names: [SignalDriver.Name], atMost count: Int? = nil) {
        world.addInput(
            "signals", names.map { "\($0)" }, atMost: count,
            isListening: { [signals] in signals.names.contains(names[$0]) },
            send: { [signals] in signals.send(names[$0]) })
    }

    /// Empty: each alphabet of signals is a part of its own.
    public var possibilities: [Possibility] { [] }
    public func happen(_ possibility: Possibility) {}

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
