import Observation

/// The frame of a loop for user interfaces: reading it in a view makes the view follow it.
///
///     let observed = ObservedFrame(cycle)
///     Text("\(observed.frame.total)")
///
/// Confined to the isolation of its loop, which for user interfaces is the main actor.
public final class ObservedFrame<Frame>: Observable {
    private let registrar = ObservationRegistrar()
    private var latest: Frame
    private var watching: Subscription?

    /// Follows `cycle` from its frame as it is now; stops when it is released.
    public init<Receiver>(_ cycle: CycledLens<Receiver, Frame>) {
        latest = cycle.frame
        watching = cycle.observe { [weak self] frame in self?.show(frame) }
    }

    deinit {
        watching?.cancel()
    }

    /// The frame that was delivered last. Reading it where the system observes, as in the body of a view, makes that follow it.
    public var frame: Frame {
        registrar.access(self, keyPath: \.frame)
        return latest
    }

    private func show(_ frame: Frame) {
        registrar.withMutation(of: self, keyPath: \.frame) { latest = frame }
    }
}
