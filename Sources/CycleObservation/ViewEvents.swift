public import Cycle

/// The events that the views of a user interface send to a loop.
///
///     func profile(_ actions: ViewEvents<Profile.Action>) -> CycledLens<…, Profile> {
///         CycledLens(startingWith: Profile()) { frames in
///             frames.lens(events: actions.signal) { profile, action in … }
///         }
///     }
///     let actions = ViewEvents<Profile.Action>()
///     let observed = ObservedFrame(profile(actions), sending: actions)
///
/// It touches no hardware, so that a test, a replay or an exploration needs no stand-in for it: a test sends, too.
public struct ViewEvents<Event: Sendable> {
    /// The events, for one loop: `frames.lens(events: actions.signal) { … }`.
    public let signal: Signal<Event>
    private let inlet: Inlet<Event>

    public init() {
        (signal, inlet) = Signal.pipe()
    }

    /// Sends an event. It has its turn when the loop takes it, after this call.
    ///
    /// Events that are sent before the loop has started wait, up to `Inlet.earlyLimit` events.
    public func send(_ event: Event) {
        inlet.send(event)
    }
}
