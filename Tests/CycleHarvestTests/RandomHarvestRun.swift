import Cycle
import CycleHarvest
import CycleTesting
import TestSupport

/// A random machine as the library runs it.
final class HarvestRun {
    private typealias Machine = Harvester<Sent, Counted>
    private typealias Mapping = Machine.EffectMapping<RandomQueue, Int>
    private typealias Work = Effect<Sent, RandomQueue, Int>

    /// A watcher. It may leave before it has a subscription, when it receives the first state.
    private final class Watching {
        var isHere = true
        var subscription: Subscription?
    }

    private let program: HarvestProgram
    private let time = VirtualTime()
    private(set) var lines: [String] = []
    /// By those who watch.
    private var sentCount = 0
    private let inlet: Inlet<Sent>
    private var machine: Machine?
    private var watchings: [Int: [Watching]] = [:]
    private var results: [SendResult] = []
    private var isOver = false

    init(_ program: HarvestProgram) {
        self.program = program
        let input: Signal<Sent>
        (input, inlet) = Signal<Sent>.pipe()
        let mapping = mapping(program.mapping)
        let noting = { [unowned self] (input: Sent, state: Counted) -> (Counted, Work)? in
            write("map \(input)")
            if let id = program.ask(program.mappingSends, input) { send(Sent(id: id, fuel: 0)) }
            return mapping.run(input, state, ())
        }
        if program.feedbacks.isEmpty {
            machine = Machine(
                state: Counted(), effect: .combine(program.initial.map { part($0, fuel: 2) }), input: input,
                mapping: Mapping(noting))
        } else {
            machine = Machine(
                state: Counted(), input: input, mapping: Machine.Mapping { noting($0, $1)?.0 },
                feedbacks: program.feedbacks.map(feedback))
        }
        machine?.replies.observe(finish: { [unowned self] in isOver = true }) { _ in }
        program.actions.perform(perform, settled: { results.map(\.isSettled) }, write)
        let played = lines
        machine?.stop()
        lines = played
    }

    private func write(_ line: String) {
        lines.append("\(time.now.components.seconds): \(line)")
    }

    private func perform(_ action: HarvestProgram.Action) {
        switch action {
        case .send(let input): if let result = send(input) { results.append(result) }
        case .post(let input): inlet.send(input)
        case .endInput: inlet.end()
        case .watchStates(let name): watchStates(name)
        case .watchReplies(let name): watchReplies(name)
        case .leave(let name): leave(name)
        case .advance(let steps): time.advance(steps: steps)
        case .start: if let machine, !isOver { time.drive(machine) }
        case .stop: machine?.stop()
        }
    }

    @discardableResult
    private func send(_ input: Sent) -> SendResult? {
        let result = machine?.send(input)
        if let result, result.outcome != .accepted { write("\(result.outcome)") }
        return result
    }

    private func watchStates(_ name: Int) {
        watch(name) { machine, watching in
            machine.$state.observe(finish: { [unowned self] in if watching.isHere { write("watcher \(name) finished") }
            }) {
                [unowned self] in
                if watching.isHere { tell(name, "state \($0)", $0) }
            }
        }
    }

    private func watchReplies(_ name: Int) {
        watch(name) { machine, _ in
            machine.replies.observe(finish: { [unowned self] in write("watcher \(name) finished") }) {
                [unowned self] reply in
                let text = reply.toState == nil ? "\(reply.input): \(reply.fromState) x" : "\(reply)"
                tell(name, "reply \(text)", reply.toState ?? reply.fromState)
            }
        }
    }

    private func watch(_ name: Int, _ observe: (Machine, Watching) -> Subscription) {
        guard let machine else { return }
        let watching = Watching()
        watchings[name, default: []].append(watching)
        let subscription = observe(machine, watching)
        if watching.isHere { watching.subscription = subscription } else { subscription.cancel() }
    }

    private func leave(_ name: Int) {
        for watching in watchings.removeValue(forKey: name) ?? [] {
            watching.isHere = false
            watching.subscription?.cancel()
        }
    }

    private func tell(_ name: Int, _ line: String, _ state: Counted) {
        let watcher = program.watchers[name]
        write("watcher \(name) \(line)")
        if let input = program.sent(by: watcher, state, &sentCount) { send(input) }
        if watcher.leaves == state.value { leave(name) }
        if watcher.stops == state.value { machine?.stop() }
    }

    private func signal(_ script: Script) -> Signal<Int> {
        script.signal { [unowned self] in write($0) }
    }

    private func part(_ part: EffectPart, fuel: Int) -> Work {
        switch part {
        case .task(let script, let queue, let id):
            Work(signal(script).map { Sent(id: $0, fuel: fuel) }, queue: queue, id: id)
        case .cancel(let id): .cancel(id)
        case .cancelEven: .cancel { $0.isMultiple(of: 2) }
        case .next(let id): .nextInput(Sent(id: id, fuel: fuel))
        }
    }

    private func mapping(_ recipe: MappingRecipe) -> Mapping {
        switch recipe {
        case .row(let inputs, let from, let to, let parts):
            .makeInout { [unowned self] input, state in
                let isWay = inputs.contains(input.id) && from.contains(state.value)
                state = Counted(value: to, count: state.count + 1)
                guard isWay else { return nil }
                return input.fuel > 0 ? .combine(parts.map { part($0, fuel: input.fuel - 1) }) : .empty
            }
        case .sum(let left, let right): mapping(left) + mapping(right)
        case .product(let left, let right): mapping(left) * mapping(right)
        case .reduce(let strategy, let recipes): .reduce(strategy, recipes.map(mapping))
        case .zero: .zero
        case .one: .one
        case .statePart(let inner): mapping(inner).transform(state: Counted.half)
        case .inputPart(let inner): mapping(inner).transform(input: Sent.half)
        case .idPart(let inner): mapping(inner).transformID({ $0 + 10 }, { $0 >= 10 ? $0 - 10 : nil })
        }
    }

    private func feedback(_ recipe: FeedbackRecipe) -> Machine.Feedback {
        let find = { [program] (success: Machine.Reply.Success) -> Machine.Reply.Success? in
            program.ask(recipe.table, success.input) == nil ? nil : success
        }
        let produce = { [unowned self] (success: Machine.Reply.Success) -> Signal<Sent> in
            guard let id = program.ask(recipe.table, success.input) else { return .empty }
            let index = (id + success.fromState.value + success.toState.value) % recipe.scripts.count
            return signal(recipe.scripts[index]).map { Sent(id: $0, fuel: success.input.fuel - 1) }
        }
        switch recipe.form {
        case .transform:
            return Machine.Feedback(
                transform: { $0.compactMap(find) }, strategy: recipe.strategy, produce: produce)
        case .produce: return Machine.Feedback(strategy: recipe.strategy, produce: produce)
        case .filter:
            return Machine.Feedback(filter: { find($0) != nil }, strategy: recipe.strategy, produce: produce)
        case .tryGet: return Machine.Feedback(tryGet: find, strategy: recipe.strategy, produce: produce)
        }
    }
}
