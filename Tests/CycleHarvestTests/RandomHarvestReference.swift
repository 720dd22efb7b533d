import Cycle
import CycleHarvest
import TestSupport

/// A state machine by the words of its documentation: one queue, one input at a time; the mapping, then who watches the
/// states, then who watches the replies, then the effects from left to right, each by the policy of its queue.
final class HarvestReference {
    private struct Success {
        let input: Sent
        let from: Counted
        let to: Counted
    }

    /// One part of an effect, with the changes that its mappings have made to it.
    private struct Part {
        let part: EffectPart
        var fuel: Int
        /// Ids of a part are 10 more than those of the whole.
        var idOffset = 0
        var embed: (Sent) -> Sent = { $0 }
    }

    private let program: HarvestProgram
    private let time = ExpectedTime()
    private(set) var lines: [String] = []
    /// By those who watch.
    private var sentCount = 0
    private var state = Counted()
    /// Without a scope: nobody asks whether it is settled.
    private var queue: [(input: Sent?, from: ExpectedRun?, scope: ExpectedScope?)] = []
    /// The end of the inputs is `nil`.
    private var letters: [Sent?] = []
    private var isInputOver = false
    private var isTaking = false
    /// How many of those that wait come before the next letter is taken.
    private var roundCount = 0
    private enum Phase { case before, running, over }
    private var phase = Phase.before
    private var stateWatchers: [(name: Int, number: Int)] = []
    private var replyWatchers: [(name: Int, number: Int)] = []
    private var watcherCount = 0
    /// The watcher that is being told the first state.
    private var newcomer: Int?
    private var scope: ExpectedScope?
    private var results: [ExpectedScope] = []
    private var follows: [(Success) -> Void] = []
    private let root = ExpectedRun(inside: nil)
    private var tasks: [Task] = []
    /// In the order in which they were first used.
    private var queues: [RandomQueue] = []
    private var lastStarts: [RandomQueue: Int] = [:]
    private var winners: [RandomQueue: Task] = [:]

    init(_ program: HarvestProgram) {
        self.program = program
        program.actions.perform(perform, settled: { results.map(\.isSettled) }, write)
    }

    private func write(_ line: String) {
        lines.append("\(time.now): \(line)")
    }

    private func perform(_ action: HarvestProgram.Action) {
        switch action {
        case .send(let input): results.append(send(input))
        case .post(let input): if !isInputOver { letters.append(input) }
        case .endInput:
            if !isInputOver { letters.append(nil) }
            isInputOver = true
        case .watchStates(let name): watchStates(name)
        case .watchReplies(let name): watchReplies(name)
        case .leave(let name): leave(name)
        case .advance(let steps): time.advance(by: steps, drain: drain)
        case .start: start()
        case .stop: end()
        }
    }

    // MARK: The machine

    @discardableResult
    private func send(_ input: Sent) -> ExpectedScope {
        let sent = ExpectedScope(inside: isTaking ? scope : nil)
        switch phase {
        case .over:
            write("stopped")
            sent.release()
            return sent
        case .before: write("kept")
        case .running: break
        }
        queue.append((input, nil, sent))
        drain()
        return sent
    }

    /// A letter, then all that waits by then, then the next letter.
    private func drain() {
        guard !isTaking else { return }
        while phase == .running {
            if roundCount == 0, !letters.isEmpty {
                queue.append((letters.removeFirst(), nil, nil))
            }
            if roundCount == 0 { roundCount = queue.count }
            guard roundCount > 0 else { return }
            roundCount -= 1
            turn()
        }
    }

    private func turn() {
        let (input, from, sent) = queue.removeFirst()
        defer { sent?.release() }
        guard let input else { return end() }
        guard from?.isHeard ?? true else { return }
        isTaking = true
        scope = sent
        defer {
            scope = nil
            isTaking = false
        }
        write("map \(input)")
        if let id = program.ask(program.mappingSends, input) { send(Sent(id: id, fuel: 0)) }
        let old = state
        let next = map(program.mapping, input, old)
        if let next {
            state = next.state
            for (name, number) in stateWatchers where stateWatchers.contains(where: { $0.number == number }) {
                tell(name, "state \(state)", state)
            }
        }
        let reply = next.map { "\(input): \(old) -> \($0.state)" } ?? "\(input): \(old) x"
        for (name, number) in replyWatchers where replyWatchers.contains(where: { $0.number == number }) {
            tell(name, "reply \(reply)", state)
        }
        guard phase == .running, let next else { return }
        if program.feedbacks.isEmpty {
            for part in next.parts { perform(part) }
        } else {
            for follow in follows { follow(Success(input: input, from: old, to: next.state)) }
        }
    }

    private func start() {
        guard phase == .before else { return drain() }
        phase = .running
        isTaking = true
        var runs: [ExpectedRun] = []
        root.stop = { [self] in
            for run in runs { run.cancel() }
            for task in tasks where task.isStarted { task.run.cancel() }
        }
        follows = program.feedbacks.map { recipe in
            let run = ExpectedRun(inside: root)
            runs.append(run)
            return follow(recipe, run)
        }
        for part in program.initial { perform(Part(part: part, fuel: 2)) }
        isTaking = false
        roundCount = queue.count
        drain()
    }

    private func end() {
        guard phase != .over else { return }
        phase = .over
        root.cancel()
        for task in tasks { task.scope?.release() }
        tasks = []
        for (_, _, sent) in queue { sent?.release() }
        queue = []
        let ended = stateWatchers.filter { $0.number != newcomer } + replyWatchers
        stateWatchers.removeAll { $0.number != newcomer }
        replyWatchers = []
        for (name, _) in ended { write("watcher \(name) finished") }
    }

    private func enqueue(_ input: Sent, _ run: ExpectedRun?, _ scope: ExpectedScope?) {
        queue.append((input, run, scope.map { ExpectedScope(inside: $0) }))
    }

    // MARK: Who watches

    private func watchStates(_ name: Int) {
        if phase == .over {
            tell(name, "state \(state)", state)
            if program.watchers[name].leaves != state.value { write("watcher \(name) finished") }
            return
        }
        watcherCount += 1
        let number = watcherCount
        stateWatchers.append((name, number))
        let (wasTaking, wasTelling) = (isTaking, newcomer)
        (isTaking, newcomer) = (true, number)
        tell(name, "state \(state)", state)
        (isTaking, newcomer) = (wasTaking, wasTelling)
        // Told of the end after the state, also where it has ended the machine itself.
        if phase == .over, stateWatchers.contains(where: { $0.number == number }) { write("watcher \(name) finished") }
        drain()
    }

    private func watchReplies(_ name: Int) {
        if phase == .over { return write("watcher \(name) finished") }
        watcherCount += 1
        replyWatchers.append((name, watcherCount))
    }

    private func leave(_ name: Int) {
        stateWatchers.removeAll { $0.name == name }
        replyWatchers.removeAll { $0.name == name }
    }

    private func tell(_ name: Int, _ line: String, _ state: Counted) {
        let watcher = program.watchers[name]
        write("watcher \(name) \(line)")
        if let input = program.sent(by: watcher, state, &sentCount) { send(input) }
        if watcher.leaves == state.value { leave(name) }
        if watcher.stops == state.value { end() }
    }

    // MARK: Mappings

    private func map(_ recipe: MappingRecipe, _ input: Sent, _ state: Counted) -> (state: Counted, parts: [Part])? {
        switch recipe {
        case .row(let inputs, let from, let to, let parts):
            guard inputs.contains(input.id), from.contains(state.value) else { return nil }
            let next = Counted(value: to, count: state.count + 1)
            return (next, input.fuel > 0 ? parts.map { Part(part: $0, fuel: input.fuel - 1) } : [])
        case .zero: return nil
        case .one: return (state, [])
        case .sum(let left, let right): return map(left, input, state) ?? map(right, input, state)
        case .product(let left, let right): return map(.reduce(.tryAll, [left, right]), input, state)
        case .reduce(.first, let recipes): return recipes.lazy.compactMap { [self] in map($0, input, state) }.first
        case .reduce(let strategy, let recipes):
            var (next, parts, isKnown) = (state, [Part](), strategy == .tryAll)
            for recipe in recipes {
                if let step = map(recipe, input, next) {
                    (next, parts, isKnown) = (step.state, parts + step.parts, true)
                } else if strategy == .tryAll {
                    return nil
                }
            }
            return isKnown ? (next, parts) : nil
        case .statePart(let inner):
            guard let part = Counted.half.tryGet(state), let step = map(inner, input, part) else { return nil }
            return (Counted.half.set(state, step.state), step.parts)
        case .inputPart(let inner):
            guard let part = Sent.half.tryGet(input), let step = map(inner, part, state) else { return nil }
            return (
                step.state,
                step.parts.map { part in
                    var part = part
                    part.embed = { [embed = part.embed] in Sent.half.set(input, embed($0)) }
                    return part
                }
            )
        case .idPart(let inner):
            guard let step = map(inner, input, state) else { return nil }
            return (
                step.state,
                step.parts.map { part in
                    var part = part
                    part.idOffset += 10
                    return part
                }
            )
        }
    }

    // MARK: Effects

    private final class Task {
        let script: Script
        let queue: RandomQueue
        let id: Int?
        let run: ExpectedRun
        let scope: ExpectedScope?
        let give: (Int) -> Void
        /// Whether it has a place in its queue, though it may have to wait for its time.
        var isAdmitted = false
        var isStarted = false

        init(
            _ script: Script, _ queue: RandomQueue, _ id: Int?, _ run: ExpectedRun, _ scope: ExpectedScope?,
            give: @escaping (Int) -> Void
        ) {
            (self.script, self.queue, self.id, self.run, self.scope, self.give) = (script, queue, id, run, scope, give)
        }
    }

    private func perform(_ part: Part) {
        switch part.part {
        case .next(let id): enqueue(part.embed(Sent(id: id, fuel: part.fuel)), nil, scope)
        case .cancel(let id): cancel { $0 == id + part.idOffset }
        case .cancelEven:
            cancel { $0 >= part.idOffset && $0.isMultiple(of: 2) }
        case .task(let script, let queue, let id):
            let run = ExpectedRun(inside: root)
            let scope = scope
            scope?.hold()
            add(
                Task(script, queue, id.map { $0 + part.idOffset }, run, scope) { [self] value in
                    enqueue(part.embed(Sent(id: value, fuel: part.fuel)), run, scope ?? self.scope)
                })
        }
    }

    private func admitted(_ queue: RandomQueue) -> [Task] {
        tasks.filter { $0.queue == queue && $0.isAdmitted }
    }

    private func add(_ task: Task) {
        if !queues.contains(task.queue) { queues.append(task.queue) }
        let running = admitted(task.queue)
        switch task.queue.effectQueuePolicy {
        case .unlimited: break
        case .runNewest(let count): if running.count >= count { cancel([running[0]]) }
        case .runOldest(let count, .discardNew): if running.count >= count { return drop(task) }
        case .runOldest(let count, .suspendNew):
            if running.count >= count {
                tasks.append(task)
                return moveLine(task.queue)
            }
        case .race: if winners[task.queue] != nil { return drop(task) }
        }
        tasks.append(task)
        admit(task)
    }

    private func drop(_ task: Task) {
        task.scope?.release()
    }

    private func admit(_ task: Task) {
        task.isAdmitted = true
        moveLine(task.queue)
    }

    private var disarms: [RandomQueue: () -> Void] = [:]

    /// Starts those that have a place, in order, each when the delay after the start before it is over.
    private func moveLine(_ queue: RandomQueue) {
        disarms.removeValue(forKey: queue)?()
        while let next = admitted(queue).first(where: { !$0.isStarted }) {
            if let last = lastStarts[queue], last + queue.delay > time.now {
                // An effect that was started just now may have ended, and have set the alarm already.
                disarms.removeValue(forKey: queue)?()
                disarms[queue] = time.arm(at: last + queue.delay) { [self] in
                    disarms[queue] = nil
                    moveLine(queue)
                }
                return
            }
            start(next)
        }
    }

    private func start(_ task: Task) {
        task.isStarted = true
        lastStarts[task.queue] = time.now
        task.script.start(
            as: task.run, in: time, { [self] in write($0) },
            receive: { [self] value in
                win(task)
                task.give(value)
            },
            finish: { [self] in
                win(task)
                if winners[task.queue] === task { winners[task.queue] = nil }
                tasks.removeAll { $0 === task }
                task.scope?.release()
                refill(task.queue)
            })
    }

    private func win(_ task: Task) {
        guard task.queue.effectQueuePolicy == .race, winners[task.queue] == nil else { return }
        winners[task.queue] = task
        cancel(admitted(task.queue).filter { $0 !== task })
    }

    private func cancel(_ isCancelled: (Int) -> Bool) {
        let cancelled = tasks.filter { $0.id.map(isCancelled) ?? false }
        guard !cancelled.isEmpty else { return }
        cancel(cancelled)
        // The queue whose oldest effect came first is served first.
        let oldest = queues.map { queue in tasks.firstIndex { $0.queue == queue } ?? .max }
        for (queue, _) in zip(queues, oldest).sorted(by: { $0.1 < $1.1 }) { refill(queue) }
    }

    private func cancel(_ cancelled: [Task]) {
        tasks.removeAll { task in cancelled.contains { $0 === task } }
        for task in cancelled {
            if winners[task.queue] === task { winners[task.queue] = nil }
            if task.isStarted { task.run.cancel() }
            task.scope?.release()
        }
    }

    private func refill(_ queue: RandomQueue) {
        guard phase == .running else { return }
        moveLine(queue)
        guard case .runOldest(let count, .suspendNew) = queue.effectQueuePolicy else { return }
        while admitted(queue).count < count, let next = tasks.first(where: { $0.queue == queue && !$0.isAdmitted }) {
            admit(next)
        }
    }

    // MARK: Feedbacks

    private func follow(_ recipe: FeedbackRecipe, _ run: ExpectedRun) -> (Success) -> Void {
        let flatten = ExpectedFlatten<(script: Script?, fuel: Int)>(recipe.strategy, inside: run) {
            [self] started, run, emits, ends in
            guard let script = started.script else {
                run.end()
                return ends()
            }
            script.start(
                as: run, in: time, { [self] in write($0) },
                receive: { [self] in
                    emits()
                    enqueue(Sent(id: $0, fuel: started.fuel), run, scope)
                }, finish: ends)
        }
        run.stop = flatten.cancel
        return { [self] success in
            let id = program.ask(recipe.table, success.input)
            let script = id.map { recipe.scripts[($0 + success.from.value + success.to.value) % recipe.scripts.count] }
            let fuel = success.input.fuel - 1
            switch recipe.form {
            case .transform, .filter: if script != nil { flatten.receive((script, fuel)) }
            case .produce: flatten.receive((script, fuel))
            case .tryGet: if script != nil || recipe.strategy == .latest { flatten.receive((script, fuel)) }
            }
        }
    }
}
