import Cycle

extension Feedback {
    /// Calls `effect` with what `filter` finds in an event, after the state has changed. Leads to no event.
    ///
    ///     .sideEffect(\.userAction) { analytics.track(.userAction($0)) }
    ///
    /// - Source: Yasuhiro Inami's proposal "Simple side-effect in ReactiveFeedback".
    public static func sideEffect<Value>(
        _ filter: @escaping (Event) -> Value?, _ effect: @escaping (Value) -> Void
    ) -> Feedback {
        Feedback { $0.compactMap { event, _ in filter(event) }.handle(effect).ignoringValues() }
    }

    /// Calls `effect` with every event and the state after it. Leads to no event.
    public static func sideEffect(_ effect: @escaping (_ event: Event, _ state: State) -> Void) -> Feedback {
        Feedback { $0.handle { event, state in effect(event, state) }.ignoringValues() }
    }

    /// A feedback on events that cannot loop back: its type says so.
    public static func sideEffects(_ effects: @escaping (Signal<(Event, State)>) -> Signal<Never>) -> Feedback {
        Feedback { effects($0).ignoringValues() }
    }
}

extension Feedback where Event == Never {
    /// The same effects in a machine with events: what can lead to no event at all can be used with any.
    ///
    /// It watches states: there are no events of its type.
    public func promoted<Other>(to other: Other.Type = Other.self) -> Feedback<State, Other> {
        Feedback<State, Other>(run: { transitions in
            run(transitions.part({ $0 }, { _ in nil })).ignoringValues()
        })
    }
}
