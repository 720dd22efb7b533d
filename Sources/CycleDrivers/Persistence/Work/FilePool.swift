import CycleBase

/// The threads that do the work of all running `PersistenceDriver`s of the process: no more than ``threadLimit``, however
/// many drivers there are. They start with the first work, sleep while there is none, and are gone when the last driver is.
final class FilePool: Sendable {
    static let shared = FilePool()

    /// Disks do little better with more at a time, and other drivers need threads, too.
    static let threadLimit = 2

    private struct State {
        var ready: ContiguousArray<@Sendable () -> Void> = []
        /// How many of them have been taken already.
        var takenCount = 0
        var idleCount = 0
        var userCount = 0
        var threads: [SystemThread] = []
        /// Counted up when all threads are to end: those that are started later serve others.
        var generation = 0

        var waitingCount: Int { ready.count - takenCount }

        mutating func takeFirst() -> (@Sendable () -> Void)? {
            guard waitingCount > 0 else { return nil }
            let first = ready[takenCount]
            takenCount += 1
            if takenCount * 2 > ready.count {
                ready.removeFirst(takenCount)
                takenCount = 0
            }
            return first
        }
    }

    private let state = Guarded(State())
    private let ending = EndingThreads()

    func enter() {
        state.withLock { $0.userCount += 1 }
    }

    /// Called once for each ``enter()``. The last one to leave ends the threads.
    func leave() {
        state.withLock { state in
            state.userCount -= 1
            guard state.userCount == 0 else { return }
            ending.add(state.threads)
            state.threads = []
            state.idleCount = 0
            state.generation += 1
        }
        state.wakeAll()
    }

    /// Returns when the threads are gone that the last user has ended.
    func waitForLeaving() async {
        await ending.wait()
    }

    /// Has a thread do some work, after all that came before.
    ///
    /// - Returns: `false` if there is no thread and the system refuses one.
    func schedule(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isAccepted = state.withLock { state -> Bool in
            if state.idleCount <= state.waitingCount, state.threads.count < FilePool.threadLimit { start(&state) }
            guard !state.threads.isEmpty else { return false }
            state.ready.append(work)
            return true
        }
        state.wakeAll()
        return isAccepted
    }

    private func start(_ state: inout State) {
        let generation = state.generation
        do {
            state.threads.append(try SystemThread("Cycle files") { [self] in run(generation) })
        } catch {
            // One thread does as well, only later.
            return
        }
    }

    private func run(_ generation: Int) {
        while let work = next(generation) { work() }
    }

    private func next(_ generation: Int) -> (@Sendable () -> Void)? {
        var isIdle = false
        let next = state.wait { state -> (@Sendable () -> Void)?? in
            guard state.generation == generation else { return .some(nil) }
            if isIdle { state.idleCount -= 1 }
            isIdle = false
            if let work = state.takeFirst() { return work }
            state.idleCount += 1
            isIdle = true
            return nil
        }
        return next
    }
}
