import Cycle
import CycleBase

/// A process that this one has started, in a group of its own, with pipes for what it reads and prints.
///
/// One thread waits for its end, and another serves the pipes: no call of the system waits for both everywhere.
final class ChildProcess: Sendable {
    private struct State {
        /// `nil` once it was waited for, when the number may be another's.
        var process: pid_t?
        /// Whether it was asked to end: then what it has started ends with it.
        var isTerminated = false
        /// When it is killed, and nothing of it is read any more.
        var killAt: ContinuousClock.Instant?
        /// Input that the thread has not been given yet.
        var input: [UInt8]?
        /// Whether no input follows.
        var isInputComplete: Bool
        var threads: [SystemThread] = []
    }

    private enum Word: UInt8 {
        /// The loop has room or input, or the deadline has changed.
        case look
        case exited
    }

    private let number: Int
    private let pipes: ChildPipes
    private let input: [UInt8]
    private let wake: WakePipe
    private let ending = Latch()
    private let state: Guarded<State>

    /// - Throws: When it cannot be started.
    init(_ command: ProcessCommand, _ number: Int, keepsInput: Bool) throws(SystemFailure) {
        self.number = number
        input = command.input
        wake = try WakePipe()
        let (pipes, ends) = try ChildPipes.open(for: command, keepsInput: keepsInput)
        self.pipes = pipes
        defer { ends.close() }
        do throws(SystemFailure) {
            state = Guarded(
                State(
                    process: try Spawning.start(
                        Spawning.Order(
                            words: [command.name] + command.arguments,
                            descriptors: [0: ends.input, 1: ends.output, 2: ends.errors], folder: command.folder,
                            variables: command.environment, isInGroupOfItsOwn: true)),
                    isInputComplete: !keepsInput))
        } catch {
            pipes.close()
            throw error
        }
    }

    var isGone: Bool { ending.isOpen && state.withLock { $0.threads.allSatisfy(\.hasEnded) } }

    func waitUntilGone() async {
        await ending.wait()
        for thread in state.withLock({ $0.threads }) { await thread.wait() }
    }

    // MARK: Called by the loop

    /// Reports its events until it has ended.
    func serve(_ inlet: Inlet<ProcessDeviceEvent>) {
        do throws(SystemFailure) {
            keep(try SystemThread("Cycle child") { [self] in waitForExit() })
            keep(try SystemThread("Cycle process") { [self] in run(inlet) })
        } catch {
            // Without a thread nothing of it could be reported.
            kill()
            pipes.close()
            _ = reap()
            inlet.send(.failed(number, .exhausted(code: error.code)))
            inlet.end()
            ending.open()
        }
    }

    private func keep(_ thread: SystemThread) { state.withLock { $0.threads.append(thread) } }

    func noticeRoom() { wake.send(Word.look.rawValue) }

    func write(_ bytes: [UInt8]) {
        state.withLock { $0.input = bytes }
        wake.send(Word.look.rawValue)
    }

    func endInput() {
        state.withLock { $0.isInputComplete = true }
        wake.send(Word.look.rawValue)
    }

    func terminate() {
        signalGroup(SIGTERM)
        // A process that is stopped receives SIGTERM only after SIGCONT.
        signalGroup(SIGCONT)
    }

    func kill() { signalGroup(SIGKILL) }

    func close(within patience: Duration) {
        state.withLock { $0.killAt = .now + patience }
        terminate()
        wake.send(Word.look.rawValue)
    }

    private func signalGroup(_ signal: Int32) {
        state.withLock { state in
            guard let process = state.process else { return }
            state.isTerminated = true
            _ = CycleBase.kill(-process, signal)
        }
    }

    // MARK: The threads

    /// Blocks until it has ended, and leaves its status to ``reap()``.
    private func waitForExit() {
        guard let process = state.withLock({ $0.process }) else { return }
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        wake.send(Word.exited.rawValue)
    }

    private func run(_ inlet: Inlet<ProcessDeviceEvent>) {
        var serving = ChildPipes.Serving(pipes, input: input)
        var hasExited = false
        while true {
            let (killAt, news, isInputComplete) = state.withLock { state in
                defer { state.input = nil }
                return (state.killAt, state.input, state.isInputComplete)
            }
            if let news { serving.write(news) }
            if isInputComplete { serving.endInput() }
            let isClosing = killAt != nil
            if isClosing { serving.stopReading() }
            // After its end only the bytes that are there already count: another process may hold the pipe open.
            let isLast = hasExited && (isClosing || serving.hasRoom)
            let hasRead = serving.step(
                wake, milliseconds: isLast ? 0 : killAt.map { Self.milliseconds(until: $0) } ?? -1
            ) { isErrors, bytes in
                inlet.send(isErrors ? .errors(number, bytes) : .output(number, bytes)) != .acceptedAndFull
            }
            if let news = serving.takeInputNews() {
                let event = news == .written ? ProcessDeviceEvent.inputWritten(number) : .inputClosed(number)
                if inlet.send(event) == .acceptedAndFull { serving.noticeFull() }
            }
            for word in wake.take() {
                if word == Word.exited.rawValue { hasExited = true } else { serving.noticeRoom() }
            }
            if isLast, !hasRead { break }
            if let killAt, killAt <= .now, !hasExited { kill() }
        }
        serving.close()
        inlet.send(.ended(number, reap()))
        inlet.end()
        ending.open()
    }

    private static func milliseconds(until instant: ContinuousClock.Instant) -> Int32 {
        let left = max(.zero, ContinuousClock.now.duration(to: instant)) / .milliseconds(1)
        // After it has passed, SIGKILL was sent: the end comes by the pipe.
        return left > 0 ? Int32(min(left.rounded(.up), 1e9)) : 100
    }

    /// Waits for the process, which has ended or was killed.
    private func reap() -> ProgramStatus {
        state.withLock { state in
            guard let process = state.process else { return .exited(0) }
            // As long as it was not waited for, the group's number is not another's.
            if state.isTerminated { _ = CycleBase.kill(-process, SIGKILL) }
            state.process = nil
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return ProgramStatus(waitStatus: status)
        }
    }
}
