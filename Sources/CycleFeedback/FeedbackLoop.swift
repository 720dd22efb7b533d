import Cycle
import CycleMachine

/// A state that takes actions, as a view sees it.
///
/// - Source: `FeedbackLoopType` of Sergey Shulga's "Base class for FeedbackLoops systems".
public protocol FeedbackLoopType<State, Action>: AnyObject {
    associatedtype State
    associatedtype Action

    var state: Property<State> { get }
    func send(action: Action)
    func mutate<Value>(keyPath: WritableKeyPath<State, Value>, value: Value)
}

extension FeedbackLoopType {
    /// The state now, with the way back.
    public var snapshot: StateSnapshot<Self> {
        StateSnapshot(state: state.value, feedbackLoop: self)
    }
}

/// The base class of view models: a state, a reducer and feedbacks, open to actions and to mutations of single fields.
///
///     final class SignIn: FeedbackLoop<SignIn.State, SignIn.Event, SignIn.Action> {
///         init(api: API) {
///             super.init(
///                 initial: State(), reducer: SignIn.reduced, feedbacks: [SignIn.whenSubmitting(api)],
///                 actionTransformer: Event.ui)
///         }
///     }
///
/// An action is applied, with all that follows from it at once, before `send` returns; from inside a turn it waits for
/// its own; before a run and between runs it is kept, see ``send(_:)``. Other threads send through ``inlet()``.
///
/// - Source: `FeedbackLoop` of Sergey Shulga's "Base class for FeedbackLoops systems".
open class FeedbackLoop<State, Event, Action>: FeedbackLoopType, Machine {
    /// The state now and over time.
    public let state: Property<State>
    private let loop: MachineLoop<Update<State, Event>>
    private let actionTransformer: (Action) -> Event
    private var latest = SendResult(.accepted)

    /// - Parameters:
    ///   - initial: The state before the first event.
    ///   - reduce: Changes the state in place.
    ///   - feedbacks: Run in the order given.
    ///   - scheduler: The time of the feedbacks. With one the loop starts at once, and a task must run it: call
    ///     `start()` in your `init`, in your actor, and it runs itself.
    ///   - actionTransformer: The event that an action of the user is.
    public init(
        initial: State, reduce: @escaping (inout State, Event) -> Void, feedbacks: [Feedback<State, Event>] = [],
        scheduler: (any Scheduler)? = nil, actionTransformer: @escaping (Action) -> Event
    ) {
        // Without an `isolation`: Swift 6.3 crashes where a class with `#isolation` as a default in its `init` is subclassed.
        self.actionTransformer = actionTransformer
        (loop, state) = Reducing(initial, reduce).loop(
            "\(Self.self)", feedbacks: feedbacks, isOpen: true, scheduler: scheduler)
        if scheduler != nil { start(isolation: nil) }
    }

    /// As the other one, with a reducer that returns the next state.
    public init(
        initial: State, reducer: @escaping (State, Event) -> State, feedbacks: [Feedback<State, Event>] = [],
        scheduler: (any Scheduler)? = nil, actionTransformer: @escaping (Action) -> Event
    ) {
        self.actionTransformer = actionTransformer
        (loop, state) = Reducing(initial) { $0 = reducer($0, $1) }
            .loop("\(Self.self)", feedbacks: feedbacks, isOpen: true, scheduler: scheduler)
        if scheduler != nil { start(isolation: nil) }
    }

    public var property: Property<State> { state }

    open func send(action: Action) {
        latest = loop.send(.event(actionTransformer(action)))
    }

    /// As ``send(action:)``, and tells what became of it.
    @discardableResult
    public final func send(_ action: Action) -> SendResult {
        // An override may send nothing.
        latest = SendResult(.accepted)
        send(action: action)
        return latest
    }

    /// Sets one field, past the reducer. Feedbacks see the new state, and no event.
    open func mutate<Value>(keyPath: WritableKeyPath<State, Value>, value: Value) {
        loop.send(.mutation { $0[keyPath: keyPath] = value })
    }

    /// A view of a part of the state, with actions of its own.
    public func scoped<Part, PartAction>(
        to part: @escaping (State) -> Part, action: @escaping (PartAction) -> Action
    ) -> Store<Part, PartAction> {
        Store(state: state.map(part)) { [weak self] in self?.send(action($0)) ?? SendResult(.stopped) }
    }
}

extension FeedbackLoop where Action: Sendable {
    /// A way for other threads to send actions. They are taken in order while the loop runs, or when it is drained.
    public func inlet() -> Inlet<Action> {
        let (actions, inlet) = Signal<Action>.pipe()
        loop.take(from: actions.map { [actionTransformer] in .event(actionTransformer($0)) })
        return inlet
    }
}
