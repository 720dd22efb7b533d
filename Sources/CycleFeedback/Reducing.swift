import Cycle
import CycleMachine

/// A change of a feedback system's state: an event, which the reducer handles, or a mutation, which it does not see.
enum Update<State, Event> {
    case event(Event)
    case mutation((inout State) -> Void)
}

/// A state, its reducer, and its watchers: what happens in a turn of a `Property`, a `Store`, a `FeedbackLoop`.
final class Reducing<State, Event> {
    private var current: State
    private var isReducing = false
    private let reduce: (inout State, Event) -> Void
    private let states = Outlet<State>()
    private let transitions = Outlet<(State, Event?)>()
    private let scope = TurnScope()

    init(_ initial: State, _ reduce: @escaping (inout State, Event) -> Void) {
        current = initial
        self.reduce = reduce
    }

    var state: State {
        if isReducing { trap("a reducer changes the state that it is given, and cannot read it from its machine") }
        return current
    }

    /// The system, which lives as long as what is returned.
    ///
    /// - Parameter name: The name of the loop in messages about mistakes.
    func loop(
        _ name: @escaping @autoclosure () -> String, events: Signal<Event> = .empty,
        feedbacks: [Feedback<State, Event>], isOpen: Bool, scheduler: (any Scheduler)?
    ) -> (MachineLoop<Update<State, Event>>, Property<State>) {
        let watched = Transitions(current: { [self] in state }, changes: transitions.signal, scope: scope)
        let turn = MachineLoop<Update<State, Event>>.TurnSteps(
            apply: { [self] in apply($0) },
            answer: { [self] in answer($0) },
            finish: { [states] in states.finish(forGood: $0) })
        let loop = MachineLoop(
            turn, scope, name: name(), isOpen: isOpen,
            sources: ([events] + feedbacks.map { $0.run(watched) }).map { $0.map(Update.event) }, scheduler: scheduler)
        return (loop, Property(loop, states) { [self] in state })
    }

    private func apply(_ update: Update<State, Event>) -> Bool {
        isReducing = true
        switch update {
        case .event(let event): reduce(&current, event)
        case .mutation(let mutate): mutate(&current)
        }
        isReducing = false
        states.send(current)
        return true
    }

    private func answer(_ update: Update<State, Event>) {
        if case .event(let event) = update {
            transitions.send((current, event))
        } else {
            transitions.send((current, nil))
        }
    }
}
