import Cycle
import CycleMachine

/// The state of a feedback system: of ``Store/state``, of ``FeedbackLoop/state``, or of a system of its own.
public typealias Property = CycleMachine.Property
public typealias SendResult = CycleMachine.SendResult
/// The interface that ``Store``, ``FeedbackLoop`` and other machines share, for code that works with any of them.
public typealias Machine = CycleMachine.Machine

extension Property {
    /// A feedback system whose events are known when it is made.
    ///
    ///     let system = Property(initial: 0, reduce: counted, events: presses, feedbacks: [logging])
    ///     await system.run(on: scheduler)
    ///
    /// External events come apart from feedbacks; feed them from any thread through a `Signal.pipe()`. Events of before the
    /// start are kept. The system is over when every source has ended and nothing is pending.
    ///
    /// - Parameters:
    ///   - initial: The value before the first event.
    ///   - scheduler: The time of the feedbacks. With one the system starts at once, and in an actor it runs itself, see
    ///     `Machine`.
    ///   - reduce: A pure function of the state and an event.
    ///   - events: External events: everything that is not an answer of the system to itself.
    ///   - feedbacks: Run in the order given.
    ///   - isolation: The caller's.
    /// - Source: Yasuhiro Inami's "Mealy-Machine ReactiveFeedback".
    public convenience init<Event>(
        initial: Value, scheduler: (any Scheduler)? = nil, reduce: @escaping (Value, Event) -> Value,
        events: Signal<Event> = .empty, feedbacks: [Feedback<Value, Event>] = [],
        isolation: isolated (any Actor)? = #isolation
    ) {
        self.init(
            initial: initial, scheduler: scheduler, reduce: { $0 = reduce($0, $1) }, events: events,
            feedbacks: feedbacks, isolation: isolation)
    }

    /// As the other one, with a reducer that changes the state in place.
    public convenience init<Event>(
        initial: Value, scheduler: (any Scheduler)? = nil, reduce: @escaping (inout Value, Event) -> Void,
        events: Signal<Event> = .empty, feedbacks: [Feedback<Value, Event>] = [],
        isolation: isolated (any Actor)? = #isolation
    ) {
        let (_, states) = Reducing(initial, reduce)
            .loop("\(Self.self)", events: events, feedbacks: feedbacks, isOpen: false, scheduler: scheduler)
        self.init(states)
        if scheduler != nil { start(isolation: isolation) }
    }
}
