import Cycle

/// A value over time that can be read at any time.
///
///     let system = Property(initial: 0, reduce: counted, events: presses, feedbacks: [logging])
///     await system.run(on: scheduler)
///
/// The state is stored once, here. External events come apart from feedbacks; feed them from any thread through a
/// ``Signal/pipe()``. With a scheduler a property starts at once, else with ``start(on:)``, with ``run(on:until:isolation:)``
/// or with the loop that it is a part of, see ``running``; events of before the start are kept. Every event emits a
/// state, equal or not.
///
/// Confined to the isolation that made it.
///
/// - Source: `Property` of ReactiveSwift, and its initialiser in Yasuhiro Inami's "Mealy-Machine ReactiveFeedback".
public final class Property<Value> {
    private let read: () -> Value
    /// The value after each event from now on.
    public let signal: Signal<Value>
    private let host: Host

    init(host: Host, signal: Signal<Value>, read: @escaping () -> Value) {
        self.host = host
        self.signal = signal
        self.read = read
    }

    convenience init<Event>(_ machine: Machine<Value, Event>, scheduler: (any Scheduler)?) {
        self.init(
            host: Host(machine, scheduler: scheduler), signal: machine.states.signal, read: { machine.state })
    }

    /// - Parameters:
    ///   - initial: The value before the first event.
    ///   - scheduler: The time of the feedbacks.
    ///   - reduce: A pure function of the state and an event.
    ///   - events: External events: everything that is not an answer of the system to itself.
    ///   - feedbacks: Run in the order given.
    public convenience init<Event>(
        initial: Value, scheduler: (any Scheduler)? = nil, reduce: @escaping (Value, Event) -> Value,
        events: Signal<Event> = .empty, feedbacks: [Feedback<Value, Event>] = []
    ) {
        self.init(
            initial: initial, scheduler: scheduler, reduce: { $0 = reduce($0, $1) }, events: events,
            feedbacks: feedbacks)
    }

    /// As ``init(initial:scheduler:reduce:events:feedbacks:)-(_,_,(Value,Event)->Value,_,_)``, changing the state in place.
    public convenience init<Event>(
        initial: Value, scheduler: (any Scheduler)? = nil, reduce: @escaping (inout Value, Event) -> Void,
        events: Signal<Event> = .empty, feedbacks: [Feedback<Value, Event>] = []
    ) {
        self.init(
            Machine(initial, reduce, events: events, feedbacks: feedbacks, isOpen: false), scheduler: scheduler)
    }

    /// The value now.
    public var value: Value { read() }

    /// The value now, then the value after each event.
    public var producer: Signal<Value> {
        Signal { [self] sink in
            sink.send(value)
            return signal.run(inside: sink, receive: sink.send)
        }
    }

    /// A property of a part: it reads through this one, and emits whenever this one does.
    public func map<Part>(_ transform: @escaping (Value) -> Part) -> Property<Part> {
        Property<Part>(host: host, signal: signal.map(transform), read: { [read] in transform(read()) })
    }

    /// Calls `receive` with the value after each event from now on, before the feedbacks see it.
    public func observe(_ receive: @escaping (Value) -> Void) -> Subscription {
        observe(signal, receive)
    }

    /// Runs `observation` in the loop of this property, whenever that works, and calls `receive` with its values.
    ///
    ///     system.observe(system.signal.combinePrevious(initial: system.value)) { old, new in patch(old, new) }
    public func observe<Observed>(
        _ observation: Signal<Observed>, _ receive: @escaping (Observed) -> Void
    ) -> Subscription {
        host.machine.observe(observation.handle(receive).ignoringValues())
    }

    // MARK: At work

    /// Starts the system, and applies the events of before the start. Nothing if it has started.
    ///
    /// - Parameter scheduler: The time of the feedbacks; without one, and without one in `init`, time stands still.
    public func start(on scheduler: (any Scheduler)? = nil) {
        host.start(on: scheduler)
    }

    /// Takes what other threads and time have brought, and all that follows from it. Nothing while a turn is under way.
    public func drain() {
        host.drain()
    }

    /// Cancels everything, silently. The value stays; started again, the system goes on from it.
    public func stop() {
        host.stop()
    }

    /// Runs the system in the caller's isolation until `isDone` holds for a value, the task is cancelled, or nothing
    /// can happen any more: every source has ended and nothing is pending.
    ///
    /// - Returns: The last value.
    @discardableResult
    public func run(
        on scheduler: (any Scheduler)? = nil, until isDone: @escaping (Value) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> Value {
        await host.run(on: scheduler, until: { [read] in isDone(read()) }, isolation: isolation)
        return value
    }

    /// The system as a part of the loop that runs this signal, on that loop's time: the value now, and after each event.
    public var running: Signal<Value> {
        .merge(producer, host.machine.work.ignoringValues())
    }
}
