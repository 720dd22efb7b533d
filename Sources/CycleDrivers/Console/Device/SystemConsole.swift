import Cycle
import CycleBase

/// The terminal, pipe or file that the process was given.
final class SystemConsole: ConsoleDevice {
    private let input: Int32
    private let output: Int32
    private let settings: TerminalSettings?
    private let uses: [ConsoleUses.Use]
    /// `nil` when there was no descriptor left for its pipe.
    private let reader: InputReader?
    private let queue: OutputQueue
    private let restorer: TerminalRestorer?
    private let guardProcess: GuardProcess?
    /// `nil` when another program may have set it.
    private var isRaw: Bool? = false
    private var child: ChildProgram?
    private var threads: [SystemThread] = []

    /// `nil` when the system has to be asked for it.
    private var knownSize: ConsoleDriver.Size?

    let ends: ConsoleEnds
    let failures: [ConsoleDriver.Failure]
    let onRoom: @Sendable () -> Void

    init(
        input: Int32, output: Int32, isGuarded: Bool, secondInterruptEnds: Bool, _ readiness: Readiness,
        _ uses: [ConsoleUses.Use]
    ) {
        self.input = input
        self.uses = uses
        let hasOutput = Descriptors.isGiven(output, for: .writing)
        self.output = hasOutput ? output : -1
        let settings = Descriptors.isGiven(input, for: .reading) ? TerminalSettings(of: input) : nil
        self.settings = settings
        ends = ConsoleEnds(isInputTerminal: settings != nil, isOutputTerminal: hasOutput && isatty(output) == 1)
        let (wake, refusal) = SystemConsole.makeWakePipe()
        onRoom = { wake?.send(.hasRoom) }
        // A reader that has gone is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        guardProcess = isGuarded && settings != nil ? GuardProcess(terminal: input) : nil
        let own = ends.isOutputTerminal ? Descriptors.openAnew(output, for: .writing) : nil
        let isTerminal = settings != nil || ends.isOutputTerminal
        let restorer =
            isTerminal
            ? TerminalRestorer(
                input: input, output: own ?? output, settings: settings, wake: wake, guardPipe: guardProcess?.pipe,
                readiness)
            : nil
        self.restorer = restorer
        failures = [refusal, isTerminal && restorer == nil ? .exhausted(code: EMFILE) : nil].compactMap { $0 }
        queue = OutputQueue(self.output, own: own, isStandard: output == 1, restorer, readiness)
        let watch = settings != nil && secondInterruptEnds ? InterruptWatch() : nil
        reader = wake.map {
            InputReader(descriptor: input, wake: $0, readiness: readiness, watch: watch, restorer: restorer)
        }
    }

    private static func makeWakePipe() -> (WakePipe?, ConsoleDriver.Failure?) {
        do {
            return (try WakePipe(), nil)
        } catch {
            return (nil, .exhausted(code: error.code))
        }
    }

    /// Read from the system only after a signal that it has changed: each screen needs it.
    var size: ConsoleDriver.Size {
        if restorer?.takeWasResized() == false, let knownSize { return knownSize }
        let size = TerminalSettings.size(of: output)
        knownSize = size
        return size
    }

    func write(_ bytes: [UInt8]) throws(ConsoleDriver.Failure) -> Bool {
        provideSignalStack()
        return try queue.write(bytes)
    }

    func finishWriting(into inlet: Inlet<ConsoleDeviceEvent>) {
        let work = { @Sendable [queue] (milliseconds: Int32) in
            inlet.send(queue.finish(within: milliseconds).map { .outputFailed($0) } ?? .written)
            inlet.end()
        }
        // Without a thread for it the loop waits itself, a little at a time.
        if start({ work(-1) }) != nil { work(100) }
    }

    /// Does work that blocks, on a thread that is waited for at the end.
    ///
    /// - Returns: Why there is no thread for it.
    private func start(_ work: @escaping @Sendable () -> Void) -> SystemFailure? {
        do {
            keep(try SystemThread("Cycle console", work))
            return nil
        } catch {
            return error
        }
    }

    private func keep(_ thread: SystemThread) {
        threads.removeAll(where: \.hasEnded)
        threads.append(thread)
    }

    func finishWriting() -> ConsoleDriver.Failure? {
        queue.finish()
    }

    func setRaw(_ isRaw: Bool) {
        guard let settings, isRaw != self.isRaw else { return }
        self.isRaw = isRaw
        let wanted = isRaw ? settings.raw : settings
        restorer?.prepare(returningTo: wanted, isRaw: isRaw)
        // In the background the settings are another's; these are applied when the terminal is taken again.
        if restorer?.isInBackground != true { wanted.apply(to: input) }
        if isRaw { guardProcess?.noteSettings() }
    }

    func prepareLeaving(_ bytes: [UInt8], isFull: Bool) {
        restorer?.prepare(writing: bytes, isFull: isFull)
        guardProcess?.prepare(writing: bytes)
    }

    func takeWasStopped() -> Bool {
        restorer?.takeWasStopped() ?? false
    }

    func startReading(into inlet: Inlet<ConsoleDeviceEvent>) {
        do throws(SystemFailure) {
            // The failure of the pipe was reported at the start.
            guard let reader else { throw SystemFailure(code: EMFILE) }
            keep(try reader.start(into: inlet))
        } catch {
            if reader != nil { inlet.send(.failed(.exhausted(code: error.code))) }
            inlet.send(.ended)
            inlet.end()
        }
    }

    func inputTaken() {
        provideSignalStack()
        reader?.watch?.taken()
    }

    /// Often: the loop may be on another thread than before.
    private func provideSignalStack() {
        if restorer != nil { SignalStack.provide() }
    }

    func stopReading() {
        reader?.wake.send(.stop)
    }

    func awaitAnswers(_ count: Int) {
        // A terminal that has not taken the question does not answer.
        if queue.isEmpty { reader?.fences.wait(for: count) }
    }

    func start(_ program: ConsoleDriver.Program, _ inlet: Inlet<ConsoleDeviceEvent>) {
        setRaw(false)
        restorer?.lend()
        isRaw = nil
        switch ChildProgram.start(program, input: input, output: output) {
        case .failure(let code):
            inlet.send(.programFailed(.program(code: code.number)))
            inlet.end()
        case .success(let child):
            self.child = child
            let refusal = start {
                inlet.send(.programEnded(child.wait()))
                inlet.end()
            }
            guard let refusal else { return }
            child.kill()
            inlet.send(.programFailed(.exhausted(code: refusal.code)))
            inlet.end()
        }
    }

    func stopProgram() {
        child?.terminate()
    }

    func programHasEnded() {
        child = nil
        knownSize = nil
        restorer?.takeBack()
        setRaw(false)
    }

    func suspendProcess() {
        // The whole job, as the terminal would.
        kill(0, SIGTSTP)
    }

    func interruptProcess() {
        SignalHandlers.leaveAll()
        signal(SIGINT, SIG_DFL)
        // The threads that run tasks block signals.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(SIGINT)
    }

    func close() -> @Sendable () async -> Void {
        if child == nil { setRaw(false) }
        stopProgram()
        stopReading()
        let finish = { @Sendable [queue, restorer, guardProcess, uses] in
            if !queue.end() { restorer?.leave() }
            restorer?.close()
            guardProcess?.close()
            ConsoleUses.release(uses)
        }
        // Until all is written the terminal has to be given back should the process be ended.
        if queue.isEmpty || start(finish) != nil { finish() }
        let threads = threads
        return { for thread in threads { await thread.wait() } }
    }
}
