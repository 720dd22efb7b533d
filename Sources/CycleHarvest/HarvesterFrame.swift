import Cycle

/// The frame of a machine: its state, and what the latest input led to.
struct HarvesterFrame<Input, State> {
    var state: State
    /// `nil` at the start.
    var reply: Harvester<Input, State>.Reply?
    /// What this turn asked for.
    var effect: [EffectPart<Input>]
    /// Whether the inputs are over, and with them the machine.
    var hasEnded = false

    init(state: State, effect: [EffectPart<Input>]) {
        self.state = state
        self.effect = effect
    }

    /// - Returns: `nil` for an event that does not happen: its effect was cancelled, or the machine has ended.
    func after(
        _ event: HarvesterEvent<Input>, _ step: (Input, State) -> (State, [EffectPart<Input>])?
    ) -> HarvesterFrame? {
        guard !hasEnded else { return nil }
        var next = self
        next.effect = []
        switch event {
        case .end:
            next.reply = nil
            next.hasEnded = true
        case .input(_, from: let task?) where task.isCancelled:
            return nil
        case .input(let input, from: _):
            guard let (to, effect) = step(input, state) else {
                next.reply = .failure(.init(input: input, fromState: state))
                break
            }
            next.reply = .success(.init(input: input, fromState: state, toState: to))
            next.state = to
            next.effect = effect
        }
        return next
    }
}

/// What takes a turn of a machine.
enum HarvesterEvent<Input> {
    /// An input, and the effect it came from.
    case input(Input, from: EffectTask<Input>?)
    /// The inputs are over.
    case end

    /// Inputs from outside, and their end.
    static func all(of inputs: Signal<Input>) -> Signal<HarvesterEvent> {
        Signal { sink in
            inputs.run(inside: sink, finish: { sink.send(.end) }, receive: { sink.send(.input($0, from: nil)) })
        }
    }
}

extension Signal {
    /// Performs the effects of these frames; emits what they lead to.
    func performingEffects<Input, State>() -> Signal<HarvesterEvent<Input>>
    where Value == HarvesterFrame<Input, State> {
        Signal<HarvesterEvent<Input>> { sink in
            let effects = RunningEffects(sink)
            let watching = run(inside: sink) { frame in
                if frame.hasEnded { effects.cancelAll() } else { effects.perform(frame.effect) }
            }
            return Subscription([watching, Subscription(effects.cancelAll)])
        }
    }
}

/// The way in for the owner of a machine. What is sent before the start waits.
final class Entrance<Input> {
    private var early: [Input] = []
    private var enter: ((Input) -> Void)?

    func send(_ input: Input) {
        if let enter { enter(input) } else { early.append(input) }
    }

    var signal: Signal<HarvesterEvent<Input>> {
        Signal { [self] sink in
            let enter = { sink.send(HarvesterEvent<Input>.input($0, from: nil)) }
            self.enter = enter
            let waiting = early
            early = []
            waiting.forEach(enter)
            return Subscription { self.enter = nil }
        }
    }
}
