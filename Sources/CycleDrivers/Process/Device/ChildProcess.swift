import Cycle
import CycleBase

/// A process that this one has started, in a session of its own, with pipes or a terminal for what it reads and prints.
///
/// Unchecked: all but its end is confined to the thread of its share.
final class ChildProcess: Pollable, @unchecked Sendable {
    /// The way to its end, once that is wanted by all means.
    private enum Closing {
        case no
        case asked(killAt: Duration, patience: Duration)
        case killed(abandonAt: Duration)
    }

    /// Its end, and that of what it has started.
    private enum Stage {
        case running
        /// It has ended, and is not waited for yet. Its own children may go on.
        case ended(lookAt: Duration, pause: Duration)
        case gone
        /// Processes that it has started elsewhere are being ended.
        case swept
    }

    private let number: Int
    private let command: ProcessCommand
    private let share: ChildShare
    private let inlet: Inlet<ProcessDeviceEvent>

    /// `nil` before it has started, and once it was waited for, when the number may be another's.
    private var process: (pid: pid_t, end: ChildEnd)?
    private var serving: ChildPipes.Serving?
    private var stage = Stage.running
    /// When it was asked to end: then what it has started ends, too, and its end waits for that.
    private var askedAt: Duration?
    /// Whether it and its group were killed: then nothing of them is waited for but its own end.
    private var isKilled = false
    /// By what all that it starts is known; `nil` without a guard.
    private var mark: ProcessMark?
    /// Whether the session waits for it no more.
    private var isAbandoned = false
    private var closing = Closing.no
    private var isOver = false

    init(_ command: ProcessCommand, _ number: Int, _ share: ChildShare, _ inlet: Inlet<ProcessDeviceEvent>) {
        self.command = command
        self.number = number
        self.share = share
        self.inlet = inlet
    }

    // MARK: Orders

    func start(keepsInput: Bool, terminal: ConsoleDriver.Size?) {
        share.begin(self, number)
        if share.isClosed.withLock({ $0 }) { return finish() }
        do throws(SystemFailure) {
            let (pipes, ends) =
                if let terminal { try ChildPipes.openTerminal(terminal) } else {
                    try ChildPipes.open(for: command, keepsInput: keepsInput)
                }
            defer { ends.close() }
            do throws(SystemFailure) {
                process = try launch(ends)
            } catch {
                pipes.close()
                throw error
            }
            serving = ChildPipes.Serving(pipes, input: command.input, keepsInput: keepsInput)
            if let process { send(.started(number, pid: process.pid)) }
            share.thread.poller.add(self)
        } catch {
            let isScarce = [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(error.code)
            inlet.send(.failed(number, isScarce ? .exhausted(code: error.code) : .cannotStart(code: error.code)))
            finish()
        }
    }

    private func launch(_ ends: ChildPipes.ChildEnds) throws(SystemFailure) -> (pid_t, ChildEnd) {
        let childGuard = share.thread.childGuard()
        var variables = command.environment
        if let childGuard {
            let next = childGuard.nextMark()
            variables[childGuard.variable] = next.value
            mark = next.mark
        }
        let pid = try Spawning.start(
            Spawning.Order(
                words: [command.name] + command.arguments, descriptors: ends.descriptors, folder: command.folder,
                variables: variables, group: .inSessionOfItsOwn, terminal: ends.terminal))
        mark?.limit(pid)
        childGuard?.add(pid)
        do throws(SystemFailure) {
            return (pid, try ChildEnd(of: pid))
        } catch {
            // Without a descriptor for its end it could not be served.
            _ = CycleBase.kill(-pid, SIGKILL)
            childGuard?.drop(pid)
            while waitpid(pid, nil, 0) < 0, errno == EINTR {}
            throw error
        }
    }

    func write(_ bytes: [UInt8]) { serving?.write(bytes) }

    func endInput() { serving?.endInput() }

    func resize(to size: ConsoleDriver.Size) { serving?.resize(to: size) }

    /// Sends a signal to it alone. It is no request to end, as far as this driver knows.
    func send(_ signal: ProcessSignal) {
        if share.signalling == .bySystem { process?.end.send(signal.number) }
    }

    /// Asks it to end, once.
    func terminate() {
        guard askedAt == nil else { return }
        askedAt = SystemClock.monotonic.now
        // It has ended by itself, while what it has printed waits for the loop: what it has started was left alone until now.
        if case .gone = stage { noteEnd(at: .zero) }
        // A shell in a terminal ignores SIGTERM, and ends when its window is closed.
        signal(serving?.isTerminal == true ? SIGHUP : SIGTERM)
        // A process that is stopped receives it only after SIGCONT.
        signal(SIGCONT)
    }

    func kill() {
        isKilled = true
        signal(SIGKILL)
    }

    func abandon() {
        isAbandoned = true
        if case .running = stage { send(.runsStill(number)) }
    }

    func close(within patience: Duration) {
        guard process != nil, case .no = closing else { return }
        let now = SystemClock.monotonic.now
        let patience = isAbandoned ? .zero : patience
        serving?.stopReading()
        guard !isKilled else { return closing = .killed(abandonAt: now.adding(longest(patience))) }
        // A program that is ending already has the rest of its time.
        closing = .asked(killAt: (askedAt ?? now).adding(patience), patience: patience)
        terminate()
    }

    private func longest(_ patience: Duration) -> Duration { isAbandoned ? .zero : patience.atLeastASecond }

    /// Sends a signal to its group, which it cannot leave, as it leads a session.
    private func signal(_ signal: Int32) {
        guard let process, share.signalling == .bySystem else { return }
        // The system has dropped it, where SIGCHLD is ignored: the number may be another's.
        if process.end.send(0) == ESRCH { return }
        if CycleBase.kill(-process.pid, signal) != 0 { process.end.send(signal) }
    }

    // MARK: The poller's view

    var deadline: Duration? {
        switch stage {
        case .running, .swept: endOfPatience
        case .ended(let lookAt, _): endOfPatience.map { min($0, lookAt) } ?? lookAt
        // No descriptor tells that the last piece was read.
        case .gone: share.mayRead ? .zero : endOfPatience
        }
    }

    private var endOfPatience: Duration? {
        switch closing {
        case .no: nil
        case .asked(let killAt, _): killAt
        case .killed(let abandonAt): abandonAt
        }
    }

    func appendRequests(to requests: inout [pollfd]) {
        serving?.appendRequests(reads: share.mayRead, to: &requests)
        guard let process, case .running = stage else { return }
        requests.append(pollfd(fd: process.end.descriptor, events: Int16(POLLIN), revents: 0))
    }

    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
        guard let process, !isOver else { return false }
        serving?.writeInput(answers)
        if answers.contains(where: { $0.fd == process.end.descriptor && $0.revents != 0 }) { noteEnd(at: now) }
        if let endOfPatience, endOfPatience <= now { giveUp(now) }
        // Before the last piece is read: what is left may print until it is gone.
        let isGone = isGone(process.pid, at: now)
        if isGone { serving?.noteEnd() }
        if let news = serving?.takeInputNews() {
            send(news == .written ? .inputWritten(number) : .inputClosed(number))
        }
        let isClosing = if case .no = closing { false } else { true }
        if !isClosing, share.mayRead, let (isErrors, bytes) = serving?.read(answers) {
            send(isErrors ? .errors(number, bytes) : .output(number, bytes))
        } else if isGone, isClosing || share.mayRead {
            // After its end only the bytes that are there already count: another process may hold the pipe open.
            sweep()
        }
        return !isOver
    }

    private func noteEnd(at now: Duration) { stage = .ended(lookAt: now, pause: .milliseconds(5)) }

    /// Whether it has ended and, where it was asked to, all of its group as well. The system reports no end of the others, so that they
    /// are looked at, less often the longer they take.
    private func isGone(_ pid: pid_t, at now: Duration) -> Bool {
        switch stage {
        case .running: return false
        case .gone, .swept: return true
        case .ended(let lookAt, let pause):
            if askedAt != nil, !isKilled {
                guard lookAt <= now else { return false }
                if share.groups.isLiving(pid, at: now) {
                    stage = .ended(lookAt: now.adding(pause), pause: min(pause * 2, .milliseconds(100)))
                    return false
                }
            }
            stage = .gone
            return true
        }
    }

    private func send(_ event: ProcessDeviceEvent) {
        if inlet.send(event) == .acceptedAndFull { share.noteBusy(number) }
    }

    private func giveUp(_ now: Duration) {
        switch closing {
        case .no: break
        case .asked(_, let patience):
            kill()
            closing = .killed(abandonAt: now.adding(longest(patience)))
        case .killed:
            guard case .running = stage else { return }
            // No frame can show it any more. The name of the program stays out of the text: it is not ours.
            if let process, !isAbandoned {
                ExitReport.add("process \(process.pid) was sent SIGTERM and SIGKILL, and still runs")
            }
            process = nil
            finish()
        }
    }

    /// It has ended, and processes that it has started end with it, if it was asked to. Processes that have left the session of a terminal
    /// go on, as when a window is closed.
    private func sweep() {
        guard case .gone = stage else { return }
        // As long as it was not waited for, the group's number is not another's. Before the look, so that the group starts nothing behind it.
        let isAsked = askedAt != nil || isKilled
        if isAsked { signal(SIGKILL) }
        guard isAsked, share.signalling == .bySystem, serving?.isTerminal == false, let mark else { return finish() }
        stage = .swept
        share.thread.sweep.add(mark, on: share.thread.poller) { [self] in finish() }
    }

    /// It has ended, was never started, or is abandoned.
    private func finish() {
        isOver = true
        if let process { inlet.send(reap(process.pid, process.end)) }
        process = nil
        serving?.close()
        serving = nil
        inlet.end()
        share.end(number)
    }

    /// Waits for the process, which has ended.
    private func reap(_ pid: pid_t, _ end: ChildEnd) -> ProcessDeviceEvent {
        share.thread.childGuard()?.drop(pid)
        var status: Int32 = 0
        while end.send(0) != ESRCH {
            if waitpid(pid, &status, 0) == pid { return .ended(number, ProgramStatus(waitStatus: status)) }
            if errno != EINTR { break }
        }
        return .failed(number, .unknownEnd)
    }
}
