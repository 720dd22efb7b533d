import Cycle

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
/// its own. With a scheduler a loop starts at once, else with ``start(on:)``, with ``run(on:until:isolation:)`` or with the
/// loop that it is a part of; what is sent before is kept, what is sent after ``stop()`` is dropped.
///
/// Confined to the isolation that made it; other threads send through ``inlet()``.
///
/// - Source: `FeedbackLoop` of Sergey Shulga's "Base class for FeedbackLoops systems".
open class FeedbackLoop<State, Event, Action>: FeedbackLoopType {
    /// The state now and over time.
    public let state: Property<State>
    private let machine: Machine<State, Update<State, Event>>
    private let actionTransformer: (Action) -> Event

    /// - Parameters:
    ///   - initial: The state before the first event.
    ///   - reduce: Changes the state in place.
    ///   - feedbacks: Run in the order given.
    ///   - scheduler: The time of the feedbacks. With one the loop starts at once.
    ///   - actionTransformer: The event that an action of the user is.
    public init(
        initial: State, reduce: @escaping (inout State, Event) -> Void, feedbacks: [Feedback<State, Event>] = [],
        scheduler: (any Scheduler)? = nil, actionTransformer: @escaping (Action) -> Event
    ) {
        self.actionTransformer = actionTransformer
        machine = .open(initial, reduce, feedbacks: feedbacks)
        state = Property(machine, scheduler: scheduler)
    }

    public convenience init(
        initial: State, reducer: @escaping (State, Event) -> State, feedbacks: [Feedback<State, Event>] = [],
        scheduler: (any Scheduler)? = nil, actionTransformer: @escaping (Action) -> Event
    ) {
        self.init(
            initial: initial, reduce: { $0 = reducer($0, $1) }, feedbacks: feedbacks, scheduler: scheduler,
            actionTransformer: actionTransformer)
    }

    open func send(action: Action) {
        machine.send(.event(actionTransformer(action)))
    }

    /// Sets one field, past the reducer. Feedbacks see the new state, and no event.
    open func mutate<Value>(keyPath: WritableKeyPath<State, Value>, value: Value) {
        machine.send(.setting(keyPath, to: value))
    }

    // MARK: At work

    /// Starts the loop, and applies what was sent before. Nothing if it has started.
    ///
    /// - Parameter scheduler: The time of the feedbacks; without one, and without one in `init`, time stands still.
    public func start(on scheduler: (any Scheduler)? = nil) {
        state.start(on: scheduler)
    }

    /// Cancels everything, silently, and drops what waits. The state stays; started again, the loop goes on from it.
    public func stop() {
        state.stop()
    }

    /// Runs the loop in the caller's isolation until `isDone` holds for a state, ``stop()`` is called, or the task is
    /// cancelled.
    ///
    /// - Returns: The last state.
    @discardableResult
    public func run(
        on scheduler: (any Scheduler)? = nil, until isDone: @escaping (State) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> State {
        await state.run(on: scheduler, until: isDone, isolation: isolation)
    }

    /// A view of a part of the state, with actions of its own.
    public func scoped<Part, PartAction>(
        to part: @escaping (State) -> Part, action: @escaping (PartAction) -> Action
    ) -> Store<Part, PartAction> {
        Store(state: state.map(part)) { [weak self] in self?.send(action: action($0)) }
    }
}

extension FeedbackLoop where Action: Sendable {
    /// A way for other threads to send actions. They are taken in order while the loop runs, or when its state is drained.
    public func inlet() -> Inlet<Action> {
        let (actions, inlet) = Signal<Action>.pipe()
        machine.take(from: actions.map { [actionTransformer] in .event(actionTransformer($0)) })
        return inlet
    }
}
