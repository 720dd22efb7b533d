import Cycle

/// A side effect of a machine: it watches the machine's transitions and answers with events.
///
///     let logging = Feedback<Int, Event> { transitions in
///         transitions.handle { event, state in print("\(event) -> \(state)") }.ignoringValues()
///     }
///
/// A feedback may watch events and the states after them (Mealy), or states alone (Moore). It is a recipe: it runs with
/// its machine, in the machine's isolation, and what it emits takes its turn after all that waits.
///
/// - Source: `Feedback` of ReactiveFeedback, in the Mealy form of Yasuhiro Inami's proposal.
public struct Feedback<State, Event> {
    let run: (Transitions<State, Event>) -> Signal<Event>

    init(run: @escaping (Transitions<State, Event>) -> Signal<Event>) {
        self.run = run
    }

    /// A Mealy feedback: each event with the state after it, nothing at the start.
    public init(_ events: @escaping (Signal<(Event, State)>) -> Signal<Event>) {
        self.init(run: { events($0.pairs) })
    }

    /// A Moore feedback: the state at the start, then the state after each event, equal or not.
    // Not an initialiser: `Feedback { … }` would be ambiguous.
    public static func states(_ events: @escaping (Signal<State>) -> Signal<Event>) -> Feedback {
        Feedback(run: { events($0.states) })
    }

    /// A feedback on both: the state at the start with no event, then the state after each event with it.
    ///
    /// - Source: the `(State, Event?)` of Loop and CombineFeedback.
    public static func transitions(_ events: @escaping (Signal<(State, Event?)>) -> Signal<Event>) -> Feedback {
        Feedback(run: { events($0.all) })
    }

    /// Events that have nothing to do with the state.
    public init<Value>(source: Signal<Value>, as event: @escaping (Value) -> Event) {
        self.init(run: { _ in source.map(event) })
    }

    /// A feedback with all freedom: it watches by itself, and sends into a sink.
    ///
    ///     .custom { states, output in states.map(Event.seen).enqueue(to: output) }
    ///
    /// - Parameter setup: Called when the machine starts; what it returns is cancelled when the machine stops.
    public static func custom(
        _ setup: @escaping (_ states: Signal<State>, _ output: Sink<Event>) -> Subscription
    ) -> Feedback {
        Feedback(run: { transitions in Signal { sink in setup(transitions.states, sink) } })
    }

    /// Many feedbacks as one. They run in the order given.
    public static func combine(_ feedbacks: [Feedback]) -> Feedback {
        Feedback(run: { transitions in .merge(feedbacks.map { $0.run(transitions) }) })
    }

    public static func combine(_ feedbacks: Feedback...) -> Feedback {
        combine(feedbacks)
    }
}

/// The output of a feedback, made of a signal.
extension Signal {
    /// Sends this signal's values, but not its end, to a feedback's output. Cancelling silences events that still wait.
    public func enqueue(to output: Sink<Value>) -> Subscription {
        // A life of its own, so that cancelling reaches what already waits for its turn.
        Signal<Void>.just(()).flatMap(.latest) { self }.run(inside: output, finish: {}, receive: output.send)
    }
}
