import CycleDrivers
import CycleBase

/// The threads that all explorations of a process share. No more of them work at one time than there are cores, those that explore among
/// them, unless `CYCLE_JOBS` or the bounds of an exploration say so.
final class Workers: Sendable {
    static let shared = Workers()

    /// Set while a thread does a piece of work: what that explores in turn, it explores alone.
    @TaskLocal private static var isWorking = false

    private struct State {
        /// How many threads work, and how many explorations wait to begin.
        var workingCount = 0
        var waitingCount = 0
        var helperCount = 0
        var jobs: [any Job] = []

        /// How many threads an exploration has asked for.
        var limit: Int { jobs.map(\.threadCount).max() ?? 0 }
    }

    /// The number of cores, or what the environment says.
    let defaultCount: Int
    private let state = Guarded(State())

    private init() {
        let asked = getenv("CYCLE_JOBS").flatMap { Int(digits: String(cString: $0)) } ?? 0
        defaultCount = asked > 0 ? asked : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// Does the same work with each input, in threads.
    ///
    /// - Parameters:
    ///   - inputs: The inputs. Work on them begins in order.
    ///   - jobs: How many threads take part, this one included; `nil` for as many as there are cores.
    ///   - isLast: Whether the results behind this one are not needed.
    ///   - work: The work.
    /// - Returns: The results in the order of the inputs, up to the first that is the last.
    func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], jobs: Int?, until isLast: @escaping @Sendable (Output) -> Bool = { _ in false },
        _ work: @escaping @Sendable (Input) -> Output
    ) -> [Output] {
        if inputs.isEmpty { return [] }
        let job = Work(inputs, min(jobs ?? defaultCount, inputs.count), isLast, work)
        if Self.isWorking {
            while job.doNext() {}
            return job.outputs
        }
        begin(job)
        Self.$isWorking.withValue(true) { while job.doNext() {} }
        end(job)
        job.waitForOthers()
        return job.outputs
    }

    private func begin(_ job: any Job) {
        state.withLock { $0.waitingCount += 1 }
        state.wait { [defaultCount] state -> Void? in
            guard state.workingCount < max(defaultCount, state.limit) else { return nil }
            state.waitingCount -= 1
            state.workingCount += 1
            if job.threadCount > 1 { state.jobs.append(job) }
            return ()
        }
        if job.threadCount > 1 {
            addHelpers(upTo: max(defaultCount, job.threadCount) - 1)
            state.wakeAll()
        }
    }

    private func end(_ job: any Job) {
        state.withLock { state in
            state.workingCount -= 1
            state.jobs.removeAll { $0 === job }
        }
        state.wakeAll()
    }

    /// Where the process may have no more threads, those that there are do it all.
    private func addHelpers(upTo count: Int) {
        while state.withLock({ $0.helperCount < count }) {
            state.withLock { $0.helperCount += 1 }
            do throws(SystemFailure) {
                _ = try SystemThread("Cycle explore") { [self] in help() }
            } catch {
                return
            }
        }
    }

    private func help() {
        while true {
            let job = state.wait { [defaultCount] state -> (any Job)? in
                guard state.waitingCount == 0, state.workingCount < max(defaultCount, state.limit) else { return nil }
                guard let job = state.jobs.first(where: { $0.wantsHelp }) else { return nil }
                job.join()
                state.workingCount += 1
                return job
            }
            Self.$isWorking.withValue(true) { _ = job.doNext() }
            job.leave()
            state.withLock { $0.workingCount -= 1 }
            state.wakeAll()
        }
    }

    /// Inputs that some threads work on.
    private protocol Job: AnyObject, Sendable {
        /// How many threads may take part.
        var threadCount: Int { get }
        var wantsHelp: Bool { get }
        func join()
        func leave()
        /// - Returns: Whether there was anything to do.
        func doNext() -> Bool
    }

    private final class Work<Input: Sendable, Output: Sendable>: Job {
        private struct State {
            var next = 0
            /// The inputs from here on need not be worked on.
            var end: Int
            var helperCount = 0
            var outputs: [Output?]
        }

        let threadCount: Int
        private let inputs: [Input]
        private let isLast: @Sendable (Output) -> Bool
        private let work: @Sendable (Input) -> Output
        private let state: Guarded<State>

        init(
            _ inputs: [Input], _ threadCount: Int, _ isLast: @escaping @Sendable (Output) -> Bool,
            _ work: @escaping @Sendable (Input) -> Output
        ) {
            self.inputs = inputs
            self.threadCount = threadCount
            self.isLast = isLast
            self.work = work
            state = Guarded(State(end: inputs.count, outputs: Array(repeating: nil, count: inputs.count)))
        }

        var wantsHelp: Bool { state.withLock { $0.next < $0.end && $0.helperCount < threadCount - 1 } }

        func join() { state.withLock { $0.helperCount += 1 } }

        func leave() {
            state.withLock { $0.helperCount -= 1 }
            state.wakeAll()
        }

        func doNext() -> Bool {
            let next = state.withLock { state -> Int? in
                guard state.next < state.end else { return nil }
                state.next += 1
                return state.next - 1
            }
            guard let next else { return false }
            let output = work(inputs[next])
            let isLast = isLast(output)
            state.withLock { state in
                state.outputs[next] = output
                if isLast { state.end = min(state.end, next + 1) }
            }
            return true
        }

        func waitForOthers() { state.wait { $0.helperCount == 0 ? () : nil } }

        var outputs: [Output] { state.withLock { state in state.outputs[..<state.end].compactMap(\.self) } }
    }
}
