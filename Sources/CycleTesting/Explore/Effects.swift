import Synchronization

/// The tasks of an application's effects: each has an executor of its own, so that its parts can be told apart, and each part
/// that is ready is a possibility.
final class ExploredEffects: Explorable {
    private struct Effect {
        let number: Int
        let name: String
        /// Held by its task alone: gone when that has ended.
        weak var executor: EffectExecutor?
    }

    private var effects: [Effect] = []
    private var count = 0
    /// How many calls of effects the world has yet to answer.
    var awaitedCount: () -> Int = { 0 }

    func makeExecutor(_ name: String) -> EffectExecutor {
        count += 1
        let executor = EffectExecutor()
        effects.append(Effect(number: count, name: name, executor: executor))
        return executor
    }

    var possibilities: [Possibility] {
        effects.compactMap { effect in
            guard let executor = effect.executor, executor.isReady else { return nil }
            return Possibility(
                "effects", "\(effect.name) \(executor.partCount == 0 ? "begins" : "goes on")", thing: effect.number,
                kind: .due)
        }
    }

    func happen(_ possibility: Possibility) {
        effects.first { $0.number == possibility.thing }?.executor?.runPart()
        forgetEnded()
    }

    func remember(in memory: inout Fingerprint) {
        forgetEnded()
        for effect in effects {
            memory.combine(effect.name)
            memory.combine(effect.executor?.partCount)
        }
    }

    /// The names of effects that wait for something that is not of this world.
    var foreignWaits: [String] {
        forgetEnded()
        let waiting = effects.filter { $0.executor?.isReady == false && $0.executor?.hasBegun == true }
        let isAnyReady = effects.contains { $0.executor?.isReady == true }
        return isAnyReady || waiting.count <= awaitedCount() ? [] : waiting.map(\.name)
    }

    /// Runs what is left of tasks that were cancelled, so that they end.
    func runOut() {
        for _ in 0..<1_000 {
            let ready = effects.compactMap(\.executor).filter(\.isReady)
            if ready.isEmpty { return }
            for executor in ready { executor.runPart() }
        }
    }

    private func forgetEnded() {
        effects.removeAll { $0.executor == nil }
    }
}

/// Runs one task, a part at a time, when it is told.
final class EffectExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var partCount = 0
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    var isReady: Bool { state.withLock { !$0.jobs.isEmpty } }
    /// How many parts have run.
    var partCount: Int { state.withLock { $0.partCount } }
    var hasBegun: Bool { partCount > 0 }

    func runPart() {
        let job = state.withLock { state -> UnownedJob? in
            state.partCount += 1
            return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
        job?.runSynchronously(on: asUnownedTaskExecutor())
    }
}
