import Cycle
import Synchronization

/// The tasks of an application's effects: each has an executor of its own, so that its parts can be told apart, and each part
/// that is ready is a possibility.
final class ExploredEffects: Explorable {
    /// The values that an effect may hold from the beginning: the frame and the event that it was made with.
    private struct Origin: Hashable {
        let name: String
        var frames: [Fingerprint.Key?]
        /// More than one where something came between turns.
        let triggers: [Trigger]
    }

    /// The cause of an effect: the event from outside, and the answers to the effect that led to this one. Earlier triggers are
    /// left out, or an effect that starts itself again would never be in the same state twice.
    private struct Trigger: Hashable {
        var letter: Possibility.Letter?
        var answers: [String] = []
    }

    /// An effect that has no place yet: held by what waits.
    private final class Waiting {
        let origin: Origin

        init(_ origin: Origin) {
            self.origin = origin
        }
    }

    private struct WeakWaiting {
        weak var waiting: Waiting?
    }

    private struct Effect {
        let number: Int
        let origin: Origin
        var name: String { origin.name }
        /// The answers since then.
        var answers: [String] = []
        /// Held by its task alone: gone when that has ended.
        weak var executor: EffectTask?
    }

    private var effects: [Effect] = []
    private var count = 0
    private var waiting: [WeakWaiting] = []
    /// The origin of the effect that has waited and starts now.
    private var starting: Origin?
    private var triggers: [Trigger] = []
    /// The effect whose part runs now.
    private(set) var current: Int?
    /// The frame as it is.
    var frameKey: () -> Fingerprint.Key? = { nil }
    /// The counts of calls that are yet to be answered, for each program that calls.
    var awaitedCounts: [() -> Int] = []

    /// Whether none is under way or waits.
    var isEmpty: Bool { effects.isEmpty && !waiting.contains { $0.waiting != nil } }

    func makeExecutor(_ name: String) -> EffectTask {
        count += 1
        let executor = EffectTask()
        effects.append(Effect(number: count, origin: origin(name), executor: executor))
        return executor
    }

    private func origin(_ name: String) -> Origin {
        var origin = starting ?? Origin(name: name, frames: [], triggers: triggers)
        origin.frames.append(frameKey())
        return origin
    }

    /// Notes the happening under way: effects that it starts have it as their cause.
    ///
    /// - Parameters:
    ///   - choice: The happening.
    ///   - isBetweenTurns: Whether turns of an earlier happening are still to come.
    func note(_ choice: WorldChoice, isBetweenTurns: Bool) {
        if !isBetweenTurns { triggers.removeAll(keepingCapacity: true) }
        if choice.part === self, let effect = effects.first(where: { $0.number == choice.possibility.thing }) {
            let outside = effect.origin.triggers.first?.letter
            triggers.append(Trigger(letter: outside, answers: effect.answers))
        } else {
            triggers.append(Trigger(letter: choice.possibility.letter))
        }
    }

    /// An effect waits for its place in a queue.
    func makeWaiting(_ name: String) -> (_ start: () -> Void) -> Void {
        let new = Waiting(origin(name))
        waiting.removeAll { $0.waiting == nil }
        waiting.append(WeakWaiting(waiting: new))
        return { [self, new] start in
            let outer = starting
            starting = new.origin
            start()
            starting = outer
        }
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
        for effect in wanted {
            guard let executor = effect.executor else { continue }
            memory.combine(effect.origin)
            memory.combine(effect.answers)
            memory.combine(executor.partCount)
            memory.combine(executor.isReady)
        }
        for waiting in waiting.compactMap(\.waiting) { memory.combine(waiting.origin) }
    }

    /// The effects that are a part of the state. After a power cut others are there until they have run to their ends.
    private var wanted: [Effect] { effects.filter { $0.executor?.isWanted == true } }

    /// The place of an effect among those that are a part of the state.
    func place(of number: Int?) -> Int? { wanted.firstIndex { $0.number == number } }

    /// The names of effects that wait for something that is not of this world.
    var foreignWaits: [String] {
        let wanted = wanted
        let waiting = wanted.filter { $0.executor?.isReady == false && $0.executor?.hasBegun == true }
        let isAnyReady = wanted.contains { $0.executor?.isReady == true }
        return isAnyReady || waiting.count <= awaitedCounts.reduce(0) { $0 + $1() } ? [] : waiting.map(\.name)
    }

    /// Runs unwanted effects to their end at once: their events are dropped, and their time must make no difference.
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
    /// Whether the application still wants the outcome.
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
