import Cycle

/// What changes the state of a store or a feedback loop: an event, which the reducer answers, or a mutation, which it
/// does not see.
enum Update<State, Event> {
    case event(Event)
    case mutation((inout State) -> Void)

    static func setting<Value>(_ path: WritableKeyPath<State, Value>, to value: Value) -> Update {
        .mutation { $0[keyPath: path] = value }
    }

    var event: Event? {
        if case .event(let event) = self { event } else { nil }
    }
}

extension Machine {
    /// A machine that takes events and mutations. Feedbacks see the state after a mutation, and no event.
    static func open<Inner>(
        _ initial: State, _ reduce: @escaping (inout State, Inner) -> Void, feedbacks: [Feedback<State, Inner>]
    ) -> Machine where Event == Update<State, Inner> {
        Machine(
            initial,
            { state, update in
                switch update {
                case .event(let event): reduce(&state, event)
                case .mutation(let mutate): mutate(&state)
                }
            },
            feedbacks: feedbacks.map { feedback in
                feedback.pullback(state: \.self, event: \.event, embed: Update.event)
            }, isOpen: true)
    }
}
