import Cycle

// Feedbacks on states. Each says when its effects start, and when they are cancelled; the strategy says what a new
// effect does to one that runs.

extension Feedback {
    /// Effects for every state.
    public static func everyState(
        _ strategy: FlattenStrategy = .latest, effects: @escaping (State) -> Signal<Event>
    ) -> Feedback {
        Feedback(compacting: { $0 }, strategy, effects: effects)
    }

    /// Effects for the values of a signal made from the states.
    public init<Value>(
        compacting transform: @escaping (Signal<State>) -> Signal<Value>, _ strategy: FlattenStrategy = .latest,
        effects: @escaping (Value) -> Signal<Event>
    ) {
        self.init(run: { $0.scope.flatMap(transform($0.states), strategy, effects) })
    }

    /// Effects for every state whose query is there; all are cancelled by the first state whose query is `nil`. With
    /// `latest` what an effect has emitted before it ended arrives nevertheless, with the other strategies what waits is silent.
    public init<Query>(
        lensing query: @escaping (State) -> Query?, _ strategy: FlattenStrategy = .latest,
        effects: @escaping (Query) -> Signal<Event>
    ) {
        self.init(run: { transitions in
            let scope = transitions.scope
            // `latest` cancels by itself, and leaves what an effect that has ended emitted alone.
            guard strategy != .latest else {
                return scope.flatMap(transitions.states.map(query), .latest) { $0.map(effects) ?? .empty }
            }
            return transitions.running(while: query) {
                scope.flatMap($0.states.compactMap(query), strategy, effects)
            }
        })
    }

    /// Effects for every query that differs from the one before; all are cancelled when it becomes `nil`. Events of an
    /// effect that still wait are dropped once its query is replaced or `nil`, also where the effect had ended.
    ///
    /// - Parameters:
    ///   - query: The query of a state; `nil` for none.
    ///   - strategy: The influence of a different query on the running effect: `latest` cancels it, the others leave it, and what
    ///     it has emitted, alone until the query is `nil`.
    ///   - effects: The events that a query leads to.
    public init<Query: Equatable>(
        skippingRepeated query: @escaping (State) -> Query?, _ strategy: FlattenStrategy = .latest,
        effects: @escaping (Query) -> Signal<Event>
    ) {
        self.init(run: { transitions in
            let scope = transitions.scope
            guard strategy != .latest else {
                return scope.replacing(transitions.states.map(query).removeDuplicates(), effects)
            }
            return transitions.running(while: query) {
                scope.flatMap($0.states.compactMap(query).removeDuplicates(), strategy, effects)
            }
        })
    }

    /// Effects for every state that passes; the first that does not cancels them. Level-triggered: a state that passes
    /// after one that passed starts the effects anew.
    public init(
        predicate: @escaping (State) -> Bool, _ strategy: FlattenStrategy = .latest,
        effects: @escaping (State) -> Signal<Event>
    ) {
        self.init(lensing: { predicate($0) ? $0 : nil }, strategy, effects: effects)
    }

    /// Effects when the condition becomes true, or is true at the start, with the state of that moment. Edge-triggered:
    /// they are left alone until the condition falls, which cancels them.
    public init(
        whenBecomesTrue condition: @escaping (State) -> Bool, effects: @escaping (State) -> Signal<Event>
    ) {
        self.init(firstValueAfterNil: { condition($0) ? $0 : nil }, effects: effects)
    }

    /// Effects for the first value after `nil`, or at the start. Edge-triggered: they are left alone, whatever the value
    /// becomes, until it is `nil` again, which cancels them.
    public init<Value>(
        firstValueAfterNil value: @escaping (State) -> Value?, effects: @escaping (Value) -> Signal<Event>
    ) {
        self.init(run: { transitions in
            transitions.running(while: value) { transitions in
                transitions.current().flatMap(value).map { transitions.scope.tracing(effects($0)) } ?? .empty
            }
        })
    }
}
