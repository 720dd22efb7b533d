import Cycle

/// The loop of its own that a machine has when it is not a part of another one.
///
/// The machine holds its loop, and the loop does not hold the machine: a machine without references ends with all that runs.
final class OwnLoop {
    /// Starts the machine in this loop.
    final class Work {
        var begin: (Sink<Never>) -> Subscription = { _ in Subscription() }
    }

    let work = Work()
    private let loop: Loop
    private let scheduler: (any Scheduler)?
    private(set) var isStarted = false

    /// The code that sleeps until something arrives, and then has the loop take its turns.
    private enum Runner {
        case none
        /// A task of the machine's actor.
        case ownTask
        /// A caller of ``run(on:until:isolation:)``.
        case caller
    }

    /// Set until the runner returns, which may be later than the stop of the loop.
    private var runner = Runner.none
    private var waiting: [Int: (isDone: () -> Bool, atEnd: () -> Void, end: AsyncStream<Never>.Continuation)] = [:]
    private var waitCount = 0
    /// Streams that end when the runner returns.
    private var awaitingReturn: [AsyncStream<Never>.Continuation] = []

    init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        let working = Signal<Never> { [work] sink in work.begin(sink) }
        loop = Loop { loop in working.run(in: loop) { _ in } }
    }

    deinit {
        loop.stop()
    }

    var runsItself: Bool { runner == .ownTask }
    var hasRunner: Bool { runner != .none }

    private func clock(_ given: (any Scheduler)?) -> any Scheduler {
        given ?? scheduler ?? StandingClock()
    }

    /// Starts the machine, unless it has been started. In an actor, a task of the machine runs the loop from then on.
    func start(on scheduler: (any Scheduler)?, isolation: isolated (any Actor)?) {
        let clock = clock(scheduler)
        if !isStarted {
            isStarted = true
            loop.start(on: clock)
            loop.drain()
        }
        guard isolation != nil, runner == .none, isStarted else { return }
        runner = .ownTask
        // The one place where a machine starts a task: it sleeps in the machine's actor until something arrives, and ends
        // with the machine.
        Task { [weak self, weak loop] in
            // Naming the isolation keeps this closure in it.
            _ = isolation
            while let loop, self?.isStarted == true { await loop.run(on: clock, isolation: isolation) }
            self?.runnerReturned()
        }
    }

    /// Runs until `isDone` holds, nothing can happen any more, the machine is stopped, or the task is cancelled.
    func run(
        on scheduler: (any Scheduler)?, until isDone: @escaping () -> Bool, atEnd: @escaping () -> Void,
        isolation: isolated (any Actor)?
    ) async {
        await waitForReturn()
        if hasRunner {
            // The caller's task was cancelled before the runner of a stopped loop has returned.
            guard isStarted else { return }
            // A machine that was started again by then goes on: that is not this run's.
            if await wait(until: isDone, atEnd: atEnd) { stop() }
            await waitForReturn()
            return await loop.settle()
        }
        isStarted = true
        runner = .caller
        await loop.run(on: clock(scheduler), until: isDone, atEnd: atEnd, isolation: isolation)
        runnerReturned()
        // The machine was started again meanwhile.
        if isStarted { start(on: scheduler, isolation: isolation) }
    }

    /// Takes one turn.
    func step() -> Bool { loop.step() }

    /// Puts turns, and a start, off until `body` is done.
    func holding<Result>(_ body: () -> Result) -> Result { loop.holding(body) }

    /// Waits until `isDone` holds after a turn, the run ends, or the task is cancelled.
    ///
    /// - Returns: Whether the run that was waited for goes on.
    @discardableResult
    func wait(
        until isDone: @escaping () -> Bool, atEnd: @escaping () -> Void, isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        guard !isDone() else {
            atEnd()
            return true
        }
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        waitCount += 1
        let number = waitCount
        waiting[number] = (isDone, atEnd, end)
        for await _ in stream {}
        guard let waiter = waiting.removeValue(forKey: number) else { return false }
        waiter.atEnd()
        return true
    }

    /// Waits for the runner of a loop that was stopped to return: it may still sleep, or settle.
    private func waitForReturn(isolation: isolated (any Actor)? = #isolation) async {
        while !isStarted, hasRunner, !Task.isCancelled {
            let (stream, end) = AsyncStream.makeStream(of: Never.self)
            awaitingReturn.append(end)
            for await _ in stream {}
        }
    }

    private func runnerReturned() {
        runner = .none
        let ends = awaitingReturn
        awaitingReturn = []
        for end in ends { end.finish() }
    }

    /// Ends the waits whose condition holds after this turn, and with them the machine's own run.
    func turnEnded() {
        guard !waiting.isEmpty else { return }
        let over = waiting.filter { $0.value.isDone() }
        guard !over.isEmpty else { return }
        if isStarted { return stop() }
        // The machine works in another loop, which goes on.
        for (number, waiter) in over where waiting.removeValue(forKey: number) != nil {
            waiter.atEnd()
            waiter.end.finish()
        }
    }

    /// The machine has stopped, here or in another loop: all waits end, and it may be started again.
    func runEnded() {
        isStarted = false
        let waited = exchange(&waiting, with: [:])
        for waiter in waited.values {
            waiter.atEnd()
            waiter.end.finish()
        }
    }

    func stop() {
        isStarted = false
        loop.stop()
    }
}
