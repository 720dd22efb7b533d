import CycleBase

extension ConsoleDriver {
    /// Whether a screen can be drawn and keys read: both ends are a terminal, which is neither dumb nor read aloud. Otherwise
    /// lines are printed, as in a pipe.
    ///
    ///     let last = await results(in: ".", canDraw: ConsoleDriver().canDraw).run(until: \.isDone)
    ///
    /// Ask before the loop begins, and hand the answer on: a test's console has no say in it.
    public var canDraw: Bool {
        let abilities = TerminalAbilities(environment: environment)
        return abilities.isCapable && isatty(inputDescriptor) == 1 && isatty(outputDescriptor) == 1
    }

    /// Whether something can be read from the input within a time: bytes, or its end. It waits that long, and no longer.
    ///
    /// Bytes that the standard library has read ahead for `readLine` count, too.
    ///
    /// - Parameter timeout: How long to wait.
    public func hasInput(within timeout: Duration) -> Bool {
        if inputDescriptor == 0, isStandardInputBuffered { return true }
        let end = ContinuousClock.now + Duration.zero.adding(timeout)
        while true {
            var descriptor = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
            let left = max(.zero, ContinuousClock.now.duration(to: end)) / .milliseconds(1)
            let count = readiness.poll(&descriptor, 1, milliseconds: Int32(min(left.rounded(.up), 1e9)))
            // A signal came in between.
            if count < 0, errno == EINTR { continue }
            if count > 0 || left == 0 { return count > 0 }
        }
    }
}
