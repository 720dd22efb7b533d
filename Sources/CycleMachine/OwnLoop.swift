import Cycle

/// The loop of its own that a machine has when it is not a part of another one.
///
/// It is the machine's, and does not hold it: a machine that nobody holds ends with all that runs.
final class OwnLoop {
    /// Starts the machine in this loop.
    final class Work {
        var begin: (Sink<Never>) -> Subscription = { _ in Subscription() }
    }

    let work = Work()
    private let loop: Loop
    private let scheduler: (any Scheduler)?
    private(set) var isStarted = false
    /// Whether a task of the machine's actor runs this loop.
    private(set) var runsItself = false
    /// Whether somebody awaits ``run(on:until:isolation:)``.
    private(set) var isRun = false
    private var waiting: [(isDone: () -> Bool, end: AsyncStream<Never>.Continuation)] = []
    /// Streams that end when the next run starts.
    private var following: [AsyncStream<Never>.Continuation] = []

    init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        let working = Signal<Never> { [work] sink in work.begin(sink) }
        loop = Loop { loop in working.run(in: loop) { _ in } }
    }

    deinit {
        loop.stop()
    }

    private func clock(_ given: (any Scheduler)?) -> any Scheduler {
        given ?? scheduler ?? StandingClock()
    }

    /// Starts the machine, unless it has been started, and in an actor has it run itself.
    func start(on scheduler: (any Scheduler)?, isolation: isolated (any Actor)?) {
        let clock = clock(scheduler)
        if !isStarted {
            isStarted = true
            loop.start(on: clock)
            loop.drain()
        }
        guard isolation != nil, !runsItself, !isRun, isStarted else { return }
        runsItself = true
        // The one place where a machine starts a task: it sleeps in the machine's actor until something arrives, and ends
        // with the machine.
        Task { [weak self, weak loop] in
            // Naming the isolation keeps this closure in it.
            _ = isolation
            while let loop, self?.isStarted == true { await loop.run(on: clock, isolation: isolation) }
            self?.runsItself = false
            self?.runReturned()
        }
    }

    /// Runs until `isDone` holds, nothing can happen any more, the machine is stopped, or the task is cancelled.
    func run(
        on scheduler: (any Scheduler)?, until isDone: @escaping () -> Bool, isolation: isolated (any Actor)?
    ) async {
        await waitForReturn()
        if runsItself || isRun {
            // Cancelled before the run that is over has come back.
            guard isStarted else { return }
            await wait(until: isDone)
            stop()
            await waitForReturn()
            return await loop.settle()
        }
        isStarted = true
        isRun = true
        await loop.run(on: clock(scheduler), until: isDone, isolation: isolation)
        isRun = false
        runReturned()
        // The machine was started again meanwhile.
        if isStarted { start(on: scheduler, isolation: isolation) }
    }

    /// Takes one turn.
    func step() -> Bool { loop.step() }

    /// Has turns, and a start, wait until `body` is done.
    func holding<Result>(_ body: () -> Result) -> Result { loop.holding(body) }

    /// Waits for what others run.
    func wait(until isDone: @escaping () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
        guard !isDone() else { return }
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        waiting.append((isDone, end))
        for await _ in stream {}
    }

    /// Waits for a run that is over to come back: it may still sleep, or settle.
    private func waitForReturn(isolation: isolated (any Actor)? = #isolation) async {
        while !isStarted, runsItself || isRun, !Task.isCancelled {
            let (stream, end) = AsyncStream.makeStream(of: Never.self)
            following.append(end)
            for await _ in stream {}
        }
    }

    private func runReturned() {
        let followed = following
        following = []
        for follower in followed { follower.finish() }
    }

    /// Looks whether one of those who wait has what it waits for.
    func turnEnded() {
        guard !waiting.isEmpty, waiting.contains(where: { $0.isDone() }) else { return }
        if isStarted { return stop() }
        // A part of another loop, which goes on.
        waiting.removeAll { waiter in
            guard waiter.isDone() else { return false }
            waiter.end.finish()
            return true
        }
    }

    /// The machine works no more, here or elsewhere: nobody need wait for it, and it may be started again.
    func runEnded() {
        isStarted = false
        let waited = waiting
        waiting = []
        for waiter in waited { waiter.end.finish() }
    }

    func stop() {
        isStarted = false
        loop.stop()
    }
}
