import Cycle

extension Feedback {
    /// Calls `effect` with the value that `filter` finds in an event, after the state has changed. No event follows from it.
    ///
    ///     .sideEffect(\.userAction) { analytics.track(.userAction($0)) }
    ///
    /// - Source: Yasuhiro Inami's proposal "Simple side-effect in ReactiveFeedback".
    public static func sideEffect<Value>(
        _ filter: @escaping (Event) -> Value?, _ effect: @escaping (Value) -> Void
    ) -> Feedback {
        Feedback { $0.compactMap { event, _ in filter(event) }.handle(effect).ignoringValues() }
    }

    /// Calls `effect` with every event and the state after it. No event follows from it.
    public static func sideEffect(_ effect: @escaping (_ event: Event, _ state: State) -> Void) -> Feedback {
        Feedback { $0.handle { event, state in effect(event, state) }.ignoringValues() }
    }

    /// Runs effects on all events and states. Their signal is of `Never`, so that the compiler sees that no event follows.
    public static func sideEffects(_ effects: @escaping (Signal<(Event, State)>) -> Signal<Never>) -> Feedback {
        Feedback { effects($0).ignoringValues() }
    }
}

extension Feedback where Event == Never {
    /// The same effects in a machine that has events: this feedback sends none, so it fits every machine of its state.
    ///
    /// It watches states alone, as there are no events of the type `Never`.
    public func promoted<Other>(to other: Other.Type = Other.self) -> Feedback<State, Other> {
        Feedback<State, Other>(run: { transitions in
            run(transitions.part({ $0 }, { _ in nil })).ignoringValues()
        })
    }
}
