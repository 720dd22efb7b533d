extension Loop {
    /// Runs the loop in the caller's isolation: until `isDone` holds after a turn, the task is cancelled, the loop is stopped,
    /// or nothing can happen any more. Starts it if it was not started, stops it at the end, and returns when what its drivers
    /// still had to do is done. A loop that is stopped and started again before `isDone` has held is run on by it; one that
    /// is after that, is not.
    ///
    /// - Parameters:
    ///   - scheduler: Time, and where the tasks of effects run.
    ///   - isDone: Asked after each turn.
    ///   - atEnd: Called at the end, before drivers settle: by the time that this returns, its caller may find the loop in
    ///     another session. May be called twice in a row.
    ///   - isolation: The caller's.
    public func run(
        on scheduler: any Scheduler, until isDone: @escaping () -> Bool = { false },
        atEnd: @escaping () -> Void = {}, isolation: isolated (any Actor)? = #isolation
    ) async {
        // From inside of a turn, by a task that began there: when the turn is over.
        if phase.isBusy { await Task.yield() }
        if awaited != nil { stopForRunningTwice() }
        let isOver = Variable(false)
        awaited = (isDone, atEnd, isOver)
        if !isStarted { start(on: scheduler) }
        let mailbox = mailbox
        await withTaskCancellationHandler {
            // Naming the isolation keeps this closure in it.
            await takeTurns(until: isOver, isolation: isolation)
        } onCancel: {
            mailbox.interrupt()
        }
        if awaited?.isOver === isOver {
            atEnd()
            stop()
            awaited = nil
        }
        await settle()
    }

    private func takeTurns(until isRunOver: Variable<Bool>, isolation: isolated (any Actor)?) async {
        /// Whether the run has not come to its end.
        func goesOn() -> Bool { awaited?.isOver === isRunOver && !isRunOver.value && isStarted }
        _ = takingTurns(isRunDone)
        while goesOn(), !Task.isCancelled {
            if attached?.isPaused == true {
                await waitForResumption()
            } else if takeTurnsForAWhile() {
                await Task.yield()
            } else if !goesOn() || isOver && attached?.isPaused != true {
                return
            } else if attached?.isPaused != true {
                await waitForLetters()
            }
        }
    }

    /// Takes turns until others of its isolation must run: by time, because a turn takes 50 ns or 50 ms, and by number, for
    /// schedulers whose time stands still. To yield costs as much as many turns.
    ///
    /// - Returns: Whether more may be waiting.
    private func takeTurnsForAWhile() -> Bool {
        let end = now + .milliseconds(1)
        for _ in 0..<256 {
            if !takeTurns(atMost: 256) { return false }
            if now >= end || !isStarted || Task.isCancelled { return true }
        }
        return true
    }

    private func waitForLetters(isolation: isolated (any Actor)? = #isolation) async {
        await withUnsafeContinuation { continuation in
            mailbox.sleep { continuation.resume() }
            // An interruption wakes only a loop that sleeps: one that came before is seen here.
            if Task.isCancelled { mailbox.interrupt() }
        }
    }

    private func waitForResumption(isolation: isolated (any Actor)? = #isolation) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        attachments.resumption = continuation
        for await _ in stream {}
        attached?.resumption = nil
    }

    /// Makes a sleeping `run` look at what others have done to its loop.
    func wakeRun() {
        guard awaited != nil else { return }
        mailbox.interrupt()
        attached?.resumption?.finish()
    }

    func stopForRunningTwice() -> Never {
        Cycle.stop("this loop runs already: call stop() and await the end of its run before running it again")
    }
}
