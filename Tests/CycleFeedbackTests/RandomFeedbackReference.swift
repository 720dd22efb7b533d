import Cycle
import CycleFeedback
import TestSupport

/// A feedback system by the words of its documentation: one queue, one event at a time; reduce, then who watches, then the
/// feedbacks, in order; what any of them sends waits behind all that waits.
final class FeedbackReference {
    /// Receives each change, an event or a mutation.
    private typealias Follow = (_ event: Sent?, _ state: Counted) -> Void
    private typealias Emit = (Sent, ExpectedRun, ExpectedScope?) -> Void

    private enum Update {
        case event(Sent), mutation(Int)
    }

    private let program: FeedbackProgram
    private let time = ExpectedTime()
    private(set) var lines: [String] = []
    private var state = Counted()
    /// Without a scope: nobody asks whether it is settled.
    private var queue: [(update: Update, from: ExpectedRun?, scope: ExpectedScope?)] = []
    private var letters: [Sent] = []
    private var isTaking = false
    /// How many of those that wait come before the next letter is taken.
    private var roundCount = 0
    private enum Phase { case before, running, stopped }
    private var phase = Phase.before
    private var root: ExpectedRun?
    private var follows: [Follow] = []
    private var watchers: [Watching] = []
    private var comingCount = 0
    private var sourceCount = 0
    private var scope: ExpectedScope?
    private var results: [ExpectedScope] = []
    private var inputs: [Sent] = []
    private var isInputOpen = false
    private var hasRun = false

    /// A watcher, and the operators of this run that it watches through.
    private final class Watching {
        let name: Int
        /// Away, it is told nothing more.
        var isHere = true
        var receive: ((Counted) -> Void)?
        var stop: () -> Void = {}

        init(_ name: Int) {
            self.name = name
        }
    }

    init(_ program: FeedbackProgram) {
        self.program = program
        program.actions.perform(perform, settled: { results.map(\.isSettled) }, write)
    }

    private func write(_ line: String) {
        lines.append("\(time.now): \(line)")
    }

    private func perform(_ action: FeedbackProgram.Action) {
        switch action {
        case .send(let event) where program.kind != .property: results.append(send(.event(event)))
        case .send(let event), .input(let event): tap(event)
        case .mutate(let value): if program.kind == .feedbackLoop { send(.mutation(value)) }
        case .post(let event): if phase != .stopped || !hasRun { letters.append(event) }
        case .watch(let name): watch(name)
        case .leave(let name): leave(name)
        case .advance(let steps): time.advance(by: steps, drain: drain)
        case .start: start()
        case .stop: stop()
        }
    }

    // MARK: The machine

    /// Sends through the input of a feedback, which comes after all others.
    private func tap(_ event: Sent) {
        switch phase {
        case .running where isInputOpen:
            queue.append((.event(event), nil, nil))
            drain()
        case .before, .running, .stopped:
            write("kept")
            inputs.append(event)
        }
    }

    /// Sends as the machine is sent to.
    private func enter(_ event: Sent) {
        if program.kind == .property { tap(event) } else { send(.event(event)) }
    }

    @discardableResult
    private func send(_ update: Update) -> ExpectedScope {
        let sent = ExpectedScope(inside: isTaking ? scope : nil)
        switch phase {
        case .stopped:
            note("stopped", update)
            sent.release()
            return sent
        case .before: note("kept", update)
        case .running: break
        }
        queue.append((update, nil, sent))
        if phase == .running { drain() }
        return sent
    }

    /// Notes the outcome of sending; a mutation has none.
    private func note(_ outcome: String, _ update: Update) {
        if case .event = update { write(outcome) }
    }

    /// A letter, then all that waits by then, then the next letter.
    private func drain() {
        guard !isTaking else { return }
        while phase == .running {
            if roundCount == 0, !letters.isEmpty {
                queue.append((.event(letters.removeFirst()), nil, nil))
            }
            if roundCount == 0 { roundCount = queue.count }
            guard roundCount > 0 else { return }
            roundCount -= 1
            turn()
        }
    }

    private func turn() {
        let (update, from, sent) = queue.removeFirst()
        defer { sent?.release() }
        guard from?.isHeard ?? true else { return }
        isTaking = true
        scope = sent
        var event: Sent?
        switch update {
        case .event(let sent):
            event = sent
            write("reduce \(sent)")
            if let id = program.ask(program.reducerSends, state) { enter(Sent(id: id, fuel: 0)) }
            state = program.next(state, sent)
        case .mutation(let value): state.value = value
        }
        for watching in watchers where watching.isHere { watching.receive?(state) }
        for follow in follows { follow(event, state) }
        scope = nil
        isTaking = false
    }

    private func start() {
        guard phase != .running else { return drain() }
        phase = .running
        hasRun = true
        let root = ExpectedRun(inside: nil)
        self.root = root
        isTaking = true
        var runs: [ExpectedRun] = []
        root.stop = { for run in runs { run.cancel() } }
        for watching in watchers where watching.isHere && watching.receive == nil { begin(watching) }
        follows = program.recipes.map { recipe in
            let run = ExpectedRun(inside: root)
            runs.append(run)
            return make(recipe, run, state) { [self] in emit($0, $1, $2) }
        }
        isInputOpen = true
        for event in inputs { queue.append((.event(event), nil, nil)) }
        inputs = []
        isTaking = false
        roundCount = queue.count
        drain()
    }

    private func stop() {
        guard phase != .stopped else { return }
        phase = .stopped
        isInputOpen = false
        follows = []
        root?.cancel()
        for watching in watchers where program.watchers[watching.name].operators != nil {
            watching.stop()
            watching.receive = nil
        }
        let dropped = queue
        queue = []
        if hasRun { letters = [] }
        roundCount = 0
        for (_, _, sent) in dropped { sent?.release() }
    }

    private func emit(_ event: Sent, _ run: ExpectedRun, _ scope: ExpectedScope?) {
        queue.append((.event(event), run, scope.map { ExpectedScope(inside: $0) }))
    }

    // MARK: Who watches

    private func watch(_ name: Int) {
        guard comingCount < program.limit, !watchers.contains(where: { $0.name == name }) else { return }
        comingCount += 1
        let watching = Watching(name)
        watchers.append(watching)
        if phase != .running, program.watchers[name].operators != nil { return }
        let wasTaking = isTaking
        isTaking = true
        begin(watching)
        isTaking = wasTaking
        drain()
    }

    private func begin(_ watching: Watching) {
        var last: Counted?
        var held: [(due: Int, state: Counted)] = []
        let tell = { [self] (state: Counted) in if watching.isHere { self.tell(watching.name, state) } }
        // One alarm, for all that is due when it rings.
        func wait() {
            guard let next = held.first else { return }
            let disarm = time.arm(at: next.due) { [self] in
                isTaking = true
                while let due = held.first?.due, due <= time.now { tell(held.removeFirst().state) }
                isTaking = false
                wait()
            }
            watching.stop = {
                disarm()
                held = []
            }
        }
        watching.receive = { [self] state in
            switch program.watchers[watching.name].operators {
            case nil, .map: tell(state)
            case .removeDuplicates:
                defer { last = state }
                if last?.value != state.value { tell(state) }
            case .delay:
                held.append((time.now + 2, state))
                if held.count == 1 { wait() }
            }
        }
        watching.receive?(state)
    }

    private func leave(_ name: Int) {
        for watching in watchers where watching.name == name {
            watching.isHere = false
            watching.stop()
        }
        watchers.removeAll { $0.name == name }
    }

    private func tell(_ name: Int, _ state: Counted) {
        let watcher = program.watchers[name]
        write("watcher \(name) \(state)")
        if let id = program.ask(watcher.sends, state) { enter(Sent(id: id, fuel: 1)) }
        if let adds = watcher.adds, adds.value == state.value { watch(adds.name) }
        if let cancels = watcher.cancels, cancels.value == state.value { leave(cancels.name) }
    }

    // MARK: Feedbacks

    private func make(_ recipe: Recipe, _ run: ExpectedRun, _ first: Counted, _ emit: @escaping Emit) -> Follow {
        switch recipe {
        case .effects(let form, let strategy, let table, let scripts):
            return makeEffects(form, strategy, table, scripts, run, first, emit)
        case .eventEffects(let form, let strategy, let table, let scripts):
            return makeEventEffects(form, strategy, table, scripts, run, emit)
        case .react(let form, let strategy, let tables, let scripts):
            if form == .optional {
                return makeEffects(.skippingRepeated, .latest, tables[0], scripts, run, first, emit)
            }
            return makeReact(form, strategy, tables, scripts, run, first, emit)
        case .answer(let form, let table): return makeAnswer(form, table, run, first, emit)
        case .source(let script):
            guard sourceCount < program.limit else { return { _, _ in } }
            sourceCount += 1
            let source = ExpectedRun(inside: run)
            run.stop = { source.cancel() }
            script.start(
                as: source, in: time, { [self] in write($0) }, receive: { [self] in emit(Sent(id: $0), source, scope) },
                finish: {})
            return { _, _ in }
        case .sideEffect(let table):
            return { [self] event, _ in
                guard let event, let id = program.ask(table, event) else { return }
                write("side effect of \(event)")
                enter(Sent(id: id, fuel: event.fuel - 1))
            }
        case .combine(let recipes):
            var runs: [ExpectedRun] = []
            run.stop = { for run in runs { run.cancel() } }
            let follows = recipes.map { recipe in
                let inner = ExpectedRun(inside: run)
                runs.append(inner)
                return make(recipe, inner, first, emit)
            }
            return { event, state in for follow in follows { follow(event, state) } }
        case .part(let recipe):
            let follow = make(recipe, run, first.half) { emit($0.whole, $1, $2) }
            return { follow($0?.half, $1.half) }
        case .optionalPart(let table, let recipe): return makeOptionalPart(table, recipe, run, first, emit)
        }
    }

    private func begin(
        _ script: Script?, _ run: ExpectedRun, _ fuel: Int, _ scope: @escaping () -> ExpectedScope?,
        _ emit: @escaping Emit,
        _ emits: @escaping () -> Void = {}, _ ends: @escaping () -> Void = {}
    ) {
        guard let script else {
            run.end()
            return ends()
        }
        script.start(
            as: run, in: time, { [self] in write($0) },
            receive: {
                emits()
                emit(Sent(id: $0, fuel: fuel), run, scope())
            }, finish: ends)
    }

    private typealias Started = (script: Script?, fuel: Int, scope: ExpectedScope?)

    private typealias Flattened = (receive: (Script?, Int) -> Void, cancel: () -> Void)

    /// - Parameter isFollowed: Whether what is sent is settled only when the effects are that it led to.
    private func flatten(
        _ strategy: FlattenStrategy, _ run: ExpectedRun, isFollowed: Bool = true, _ emit: @escaping Emit
    ) -> Flattened {
        let flatten = ExpectedFlatten<Started>(strategy, inside: run, done: { $0.scope?.release() }) {
            [self] started, run, emits, ends in
            begin(started.script, run, started.fuel, { started.scope ?? self.scope }, emit, emits, ends)
        }
        return (
            { [self] script, fuel in
                let scope = isFollowed ? scope : nil
                scope?.hold()
                flatten.receive((script, fuel, scope))
            }, flatten.cancel
        )
    }

    /// Effects that are silent as soon as what they are for is not wanted any more, also where they have ended (law 6).
    private func wanted(_ strategy: FlattenStrategy, _ outer: ExpectedRun, _ emit: @escaping Emit) -> Flattened {
        var current: (run: ExpectedRun, flattened: Flattened)?
        let cancel = {
            let old = current
            current = nil
            old?.run.cancel()
        }
        return (
            { [self] script, fuel in
                if strategy == .latest { cancel() }
                let (_, flattened) =
                    current
                    ?? {
                        let run = ExpectedRun(inside: outer)
                        let flattened = flatten(strategy, run, emit)
                        run.stop = flattened.cancel
                        current = (run, flattened)
                        return (run, flattened)
                    }()
                flattened.receive(script, fuel)
            }, cancel
        )
    }

    private func makeEffects(
        _ form: Recipe.StateForm, _ strategy: FlattenStrategy, _ table: Table, _ scripts: [Script], _ run: ExpectedRun,
        _ first: Counted, _ emit: @escaping Emit
    ) -> Follow {
        let isEdge = form == .whenBecomesTrue || form == .firstValueAfterNil
        let isWanted = form == .skippingRepeated || (form == .lensing || form == .predicate) && strategy != .latest
        let (receive, cancel) =
            isWanted ? wanted(strategy, run, emit) : flatten(isEdge ? .latest : strategy, run, emit)
        run.stop = cancel
        var last: Int?
        func follow(_ state: Counted) {
            let query = program.ask(table, state)
            let script = query.map { scripts[$0 % scripts.count] }
            switch form {
            case .everyState: receive(script, 1)
            case .compacting:
                let value = state.value % 3
                guard last != value else { return }
                last = value
                receive(state.count < program.limit ? scripts[value % scripts.count] : nil, 1)
            case .lensing, .predicate: if script == nil { cancel() } else { receive(script, 1) }
            case .skippingRepeated:
                guard last != query else { return }
                last = query
                if script == nil { cancel() } else { receive(script, 1) }
            case .whenBecomesTrue, .firstValueAfterNil:
                if query == nil { cancel() } else if last == nil { receive(script, 1) }
                last = query
            }
        }
        follow(first)
        return { follow($1) }
    }

    private func makeEventEffects(
        _ form: Recipe.EventForm, _ strategy: FlattenStrategy, _ table: Table, _ scripts: [Script], _ run: ExpectedRun,
        _ emit: @escaping Emit
    ) -> Follow {
        let isFollowed = form != .mealy && form != .transitions
        let (receive, cancel) =
            isFollowed && strategy == .latest
            ? wanted(strategy, run, emit) : flatten(strategy, run, isFollowed: isFollowed, emit)
        run.stop = cancel
        var last: Int?
        func follow(_ event: Sent?, _ state: Counted) {
            guard let event else {
                if form == .transitions { receive(nil, 0) }
                return
            }
            let id = program.ask(table, event)
            switch form {
            case .payload, .mealy: if let id { receive(scripts[id % scripts.count], event.fuel - 1) }
            case .payloadAndState: if let id { receive(scripts[(id + state.value) % scripts.count], event.fuel - 1) }
            case .compactingEvents:
                guard last != event.id else { return }
                last = event.id
                receive(id.map { scripts[$0 % scripts.count] }, event.fuel - 1)
            case .transitions: receive(id.map { scripts[($0 + state.value) % scripts.count] }, event.fuel - 1)
            }
        }
        if form == .transitions { receive(nil, 0) }
        return follow
    }

    private func makeReact(
        _ form: Recipe.WantForm, _ strategy: FlattenStrategy, _ tables: [Table], _ scripts: [Script],
        _ run: ExpectedRun,
        _ first: Counted, _ emit: @escaping Emit
    ) -> Follow {
        var running: [(id: String, query: Int, order: Int, run: ExpectedRun, change: (Int) -> Void)] = []
        var startedCount = 0
        run.stop = { for want in running { want.run.cancel() } }
        func begin(_ id: String, _ query: Int, at place: Int) {
            // It is not over before it is not wanted any more: what its effect emitted is silent then.
            let want = ExpectedRun(inside: run)
            let started = scope
            started?.hold()
            startedCount += 1
            var isOver = false
            let over = {
                if !isOver { started?.release() }
                isOver = true
            }
            if form == .lasting {
                // Values that were emitted for the earlier query are silent from the moment that the query differs.
                var emitted: [ExpectedRun] = []
                let (receive, cancel) = flatten(strategy, want, isFollowed: false) { [self] event, run, _ in
                    emitted.append(ExpectedRun(inside: run))
                    emit(event, emitted[emitted.count - 1], started ?? scope)
                }
                want.stop = {
                    cancel()
                    over()
                }
                let change = { (query: Int) in
                    for old in emitted { old.cancel() }
                    emitted = []
                    receive(scripts[query % scripts.count], 1)
                }
                running.insert((id, query, startedCount, want, change), at: place)
                return receive(scripts[query % scripts.count], 1)
            }
            let effect = ExpectedRun(inside: want)
            want.stop = {
                effect.cancel()
                over()
            }
            running.insert((id, query, startedCount, want, { _ in }), at: place)
            self.begin(scripts[query % scripts.count], effect, 1, { started ?? self.scope }, emit, {}, over)
        }
        func follow(_ state: Counted) {
            let wanted = identified(form, program.wants(tables, state), running.map(\.id))
            let gone = running.filter { old in
                !wanted.contains { $0.id == old.id && ($0.query == old.query || form == .lasting) }
            }
            for old in gone.sorted(by: { $0.order < $1.order }) { old.run.cancel() }
            running.removeAll { old in !wanted.contains { $0.id == old.id } }
            for (id, query) in wanted {
                guard let index = running.firstIndex(where: { $0.id == id }) else {
                    begin(id, query, at: running.count)
                    continue
                }
                guard running[index].query != query else { continue }
                if form == .lasting {
                    running[index].query = query
                    running[index].change(query)
                } else {
                    // A different query of an identity has the place of the one before.
                    running.remove(at: index)
                    begin(id, query, at: index)
                }
            }
        }
        follow(first)
        return { follow($1) }
    }

    private func identified(
        _ form: Recipe.WantForm, _ wants: [Want], _ known: [String]
    ) -> [(id: String, query: Int)] {
        let isByQuery = form == .set || form == .compared
        var named: [(id: String, query: Int)] = []
        for want in wants {
            let id = isByQuery ? "\(want.query)" : "\(want.id)"
            if !named.contains(where: { $0.id == id }) { named.append((id, want.query)) }
        }
        if form == .identified || form == .compared { return named }
        // Those without an order of their own: first those that are there already, then those that came.
        let kept = known.compactMap { id in named.first { $0.id == id } }
        return kept + named.filter { !known.contains($0.id) }.sorted { $0.id < $1.id }
    }

    private func makeAnswer(
        _ form: Recipe.AnswerForm, _ table: Table, _ run: ExpectedRun, _ first: Counted, _ emit: @escaping Emit
    ) -> Follow {
        var model: Int?
        var isFirst = true
        func follow(_ event: Sent?, _ state: Counted) {
            switch form {
            case .states, .custom: if let id = program.ask(table, state) { emit(Sent(id: id), run, scope) }
            case .pairs, .transitions:
                if let event, let id = program.ask(table, event) {
                    emit(Sent(id: id, fuel: event.fuel - 1), run, scope)
                }
            case .driver:
                let next = program.ask(table, state)
                defer { (model, isFirst) = (next, false) }
                guard isFirst || next != model else { return }
                write("render \(next ?? -1)")
                if let next, next != 0 { emit(Sent(id: next), run, scope) }
            }
        }
        if form != .pairs { follow(nil, first) }
        return follow
    }

    private func makeOptionalPart(
        _ table: Table, _ recipe: Recipe, _ run: ExpectedRun, _ first: Counted, _ emit: @escaping Emit
    ) -> Follow {
        var inner: (run: ExpectedRun, follow: Follow)?
        run.stop = { inner?.run.cancel() }
        func follow(_ event: Sent?, _ state: Counted) {
            guard let value = program.part(table, state) else {
                let old = inner
                inner = nil
                old?.run.cancel()
                return
            }
            if let inner { return inner.follow(event?.half, value) }
            let innerRun = ExpectedRun(inside: run)
            inner = (innerRun, { _, _ in })
            inner = (innerRun, make(recipe, innerRun, value) { emit($0.whole, $1, $2) })
        }
        follow(nil, first)
        return follow
    }
}
