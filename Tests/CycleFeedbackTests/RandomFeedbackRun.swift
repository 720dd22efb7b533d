import Cycle
import CycleFeedback
import CycleTesting
import TestSupport

/// A random program as the library runs it.
final class FeedbackRun {
    private final class Watching {
        var subscription: Subscription?
    }

    private let program: FeedbackProgram
    private let time = VirtualTime()
    private(set) var lines: [String] = []
    private var machine: Property<Counted>?
    private var enter: (Sent) -> SendResult? = { _ in nil }
    private var mutate: (Int) -> Void = { _ in }
    private var post: (Sent) -> Void = { _ in }
    private let tapping = Feedback<Counted, Sent>.input()
    private var watchings: [Int: Watching] = [:]
    private var comingCount = 0
    private var sourceCount = 0
    private var results: [SendResult] = []

    init(_ program: FeedbackProgram) {
        self.program = program
        make()
        program.actions.perform(perform, settled: { results.map(\.isSettled) }, write)
        let played = lines
        machine?.stop()
        lines = played
    }

    private func make() {
        let feedbacks = program.recipes.map(feedback) + [tapping.feedback]
        let reduce = { [unowned self] (state: inout Counted, event: Sent) in
            write("reduce \(event)")
            if let id = program.ask(program.reducerSends, state) { send(Sent(id: id, fuel: 0)) }
            state = program.next(state, event)
        }
        switch program.kind {
        case .store, .scoped:
            let store = Store(initial: Counted(), reduce: reduce, feedbacks: feedbacks)
            post = { [inlet = store.inlet()] in _ = inlet.send($0) }
            let view = program.kind == .scoped ? store.scoped(to: { $0 }, event: { (event: Sent) in event }) : store
            machine = view.state
            enter = view.send
        case .feedbackLoop:
            let loop = FeedbackLoop<Counted, Sent, Sent>(
                initial: Counted(), reduce: reduce, feedbacks: feedbacks, actionTransformer: { $0 })
            post = { [inlet = loop.inlet()] in _ = inlet.send($0) }
            mutate = { loop.mutate(keyPath: \.value, value: $0) }
            machine = loop.state
            enter = { loop.send($0) }
        case .property:
            let (events, inlet) = Signal<Sent>.pipe()
            post = { _ = inlet.send($0) }
            machine = Property(initial: Counted(), reduce: reduce, events: events, feedbacks: feedbacks)
            enter = { [unowned self] in
                write(tapping.observer($0))
                return nil
            }
        }
    }

    private func perform(_ action: FeedbackProgram.Action) {
        switch action {
        case .send(let event): if let result = send(event) { results.append(result) }
        case .input(let event): write(tapping.observer(event))
        case .mutate(let value): mutate(value)
        case .post(let event): post(event)
        case .watch(let name): watch(name)
        case .leave(let name): leave(name)
        case .advance(let steps): time.advance(steps: steps)
        case .start: if let machine { time.drive(machine) }
        case .stop: machine?.stop()
        }
    }

    @discardableResult
    private func send(_ event: Sent) -> SendResult? {
        let result = enter(event)
        if let result { write(result.outcome) }
        return result
    }

    private func write(_ outcome: SendResult.Outcome) {
        if outcome != .accepted { write("\(outcome)") }
    }

    private func watch(_ name: Int) {
        guard comingCount < program.limit, watchings[name] == nil else { return }
        comingCount += 1
        let watching = Watching()
        watchings[name] = watching
        let receive = { [unowned self] (state: Counted) in
            if watchings[name] === watching { tell(name, state) }
        }
        let subscription =
            switch program.watchers[name].operators {
            case nil: machine?.observe(receive)
            case .map: machine?.observe(through: { $0.map { $0 } }, receive)
            case .removeDuplicates: machine?.observe(through: { $0.removeDuplicates { $0.value == $1.value } }, receive)
            case .delay: machine?.observe(through: { $0.delay(.seconds(2)) }, receive)
            }
        if watchings[name] === watching { watching.subscription = subscription } else { subscription?.cancel() }
    }

    private func leave(_ name: Int) {
        watchings.removeValue(forKey: name)?.subscription?.cancel()
    }

    private func tell(_ name: Int, _ state: Counted) {
        let watcher = program.watchers[name]
        write("watcher \(name) \(state)")
        if let id = program.ask(watcher.sends, state) { send(Sent(id: id, fuel: 1)) }
        if let adds = watcher.adds, adds.value == state.value { watch(adds.name) }
        if let cancels = watcher.cancels, cancels.value == state.value { leave(cancels.name) }
    }

    private func write(_ line: String) {
        lines.append("\(time.now.components.seconds): \(line)")
    }

    // MARK: Feedbacks

    private func effect(_ script: Script, fuel: Int = 1) -> Signal<Sent> {
        script.signal { [unowned self] in write($0) }.map { Sent(id: $0, fuel: fuel) }
    }

    private func feedback(_ recipe: Recipe) -> Feedback<Counted, Sent> {
        switch recipe {
        case .effects(let form, let strategy, let table, let scripts): effects(form, strategy, table, scripts)
        case .eventEffects(let form, let strategy, let table, let scripts): eventEffects(form, strategy, table, scripts)
        case .react(let form, let strategy, let tables, let scripts): react(form, strategy, tables, scripts)
        case .answer(let form, let table): answer(form, table)
        case .source(let script): Feedback(source: source(script)) { $0 }
        case .sideEffect(let table):
            .sideEffect { [unowned self] event, _ in
                guard let id = program.ask(table, event) else { return }
                write("side effect of \(event)")
                send(Sent(id: id, fuel: event.fuel - 1))
            }
        case .combine(let recipes): .combine(recipes.map(feedback))
        case .part(let recipe): feedback(recipe).pullback(state: \.half, event: \.half, embed: \.whole)
        case .optionalPart(let table, let recipe):
            feedback(recipe).pullback(
                optionalState: { [program] in program.part(table, $0) }, event: \.half, embed: \.whole)
        }
    }

    private func source(_ script: Script) -> Signal<Sent> {
        Signal { [unowned self] sink in
            guard sourceCount < program.limit else { return Subscription() }
            sourceCount += 1
            return script.signal { [unowned self] in write($0) }.run(inside: sink) { sink.send(Sent(id: $0)) }
        }
    }

    private func effects(
        _ form: Recipe.StateForm, _ strategy: FlattenStrategy, _ table: Table, _ scripts: [Script]
    ) -> Feedback<Counted, Sent> {
        let query = { [program] (state: Counted) in program.ask(table, state) }
        let effects = { [unowned self] (query: Int) in effect(scripts[query % scripts.count]) }
        let ofState = { (state: Counted) in query(state).map(effects) ?? .empty }
        switch form {
        case .everyState: return .everyState(strategy, effects: ofState)
        case .compacting:
            return Feedback(
                compacting: { $0.removeDuplicates { $0.value % 3 == $1.value % 3 } }, strategy,
                effects: { [program] in $0.count < program.limit ? effects($0.value % 3) : .empty })
        case .lensing: return Feedback(lensing: query, strategy, effects: effects)
        case .skippingRepeated: return Feedback(skippingRepeated: query, strategy, effects: effects)
        case .predicate: return Feedback(predicate: { query($0) != nil }, strategy, effects: ofState)
        case .whenBecomesTrue: return Feedback(whenBecomesTrue: { query($0) != nil }, effects: ofState)
        case .firstValueAfterNil: return Feedback(firstValueAfterNil: query, effects: effects)
        }
    }

    private func eventEffects(
        _ form: Recipe.EventForm, _ strategy: FlattenStrategy, _ table: Table, _ scripts: [Script]
    ) -> Feedback<Counted, Sent> {
        let payload = { [program] (event: Sent) in program.ask(table, event).map { (id: $0, fuel: event.fuel - 1) } }
        let effects = { [unowned self] (id: Int, fuel: Int) in effect(scripts[id % scripts.count], fuel: fuel) }
        switch form {
        case .payload: return Feedback(event: payload, strategy, effects: { effects($0.id, $0.fuel) })
        case .payloadAndState:
            return Feedback(event: payload, strategy, effects: { effects($0.id + $1.value, $0.fuel) })
        case .compactingEvents:
            return Feedback(
                compactingEvents: { $0.removeDuplicates { $0.id == $1.id } }, strategy,
                effects: { payload($0).map { effects($0.id, $0.fuel) } ?? .empty })
        case .mealy:
            return Feedback { pairs in
                pairs.compactMap { payload($0.0) }.flatMap(strategy) { effects($0.id, $0.fuel) }
            }
        case .transitions:
            return .transitions { transitions in
                transitions.flatMap(strategy) { state, event in
                    event.flatMap(payload).map { effects($0.id + state.value, $0.fuel) } ?? .empty
                }
            }
        }
    }

    private func react(
        _ form: Recipe.WantForm, _ strategy: FlattenStrategy, _ tables: [Table], _ scripts: [Script]
    ) -> Feedback<Counted, Sent> {
        let wants = { [program] (state: Counted) in program.wants(tables, state) }
        let effects = { [unowned self] (query: Int) in effect(scripts[query % scripts.count]) }
        let byID = { (state: Counted) in Dictionary(uniqueKeysWithValues: wants(state).map { ($0.id, $0.query) }) }
        switch form {
        case .optional: return .react(to: { [program] in program.ask(tables[0], $0) }, effects: effects)
        case .identified: return .react(to: wants, effects: { effects($0.query) })
        case .compared: return .react(to: { wants($0).map(\.query) }, effects: effects)
        case .set: return .react(to: { Set(wants($0).map(\.query)) }, effects: effects)
        case .dictionary: return .react(to: byID, effects: { (_: Int, query: Int) in effects(query) })
        case .lasting:
            return .react(to: byID, effects: { (_: Int, queries: Signal<Int>) in queries.flatMap(strategy, effects) })
        }
    }

    private func answer(_ form: Recipe.AnswerForm, _ table: Table) -> Feedback<Counted, Sent> {
        let ofState = { [program] (state: Counted) in program.ask(table, state).map { Sent(id: $0) } }
        let ofEvent = { [program] (event: Sent) in
            program.ask(table, event).map { Sent(id: $0, fuel: event.fuel - 1) }
        }
        switch form {
        case .states: return .states { $0.compactMap(ofState) }
        case .pairs: return Feedback { $0.compactMap { ofEvent($0.0) } }
        case .transitions: return .transitions { $0.compactMap { $0.1.flatMap(ofEvent) } }
        case .custom: return .custom { $0.compactMap(ofState).enqueue(to: $1) }
        case .driver:
            let echo = Echo { [unowned self] in write($0) }
            return .driver(
                echo, model: { [program] in program.ask(table, $0) }, event: { $0 == 0 ? nil : Sent(id: $0) })
        }
    }
}

/// Reports each model that is not `nil`.
private struct Echo: Driver {
    let write: (String) -> Void

    func eventsCapturedAfterRendering(model: Signal<Int?>) -> Signal<Int> {
        model.handle { write("render \($0 ?? -1)") }.compactMap { $0 }
    }
}
