import Cycle

/// How an event changes a state, in place.
///
///     let counted = Reducer<Int, Event> { count, event in count += 1 }
///     let both = Reducer.combine(counted, logged)
///     let whole = counted.pullback(state: \App.count, event: { (event: App.Event) in event.counting })
///
/// - Source: `Reducer` of ReactiveFeedback and CombineFeedback.
public struct Reducer<State, Event> {
    public let reduce: (inout State, Event) -> Void

    public init(_ reduce: @escaping (inout State, Event) -> Void) {
        self.reduce = reduce
    }

    public func callAsFunction(_ state: inout State, _ event: Event) {
        reduce(&state, event)
    }

    /// All of `reducers`, one after the other, on the same state.
    public static func combine(_ reducers: Reducer...) -> Reducer {
        Reducer { state, event in for reducer in reducers { reducer(&state, event) } }
    }

    /// A reducer of a part, for the whole. An event of another part changes nothing.
    public func pullback<Whole, WholeEvent>(
        state: WritableKeyPath<Whole, State>, event extract: @escaping (WholeEvent) -> Event?
    ) -> Reducer<Whole, WholeEvent> {
        Reducer<Whole, WholeEvent> { whole, event in
            if let event = extract(event) { reduce(&whole[keyPath: state], event) }
        }
    }

    /// A reducer of what a case carries, for the whole. While the whole is of another case, events change nothing.
    public func pullback<Whole, WholeEvent>(
        state extractState: @escaping (Whole) -> State?, embed: @escaping (State) -> Whole,
        event extract: @escaping (WholeEvent) -> Event?
    ) -> Reducer<Whole, WholeEvent> {
        Reducer<Whole, WholeEvent> { whole, event in
            guard let event = extract(event), var state = extractState(whole) else { return }
            reduce(&state, event)
            whole = embed(state)
        }
    }

    /// The reducer for a state that may be `nil`: then events change nothing.
    public func optional() -> Reducer<State?, Event> {
        Reducer<State?, Event> { state, event in
            guard var present = state.take() else { return }
            reduce(&present, event)
            state = present
        }
    }

    /// The same reducer that writes down each event and what it led to.
    public func logging(to write: @escaping (String) -> Void) -> Reducer {
        Reducer { state, event in
            reduce(&state, event)
            write("\(event) -> \(state)")
        }
    }
}
