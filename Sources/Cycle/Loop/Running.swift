extension Loop {
    /// Runs the loop in the caller's isolation: until `isDone` holds after a turn, the task is cancelled, the loop is stopped,
    /// or nothing can happen any more. Starts it if it was not started, stops it at the end, and returns when what its drivers
    /// still had to do is done. A loop that is stopped and started again before this has returned is run on by it.
    public func run(
        on scheduler: any Scheduler, until isDone: @escaping () -> Bool = { false },
        isolation: isolated (any Actor)? = #isolation
    ) async {
        // From inside of a turn, by a task that began there: when the turn is over.
        if phase.isBusy { await Task.yield() }
        if self.isDone != nil { stopForRunningTwice() }
        self.isDone = isDone
        if !isStarted { start(on: scheduler) }
        let mailbox = mailbox
        await withTaskCancellationHandler {
            // Naming the isolation keeps this closure in it.
            await takeTurns(isolation: isolation)
        } onCancel: {
            mailbox.interrupt()
        }
        self.isDone = nil
        if phase == .ended { phase = .idle }
        stop()
        await settle()
    }

    private func takeTurns(isolation: isolated (any Actor)?) async {
        _ = takingTurns(isRunDone)
        while phase != .ended, isStarted, !Task.isCancelled {
            if attached?.isPaused == true {
                await waitForResumption()
            } else if takeTurnsForAWhile() {
                await Task.yield()
            } else if phase == .ended || !isStarted || isOver && attached?.isPaused != true {
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
        guard isDone != nil else { return }
        mailbox.interrupt()
        attached?.resumption?.finish()
    }

    func stopForRunningTwice() -> Never {
        Cycle.stop("this loop runs already: call stop() and await the end of its run before running it again")
    }
}
