import Cycle
import Observation

/// The state of a machine for user interfaces: reading it in a view makes the view follow it.
///
///     let observed = ObservedState(store)
///     Text("\(observed.state.total)")
///
/// Confined to the isolation of its machine, which for user interfaces is the main actor. It holds the machine.
public final class ObservedState<State>: Observable {
    private let registrar = ObservationRegistrar()
    private let property: Property<State>
    private var watching: Subscription?

    public init(_ machine: some Machine<State>) {
        property = machine.property
        // Told before the state is read: `withMutation` announces what has just changed.
        watching = property.observe { [weak self] _ in self?.announce() }
    }

    deinit {
        watching?.cancel()
    }

    /// The state now.
    public var state: State {
        registrar.access(self, keyPath: \.state)
        return property.value
    }

    private func announce() {
        registrar.withMutation(of: self, keyPath: \.state) {}
    }
}
