import Cycle
import Synchronization

/// The tasks of an application's effects: each has an executor of its own, so that its parts can be told apart, and each part
/// that is ready is a possibility.
final class ExploredEffects: Explorable {
    private struct Effect {
        let number: Int
        let name: String
        /// The frame that it was started with: what it knows.
        let start: Fingerprint.Key?
        /// What it was answered since.
        var answers: [String] = []
        /// Held by its task alone: gone when that has ended.
        weak var executor: EffectTask?
    }

    private var effects: [Effect] = []
    private var count = 0
    /// The effect whose part runs now.
    private(set) var current: Int?
    /// The frame as it is.
    var frameKey: () -> Fingerprint.Key? = { nil }
    /// How many calls of effects the world has yet to answer.
    var awaitedCount: () -> Int = { 0 }

    func makeExecutor(_ name: String) -> EffectTask {
        count += 1
        let executor = EffectTask()
        effects.append(Effect(number: count, name: name, start: frameKey(), executor: executor))
        return executor
    }

    var possibilities: [Possibility] {
        effects.compactMap { effect in
            guard let executor = effect.executor, executor.isReady, executor.isWanted else { return nil }
            return Possibility(
                "effects", "\(effect.name) \(executor.partCount == 0 ? "begins" : "goes on")", thing: effect.number,
                kind: .due)
        }
    }

    func happen(_ possibility: Possibility) {
        guard let effect = effects.first(where: { $0.number == possibility.thing }) else { return }
        current = effect.number
        effect.executor?.runPart()
        current = nil
        forgetEnded()
    }

    /// An effect knows an answer from now on, also before it goes on.
    func tell(_ answer: String, to number: Int?) {
        guard let index = effects.firstIndex(where: { $0.number == number }) else { return }
        effects[index].answers.append(answer)
    }

    func remember(in memory: inout Fingerprint) {
        for effect in effects {
            guard let executor = effect.executor, executor.isWanted else { continue }
            memory.combine(effect.name)
            memory.combine(effect.start)
            memory.combine(effect.answers)
            memory.combine(executor.partCount)
            memory.combine(executor.isReady)
        }
    }

    /// The names of effects that wait for something that is not of this world.
    var foreignWaits: [String] {
        let wanted = effects.filter { $0.executor?.isWanted == true }
        let waiting = wanted.filter { $0.executor?.isReady == false && $0.executor?.hasBegun == true }
        let isAnyReady = wanted.contains { $0.executor?.isReady == true }
        return isAnyReady || waiting.count <= awaitedCount() ? [] : waiting.map(\.name)
    }

    /// What nobody wants any more runs to its end at once: it is silent, and nothing may hang on when that is.
    func runOutUnwanted() {
        runOut { !$0.isWanted }
    }

    /// All run to their ends.
    func runOut() {
        runOut { _ in true }
    }

    private func runOut(_ isMeant: (EffectTask) -> Bool) {
        if effects.isEmpty { return }
        for _ in 0..<1_000 {
            let ready = effects.compactMap(\.executor).filter { $0.isReady && isMeant($0) }
            for executor in ready { executor.runPart() }
            if ready.isEmpty { break }
        }
        forgetEnded()
    }

    private func forgetEnded() {
        effects.removeAll { $0.executor == nil }
    }
}

/// Runs one task, a part at a time, when it is told.
final class EffectTask: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var partCount = 0
        var isWanted = true
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
    /// Whether anybody wants to know what comes of it.
    var isWanted: Bool { state.withLock { $0.isWanted } }

    func effectEnded() {
        state.withLock { $0.isWanted = false }
    }

    func runPart() {
        let job = state.withLock { state -> UnownedJob? in
            state.partCount += 1
            return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
        job?.runSynchronously(on: asUnownedTaskExecutor())
    }
}
