import Cycle

/// A state that takes events, and views of its parts.
///
///     let store = Store(initial: App(), reduce: app, feedbacks: [search.pullback(…)], scheduler: scheduler)
///     let search = store.scoped(to: \.search, event: App.Event.search)
///
/// As ``FeedbackLoop``, without a layer of actions, and not to be subclassed.
///
/// - Source: `Store` of ReactiveFeedback and CombineFeedback, `Loop` of Loop.
public final class Store<State, Event> {
    /// The state now and over time. A view of a part emits whenever the whole does.
    public let state: Property<State>
    private let enter: (Event) -> Void
    private let takeSource: ((Signal<Event>) -> Void)

    init(
        state: Property<State>, takeSource: @escaping (Signal<Event>) -> Void = { _ in },
        send enter: @escaping (Event) -> Void
    ) {
        self.state = state
        self.takeSource = takeSource
        self.enter = enter
    }

    /// - Parameters:
    ///   - initial: The state before the first event.
    ///   - reduce: Changes the state in place.
    ///   - feedbacks: Run in the order given.
    ///   - scheduler: The time of the feedbacks. With one the store starts at once, else with ``start(on:)``,
    ///     ``run(on:until:isolation:)`` or the loop that it is a part of.
    public convenience init(
        initial: State, reduce: @escaping (inout State, Event) -> Void, feedbacks: [Feedback<State, Event>] = [],
        scheduler: (any Scheduler)? = nil
    ) {
        let machine = Machine(initial, reduce, feedbacks: feedbacks, isOpen: true)
        self.init(
            state: Property(machine, scheduler: scheduler), takeSource: machine.take(from:), send: machine.send)
    }

    /// Applies the event, and all that follows from it at once, before it returns; from inside a turn it waits.
    public func send(_ event: Event) {
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
        Store<State, Never>(state: state, send: { _ in })
    }

    /// The state now, with the way back.
    public var context: Context<State, Event> {
        Context(state: state.value, send: enter)
    }

    // MARK: At work

    /// Starts the store, and applies the events of before the start. Nothing if it has started.
    public func start(on scheduler: (any Scheduler)? = nil) {
        state.start(on: scheduler)
    }

    /// Cancels everything, silently, and drops what waits. The state stays.
    public func stop() {
        state.stop()
    }

    /// Runs the store in the caller's isolation until `isDone` holds for a state, ``stop()`` is called, or the task is
    /// cancelled.
    @discardableResult
    public func run(
        on scheduler: (any Scheduler)? = nil, until isDone: @escaping (State) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> State {
        await state.run(on: scheduler, until: isDone, isolation: isolation)
    }
}

extension Store where Event: Sendable {
    /// A way for other threads to send events. They are taken in order while the store runs, or when its state is drained.
    public func inlet() -> Inlet<Event> {
        let (events, inlet) = Signal<Event>.pipe()
        takeSource(events)
        return inlet
    }
}
