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

    private let number: Int
    private let command: ProcessCommand
    private let share: ChildShare
    private let inlet: Inlet<ProcessDeviceEvent>
    private let ending = Latch()

    /// `nil` before it has started, and once it was waited for, when the number may be another's.
    private var process: (pid: pid_t, end: ChildEnd)?
    private var serving: ChildPipes.Serving?
    private var hasExited = false
    /// Whether it was asked to end: then what it has started ends with it.
    private var isTerminated = false
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

    var isGone: Bool { ending.isOpen }

    func waitUntilGone() async { await ending.wait() }

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
        if let childGuard { variables[childGuard.variable] = "" }
        let pid = try Spawning.start(
            Spawning.Order(
                words: [command.name] + command.arguments, descriptors: ends.descriptors, folder: command.folder,
                variables: variables, group: .inSessionOfItsOwn, terminal: ends.terminal?.path))
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

    func terminate() {
        // A shell in a terminal ignores SIGTERM, and ends when its window is closed.
        signal(serving?.isTerminal == true ? SIGHUP : SIGTERM)
        // A process that is stopped receives it only after SIGCONT.
        signal(SIGCONT)
    }

    func kill() { signal(SIGKILL) }

    func abandon() { isAbandoned = true }

    func close(within patience: Duration) {
        guard process != nil, case .no = closing else { return }
        let patience = isAbandoned ? .zero : patience
        closing = .asked(killAt: SystemClock.monotonic.now.adding(patience), patience: patience)
        serving?.stopReading()
        terminate()
    }

    /// Sends a signal to its group, which it cannot leave, as it leads a session.
    private func signal(_ signal: Int32) {
        guard let process, share.signalling == .bySystem else { return }
        isTerminated = true
        // The system has dropped it, where SIGCHLD is ignored: the number may be another's.
        if process.end.send(0) == ESRCH { return }
        if CycleBase.kill(-process.pid, signal) != 0 { process.end.send(signal) }
    }

    // MARK: The poller's view

    var deadline: Duration? {
        switch closing {
        case .no: nil
        case .asked(let killAt, _): killAt
        case .killed(let abandonAt): abandonAt
        }
    }

    func appendRequests(to requests: inout [pollfd]) {
        serving?.appendRequests(reads: share.mayRead, to: &requests)
        guard let process, !hasExited else { return }
        requests.append(pollfd(fd: process.end.descriptor, events: Int16(POLLIN), revents: 0))
    }

    func look(_ answers: ArraySlice<pollfd>, at now: Duration) -> Bool {
        guard let process, !isOver else { return false }
        serving?.writeInput(answers)
        if answers.contains(where: { $0.fd == process.end.descriptor && $0.revents != 0 }) { hasExited = true }
        if let news = serving?.takeInputNews() {
            send(news == .written ? .inputWritten(number) : .inputClosed(number))
        }
        let isClosing = if case .no = closing { false } else { true }
        if !isClosing, share.mayRead, let (isErrors, bytes) = serving?.read(answers, anyway: hasExited) {
            send(isErrors ? .errors(number, bytes) : .output(number, bytes))
        } else if hasExited, isClosing || share.mayRead {
            // After its end only the bytes that are there already count: another process may hold the pipe open.
            finish()
        }
        if let deadline, deadline <= now, !hasExited { giveUp(now) }
        return !isOver
    }

    private func send(_ event: ProcessDeviceEvent) {
        if inlet.send(event) == .acceptedAndFull { share.noteBusy(number) }
    }

    private func giveUp(_ now: Duration) {
        switch closing {
        case .no: break
        case .asked(_, let patience):
            kill()
            closing = .killed(abandonAt: now.adding(isAbandoned ? .zero : patience.atLeastASecond))
        case .killed:
            // No frame can show it any more. The name of the program stays out of the text: it is not ours.
            if let process, !isAbandoned {
                ExitReport.add("process \(process.pid) was sent SIGTERM and SIGKILL, and still runs")
            }
            process = nil
            finish()
        }
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
        ending.open()
    }

    /// Waits for the process, which has ended.
    private func reap(_ pid: pid_t, _ end: ChildEnd) -> ProcessDeviceEvent {
        // As long as it was not waited for, the group's number is not another's.
        if isTerminated { signal(SIGKILL) }
        share.thread.childGuard()?.drop(pid)
        var status: Int32 = 0
        while end.send(0) != ESRCH {
            if waitpid(pid, &status, 0) == pid { return .ended(number, ProgramStatus(waitStatus: status)) }
            if errno != EINTR { break }
        }
        return .failed(number, .unknownEnd)
    }
}
