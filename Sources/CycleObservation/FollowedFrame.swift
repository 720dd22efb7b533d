public import Cycle
public import CycleMachine

extension ObservedFrame {
    /// Follows a loop, from its frame as it is now.
    ///
    ///     let actions = ViewEvents<Profile.Action>()
    ///     let cycle = profile(actions, starting: first)
    ///     let observed = ObservedFrame(cycle, sending: actions)
    ///
    /// - Parameters:
    ///   - cycle: Runs on the main actor.
    ///   - events: The events that the loop was made with.
    public init<Receiver>(_ cycle: CycledLens<Receiver, Value>, sending events: ViewEvents<Event>) {
        self.init(from: cycle.frame, following: { cycle.observe($0) }, sending: events.send)
    }

    /// Follows a machine, from its state as it is now: a store, a feedback loop, a harvester. Holds the machine.
    ///
    ///     let observed = ObservedFrame(store, sending: { store.send($0) })
    ///
    /// - Parameters:
    ///   - machine: Runs on the main actor.
    ///   - send: Gives the machine an event: `{ store.send($0) }`.
    public init(_ machine: some Machine<Value>, sending send: @escaping (Event) -> Void) {
        self.init(from: machine.property.value, following: { machine.observe($0) }, sending: send)
    }

    /// Follows values from wherever they come.
    ///
    /// - Parameters:
    ///   - first: The value as it is now.
    ///   - follow: Called once, now: starts to call what it is given with each new value, until the subscription is cancelled.
    ///   - send: Receives the events of the views.
    public init(
        from first: Value, following follow: (@escaping (Value) -> Void) -> Subscription,
        sending send: @escaping (Event) -> Void
    ) {
        let root = FollowedFrame(first, following: follow)
        self.init(
            PartSource(read: { root.latest }, place: { root.place }, last: first), send)
    }
}

extension ObservedFrame where Event == Never {
    /// Follows a loop that its views send nothing to.
    public init<Receiver>(_ cycle: CycledLens<Receiver, Value>) {
        self.init(from: cycle.frame, following: { cycle.observe($0) }, sending: { _ in })
    }

    /// Follows a machine that its views send nothing to. Holds the machine.
    public init(_ machine: some Machine<Value>) {
        self.init(from: machine.property.value, following: { machine.observe($0) }, sending: { _ in })
    }
}

/// The latest frame of a loop, and what views have read of it.
@MainActor
private final class FollowedFrame<Frame> {
    private(set) var latest: Frame
    /// A loop shows only what has changed, so that frames need no comparison.
    let place = ObservedPlace<Frame>(isEqual: { _, _ in false })
    private var following: OwnedSubscription?
    /// The frames that come while views are told of the one before.
    private var waiting: [Frame] = []

    init(_ first: Frame, following follow: (@escaping (Frame) -> Void) -> Subscription) {
        latest = first
        following = OwnedSubscription(follow { [weak self] frame in self?.show(frame) })
    }

    private func show(_ frame: Frame) {
        waiting.append(frame)
        guard waiting.count == 1 else { return }
        while let frame = waiting.first {
            var telling = Telling()
            place.show(latest, frame, &telling)
            latest = frame
            telling.finish()
            waiting.removeFirst()
        }
    }
}

@available(*, unavailable)
extension FollowedFrame: Sendable {}

/// Ends with its owner, which is confined to the main actor and so needs no isolation of its own end.
private final class OwnedSubscription {
    private let subscription: Subscription

    init(_ subscription: Subscription) {
        self.subscription = subscription
    }

    deinit {
        subscription.cancel()
    }
}
