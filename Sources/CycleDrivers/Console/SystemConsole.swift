import Cycle

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal, pipe or file that the process was given.
final class SystemConsole: ConsoleDevice {
    private let input: Int32
    private let output: Int32
    private let settings: TerminalSettings?
    private let wake: WakePipe
    private let queue: OutputQueue
    private let restorer: TerminalRestorer?
    private let guardProcess: GuardProcess?
    /// `nil` when somebody else may have set it.
    private var isRaw: Bool? = false
    private var child: ChildProgram?
    private let watch: InterruptWatch?
    private var threads: [SystemThread] = []

    let isOutputTerminal: Bool
    let onRoom: @Sendable () -> Void

    init(input: Int32, output: Int32, isGuarded: Bool, secondInterruptEnds: Bool) {
        self.input = input
        self.output = output
        settings = TerminalSettings(of: input)
        watch = settings != nil && secondInterruptEnds ? InterruptWatch() : nil
        isOutputTerminal = isatty(output) == 1
        let wake: WakePipe
        do {
            wake = try WakePipe()
        } catch {
            preconditionFailure("a console driver needs two descriptors: raise the limit of open files")
        }
        self.wake = wake
        onRoom = { wake.send(.room) }
        // A reader that has gone is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        guardProcess = isGuarded && settings != nil ? GuardProcess(terminal: input) : nil
        let own = Descriptors.openAnew(output)
        restorer =
            settings != nil || isOutputTerminal
            ? TerminalRestorer(
                input: input, output: own ?? output, settings: settings, wake: wake, guardPipe: guardProcess?.pipe)
            : nil
        queue = OutputQueue(output, own: own, restorer)
    }

    var isInputTerminal: Bool { settings != nil }
    var size: ConsoleDriver.Size { TerminalSettings.size(of: output) }

    func write(_ bytes: [UInt8]) throws(ConsoleDriver.Failure) -> Bool {
        provideSignalStack()
        return try queue.write(bytes)
    }

    func finishWriting(into inlet: Inlet<ConsoleInput>) {
        start { [queue] in
            inlet.send(queue.finish().map { .outputFailed($0) } ?? .written)
            inlet.end()
        }
    }

    /// Does work that blocks, on a thread that is waited for at the end; where there is no thread left, here.
    private func start(_ work: @escaping @Sendable () -> Void) {
        do {
            keep(try SystemThread("Cycle console", work))
        } catch {
            work()
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

    func startReading(into inlet: Inlet<ConsoleInput>) {
        if let reader = InputReader.start(input, wake, watch, restorer, into: inlet) { keep(reader) }
    }

    func inputTaken() {
        provideSignalStack()
        watch?.taken()
    }

    /// Often: the loop may be on another thread than before.
    private func provideSignalStack() {
        if restorer != nil { SignalStack.provide() }
    }

    func stopReading() {
        wake.send(.stop)
    }

    func start(_ program: ConsoleDriver.Program, _ inlet: Inlet<ConsoleInput>) {
        setRaw(false)
        restorer?.isLent = true
        isRaw = nil
        switch ChildProgram.start(program, input: input, output: output) {
        case .failure(let code):
            inlet.send(.programFailed(.program(code: code.number)))
            inlet.end()
        case .success(let child):
            self.child = child
            start {
                inlet.send(.programEnded(child.wait()))
                inlet.end()
            }
        }
    }

    func stopProgram() {
        child?.terminate()
    }

    func programHasEnded() {
        child = nil
        restorer?.isLent = false
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
        let giveUp = { @Sendable [restorer, guardProcess] in
            restorer?.close()
            guardProcess?.close()
        }
        if queue.isEmpty {
            giveUp()
        } else {
            // Until then the terminal has to be given back should the process be ended.
            start { [queue] in
                queue.finish()
                giveUp()
            }
        }
        let threads = threads
        return { for thread in threads { await thread.wait() } }
    }
}
