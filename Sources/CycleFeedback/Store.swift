import Cycle
import CycleMachine

/// A state that takes events, and views of its parts.
///
///     let store = Store(initial: App(), reduce: app, feedbacks: [search.pullback(…)], scheduler: scheduler)
///     let search = store.scoped(to: \.search, event: App.Event.search)
///
/// As ``FeedbackLoop``, without a layer of actions, and not to be subclassed.
///
/// - Source: `Store` of ReactiveFeedback and CombineFeedback, `Loop` of Loop.
public final class Store<State, Event>: Machine {
    /// The state now and over time. A view of a part emits whenever the whole does.
    public let state: Property<State>
    private let enter: (Event) -> SendResult
    private let takeSource: (Signal<Event>) -> Void

    init(
        state: Property<State>, takeSource: @escaping (Signal<Event>) -> Void = { _ in },
        send enter: @escaping (Event) -> SendResult
    ) {
        self.state = state
        self.takeSource = takeSource
        self.enter = enter
    }

    /// - Parameters:
    ///   - initial: The state before the first event.
    ///   - reduce: Changes the state in place.
    ///   - feedbacks: Run in the order given.
    ///   - scheduler: The time of the feedbacks. With one the store starts at once, and in an actor it runs itself, see
    ///     `Machine`.
    ///   - isolation: The caller's.
    public convenience init(
        initial: State, reduce: @escaping (inout State, Event) -> Void, feedbacks: [Feedback<State, Event>] = [],
        scheduler: (any Scheduler)? = nil, isolation: isolated (any Actor)? = #isolation
    ) {
        let (loop, state) = Reducing(initial, reduce).loop(
            "\(Self.self)", feedbacks: feedbacks, isOpen: true, scheduler: scheduler)
        // The state holds the loop.
        self.init(
            state: state, takeSource: { [unowned loop] in loop.take(from: $0.map(Update.event)) },
            send: { [unowned loop] in loop.send(.event($0)) })
        if scheduler != nil { start(isolation: isolation) }
    }

    public var property: Property<State> { state }

    /// Applies the event, and all that follows from it at once, before it returns; from inside a turn it waits. Before a
    /// run and between runs it is kept, see ``SendResult``.
    @discardableResult
    public func send(_ event: Event) -> SendResult {
        enter(event)
    }

    /// A view of a part: it reads through this store, and what is sent there is sent here.
    public func scoped<Part, PartEvent>(
        to part: @escaping (State) -> Part, event embed: @escaping (PartEvent) -> Event
    ) -> Store<Part, PartEvent> {
        Store<Part, PartEvent>(
            state: state.map(part), takeSource: { [takeSource] in takeSource($0.map(embed)) },
            send: { [enter] in enter(embed($0)) })
    }

    /// A view that cannot send.
    public func ignoringInput() -> Store<State, Never> {
        Store<State, Never>(state: state, send: { _ -> SendResult in })
    }

    /// The state now, with the way back.
    public var context: StoreContext<State, Event> {
        StoreContext(state: state.value, send: enter)
    }
}

extension Store where Event: Sendable {
    /// A way for other threads to send events. They are taken in order while the store runs, or when it is drained.
    public func inlet() -> Inlet<Event> {
        let (events, inlet) = Signal<Event>.pipe()
        takeSource(events)
        return inlet
    }
}
