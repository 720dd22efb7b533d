import Cycle
import CycleMachine

/// The transitions of a machine, as its feedbacks see them.
struct Transitions<State, Event> {
    /// The state now; `nil` while the part that a feedback was written for is not there.
    let current: () -> State?
    /// Each transition from now on: the state after it, and the event, if it is one of this part's.
    let changes: Signal<(State, Event?)>
    let scope: TurnScope

    /// The state now, then the state after each event.
    var states: Signal<State> {
        all.map { $0.0 }
    }

    /// Each event with the state after it; nothing at the start.
    var pairs: Signal<(Event, State)> {
        changes.compactMap { state, event in event.map { ($0, state) } }
    }

    /// The state now without an event, then each transition.
    var all: Signal<(State, Event?)> {
        Signal { sink in
            // Listening first: what this state leads to at once is not missed.
            let listening = changes.run(inside: sink, receive: sink.send)
            if let state = current() { sink.send((state, nil)) }
            return listening
        }
    }

    /// The same transitions as a part sees them.
    func part<Part, PartEvent>(
        _ part: @escaping (State) -> Part?, _ extract: @escaping (Event) -> PartEvent?
    ) -> Transitions<Part, PartEvent> {
        Transitions<Part, PartEvent>(
            current: { current().flatMap(part) },
            changes: changes.compactMap { state, event in
                part(state).map { ($0, event.flatMap(extract)) }
            }, scope: scope)
    }

    /// Runs `whilePresent` from when `part` of the state is there until it is not.
    func running<Part, Output>(
        while part: @escaping (State) -> Part?, _ whilePresent: @escaping (Transitions) -> Signal<Output>
    ) -> Signal<Output> {
        Signal { sink in
            // A late listener is called in the place of this feedback among the others, not behind them all.
            let inside = Outlet<(State, Event?)>()
            let transitions = Transitions(current: current, changes: inside.signal, scope: scope)
            return all.handle(inside.send).map { part($0.0) != nil }.removeDuplicates()
                .flatMap(.latest) { isPresent in isPresent ? whilePresent(transitions) : .empty }
                .run(inside: sink, receive: sink.send)
        }
    }
}
