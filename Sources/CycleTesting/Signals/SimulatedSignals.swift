import CycleBase
public import Cycle
public import CycleDrivers

/// The twin of the system's signals: a test sends them.
///
///     let signals = SimulatedSignals()
///     let cycle = program(signals: signals.driver)
///     …
///     signals.send(.terminate)
///
/// Unchecked: as ``VirtualTime``, it belongs to the isolation of its test.
public final class SimulatedSignals: @unchecked Sendable {
    private var listeners: [(number: Int, name: SignalDriver.Name, tell: @Sendable () -> Void)] = []
    private var newestNumber = 0
    /// While set, no signal can be listened to: the process is out of threads. The `errno` that drivers report.
    public var refusal: Int32?

    public init() {}

    public var driver: SignalDriver { SignalDriver(Source(signals: self)) }

    /// - Returns: Whether a driver listens. If none does, the process would do what it does by default.
    @discardableResult
    public func send(_ name: SignalDriver.Name) -> Bool {
        let told = listeners.filter { $0.name == name }
        for listener in told { listener.tell() }
        return !told.isEmpty
    }

    /// The signals that a driver listens to now.
    public var names: Set<SignalDriver.Name> { Set(listeners.map(\.name)) }

    private struct Source: SignalSource {
        let signals: SimulatedSignals

        func listen(
            to name: SignalDriver.Name, _ tell: @escaping @Sendable () -> Void
        ) throws(SystemFailure) -> () -> Void {
            if let code = signals.refusal { throw SystemFailure(code: code) }
            signals.newestNumber += 1
            let number = signals.newestNumber
            signals.listeners.append((number, name, tell))
            return { [signals] in signals.listeners.removeAll { $0.number == number } }
        }

        func settle() async {}
    }
}

extension SimulatedSignals: StandIn {
    /// A driver that hears what the test sends.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        guard driver is SignalDriver else { return nil }
        return self.driver as? any Driver<Played.Model, Played.Event>
    }
}
