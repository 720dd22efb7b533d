import Cycle
import CycleMachine

/// An event of a harvester's loop: each takes one turn.
enum HarvesterEvent<Input> {
    /// An input, and the effect it came from.
    case input(Input, from: RunningEffect<Input>?)
    /// The inputs are over.
    case end

    /// Inputs from outside, and their end.
    static func all(of inputs: Signal<Input>) -> Signal<HarvesterEvent> {
        Signal { sink in
            inputs.run(inside: sink, finish: { sink.send(.end) }, receive: { sink.send(.input($0, from: nil)) })
        }
    }
}

/// A state, its mapping, and its watchers: what happens in a turn of a ``Harvester``.
final class Harvesting<Input, State> {
    typealias Reply = Harvester<Input, State>.Reply
    typealias Step = (Input, State) -> (State, [EffectPart<Input>])?

    private(set) var state: State
    let states = Outlet<State>()
    let replies = Outlet<Reply>()
    /// Successes for effects and feedbacks, sent after the observers were called.
    let successes = Outlet<(success: Reply.Success, effect: [EffectPart<Input>])>()
    let scope = TurnScope()
    /// The effects that are performed at the first start.
    private var initialEffect: [EffectPart<Input>]
    private let step: Step
    /// The success of the turn under way.
    private var success: (success: Reply.Success, effect: [EffectPart<Input>])?

    init(_ state: State, effect: [EffectPart<Input>], _ step: @escaping Step) {
        self.state = state
        self.initialEffect = effect
        self.step = step
    }

    var turn: MachineLoop<HarvesterEvent<Input>>.TurnSteps {
        .init(
            apply: { [self] in apply($0) },
            answer: { [self] _ in
                guard let success = success.take() else { return }
                successes.send(success)
            },
            finish: { [states, replies] forGood in
                states.finish(forGood: forGood)
                replies.finish(forGood: forGood)
            })
    }

    private func apply(_ event: HarvesterEvent<Input>) -> Bool {
        guard case .input(let input, from: let task) = event else { return false }
        // Cancelled after it had emitted this.
        if let task, task.isCancelled { return true }
        let before = state
        guard let (next, effect) = step(input, before) else {
            replies.send(.failure(.init(input: input, fromState: before)))
            return true
        }
        state = next
        let success = Reply.Success(input: input, fromState: before, toState: next)
        self.success = (success, effect)
        states.send(next)
        replies.send(.success(success))
        return true
    }

    /// Performs the effects of the mapping; emits what they lead to.
    var performingEffects: Signal<HarvesterEvent<Input>> {
        Signal { [self] sink in
            let effects = RunningEffects(sink, scope)
            let watching = successes.signal.run(inside: sink) { effects.perform($0.effect) }
            effects.perform(initialEffect)
            initialEffect = []
            return Subscription([watching, Subscription(effects.cancelAll)])
        }
    }
}
