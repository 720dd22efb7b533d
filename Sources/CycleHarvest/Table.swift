import Cycle

precedencegroup TransitionPrecedence {
    associativity: left
    higherThan: AdditionPrecedence
}

infix operator => : TransitionPrecedence

/// From which states, and to which: the middle of a row `input | from => to | effect`.
///
///     .loginOK | .loggingIn => .loggedIn | nil,
///     .forceLogout | canForceLogout => .loggingOut | Effect(forceLogoutOK, queue: .request),
///
/// - Source: the table syntax of Harvest and ReactiveAutomaton.
public struct StateTransition<State> {
    let from: Pattern<State>
    let to: State
}

/// The values that a row applies to.
enum Pattern<Value> {
    case value(Value, equals: (Value) -> Bool)
    case test((Value) -> Bool)

    func matches(_ value: Value) -> Bool {
        switch self {
        case .value(_, let equals): equals(value)
        case .test(let test): test(value)
        }
    }
}

/// One row of a table, as it is drawn.
struct TableRow<Input, State> {
    let input: Pattern<Input>
    let from: Pattern<State>
    /// Where there is no way, `nil`.
    let next: (State) -> State?
    /// The one state that the row leads to; `nil` if it computes one.
    let target: State?
    /// The queue of the effect that goes with the row.
    var queue: String?
}

/// Passes every value: `any => .loggedOut` is a way from every state, `any | …` one for every input.
public func any<Value>(_ value: Value) -> Bool {
    true
}

public func => <State: Equatable>(from: State, to: State) -> StateTransition<State> {
    StateTransition(from: .value(from, equals: { $0 == from }), to: to)
}

/// A way from every state that passes the test.
public func => <State>(from: @escaping (State) -> Bool, to: State) -> StateTransition<State> {
    StateTransition(from: .test(from), to: to)
}

public func | <Input: Equatable, State>(
    input: Input, transition: StateTransition<State>
) -> Harvester<Input, State>.Mapping {
    .row(.value(input, equals: { $0 == input }), transition)
}

/// A row for every input that passes the test.
public func | <Input, State>(
    input: @escaping (Input) -> Bool, transition: StateTransition<State>
) -> Harvester<Input, State>.Mapping {
    .row(.test(input), transition)
}

/// A row from every state, to one that is computed.
public func | <Input: Equatable, State>(
    input: Input, next: @escaping (State) -> State?
) -> Harvester<Input, State>.Mapping {
    .row(.value(input, equals: { $0 == input }), .test(any), target: nil, next)
}

/// A row for every input that passes the test, from every state, to one that is computed.
public func | <Input, State>(
    input: @escaping (Input) -> Bool, next: @escaping (State) -> State?
) -> Harvester<Input, State>.Mapping {
    .row(.test(input), .test(any), target: nil, next)
}

/// The effect of a row; `nil` for none.
public func | <Input, State, Queue, ID>(
    mapping: Harvester<Input, State>.Mapping, effect: Effect<Input, Queue, ID>
) -> Harvester<Input, State>.EffectMapping<Queue, ID> {
    mapping.with(queue: effect.queueNames) { _ in effect }
}

/// The effect of a row that needs something from the world.
public func | <Input, State, World, Queue, ID>(
    mapping: Harvester<Input, State>.Mapping, effect: @escaping (World) -> Effect<Input, Queue, ID>
) -> Harvester<Input, State>.EffectMappingInWorld<World, Queue, ID> {
    mapping.with(queue: nil, effect)
}

extension Harvester.Mapping {
    fileprivate static func row(_ input: Pattern<Input>, _ transition: StateTransition<State>) -> Self {
        .row(input, transition.from, target: transition.to) { _ in transition.to }
    }

    fileprivate static func row(
        _ input: Pattern<Input>, _ from: Pattern<State>, target: State?, _ next: @escaping (State) -> State?
    ) -> Self {
        Self(rows: [TableRow(input: input, from: from, next: next, target: target)]) { value, state in
            input.matches(value) && from.matches(state) ? next(state) : nil
        }
    }

    fileprivate func with<World, Queue, ID>(
        queue: String?, _ effect: @escaping (World) -> Effect<Input, Queue, ID>
    ) -> Harvester.EffectMappingInWorld<World, Queue, ID> {
        let rows = rows.map { row in
            var row = row
            row.queue = queue
            return row
        }
        return .init(rows: rows) { input, state, world in
            run(input, state).map { ($0, effect(world)) }
        }
    }
}

extension Effect {
    /// The queues of its tasks, for drawing; `nil` if it starts none.
    fileprivate var queueNames: String? {
        let names = parts.compactMap { part in
            if case .task(_, let queue?, _) = part { "\(queue)" } else { nil }
        }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
