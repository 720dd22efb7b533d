import Cycle

// Feedbacks on events. An event that does not match leaves a running effect alone; cancelling is explicit.

extension Feedback {
    /// Effects for every event that matches, with its payload.
    ///
    /// With `latest` what waits of an effect is silent once another event matches, also where the effect had ended: the
    /// answer to an earlier query never comes after a newer query.
    public init<Payload>(
        event payload: @escaping (Event) -> Payload?, _ strategy: FlattenStrategy = .latest,
        effects: @escaping (Payload) -> Signal<Event>
    ) {
        self.init(run: { transitions in
            transitions.scope.answer(transitions.pairs.compactMap { event, _ in payload(event) }, strategy, effects)
        })
    }

    /// Effects for every event that matches, with its payload and the state after it.
    public init<Payload>(
        event payload: @escaping (Event) -> Payload?, _ strategy: FlattenStrategy = .latest,
        effects: @escaping (Payload, State) -> Signal<Event>
    ) {
        self.init(run: { transitions in
            let payloads = transitions.pairs.compactMap { event, state in payload(event).map { ($0, state) } }
            return transitions.scope.answer(payloads, strategy) { effects($0.0, $0.1) }
        })
    }

    /// Effects for the values of a signal made from the events.
    public init<Value>(
        compactingEvents transform: @escaping (Signal<Event>) -> Signal<Value>,
        _ strategy: FlattenStrategy = .latest, effects: @escaping (Value) -> Signal<Event>
    ) {
        self.init(run: { transitions in
            transitions.scope.answer(transform(transitions.pairs.map { $0.0 }), strategy, effects)
        })
    }
}
