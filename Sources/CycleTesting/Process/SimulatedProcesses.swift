public import Cycle
public import CycleDrivers

/// The twin of the programs that a process starts: a test says what they print and how they end.
///
///     let processes = SimulatedProcesses { command in
///         command.name == "make" ? [.output("compiling\n")] : [.cannotStart(code: 2)]
///     }
///     let test = TestRun(build(), exhaustive: false, standIns: processes)
///     processes.happen(.output("linking\n"), to: "make")
///     processes.happen(.ends(.exited(0)), to: "make")
///     test.settle()
///
/// A program that prints its end has ended; others run until the test ends them, or the driver does. By default a program ends at once
/// when it is asked to; one that ``ignoresTermination`` holds for is killed later.
///
/// Unchecked: as ``VirtualTime``, it belongs to the isolation of its test.
public final class SimulatedProcesses: @unchecked Sendable {
    /// Something that a simulated program does.
    public enum Deed: Hashable, Sendable {
        /// It prints bytes.
        case output([UInt8])
        /// It prints bytes on its standard error.
        case errors([UInt8])
        /// It reads the lines that wait for it; for one that ``readsInput`` does not hold for.
        case reads
        /// It closes its standard input.
        case closesInput
        /// It ends.
        case ends(ProgramStatus)
        /// It is not started: no such program. First of all deeds, or nothing.
        case cannotStart(code: Int32)

        /// It prints a text.
        public static func output(_ text: String) -> Deed { .output(Array(text.utf8)) }
        /// It prints a text on its standard error.
        public static func errors(_ text: String) -> Deed { .errors(Array(text.utf8)) }
    }

    private final class Running {
        let number: Int
        let command: ProcessCommand
        let inlet: Inlet<ProcessDeviceEvent>
        /// A number of the twin's own: 1001, 1002, …, in the order of the starts.
        let pid: Int32
        var isTerminated = false
        /// All that it has read of the lines of the model.
        var input: [UInt8] = []
        /// Lines that it has not read.
        var waiting: [UInt8]?
        var isInputOpen = true
        var terminal: ConsoleDriver.Size?
        var signals: [ProcessSignal] = []

        init(_ number: Int, _ command: ProcessCommand, pid: Int32, _ inlet: Inlet<ProcessDeviceEvent>) {
            self.number = number
            self.pid = pid
            self.command = command
            self.inlet = inlet
        }
    }

    private let script: (ProcessCommand) -> [Deed]
    private var processes: [Running] = []
    /// The commands that were started, in order; also those that could not be.
    public private(set) var started: [ProcessCommand] = []
    /// Whether a program does not end when it is asked to.
    public var ignoresTermination: (ProcessCommand) -> Bool = { _ in false }
    /// The deeds of a program that is asked to end, before it ends by the signal: it cleans up, or ends by itself.
    public var answerToTermination: (ProcessCommand) -> [Deed] = { _ in [] }
    /// Whether a program does not even end when it is killed, as one of another user. It runs still when the loop has ended.
    public var survivesKill: (ProcessCommand) -> Bool = { _ in false }

    /// Whether a program reads each line at once.
    public var readsInput: (ProcessCommand) -> Bool = { _ in true }
    /// The deeds of a program that has read some lines; or none: the end of its input.
    ///
    /// Lines come as they were written: several that were added to one frame come together, and typed keys may come cut anywhere.
    public var answer: (_ command: ProcessCommand, _ input: [UInt8]) -> [Deed] = { _, _ in [] }

    /// - Parameter script: The deeds of a program right after its start.
    public init(_ script: @escaping (ProcessCommand) -> [Deed] = { _ in [] }) {
        self.script = script
    }

    /// A driver whose programs are these.
    ///
    /// - Parameters:
    ///   - type: The type of the programs' identities.
    ///   - patience: How long a program has to end before it is killed.
    public func driver<ID>(_ type: ID.Type = ID.self, patience: Duration = .seconds(2)) -> ProcessDriver<ID> {
        ProcessDriver(patience: patience) { Device(processes: self) }
    }

    /// The programs that run now, in the order of their starts.
    public var running: [ProcessCommand] { processes.map(\.command) }

    /// Programs that were asked to end, and have not.
    public var terminated: [ProcessCommand] { processes.filter(\.isTerminated).map(\.command) }

    /// Lets the oldest running program of a name do something.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    public func happen(_ deed: Deed, to name: String) -> Bool {
        guard let process = oldest(name) else { return false }
        perform(deed, process)
        return true
    }

    /// The lines of the model that the oldest running program of a name has read.
    public func input(of name: String) -> [UInt8] {
        oldest(name)?.input ?? []
    }

    /// The size of the terminal of the oldest running program of a name; `nil` where it has none.
    public func terminal(of name: String) -> ConsoleDriver.Size? {
        oldest(name)?.terminal
    }

    /// The signals that the oldest running program of a name was sent, without the request to end. The test says what they lead to;
    /// only `SIGKILL` ends it, unless it ``survivesKill``.
    public func signals(of name: String) -> [ProcessSignal] {
        oldest(name)?.signals ?? []
    }

    private func oldest(_ name: String) -> Running? { processes.first { $0.command.name == name } }

    private func send(_ signal: ProcessSignal, _ process: Running) {
        guard isRunning(process) else { return }
        process.signals.append(signal)
        if signal == .kill { kill(process) }
    }

    private func isRunning(_ process: Running) -> Bool { processes.contains { $0 === process } }

    private func write(_ bytes: [UInt8], _ process: Running) {
        guard isRunning(process), process.isInputOpen else { return }
        process.waiting = bytes
        if readsInput(process.command) { read(process) }
    }

    private func read(_ process: Running) {
        guard let bytes = process.waiting else { return }
        process.waiting = nil
        process.input += bytes
        process.inlet.send(.inputWritten(process.number))
        for deed in answer(process.command, bytes) { perform(deed, process) }
    }

    private func endInput(_ process: Running) {
        guard isRunning(process), process.isInputOpen else { return }
        process.isInputOpen = false
        for deed in answer(process.command, []) { perform(deed, process) }
    }

    private func closeInput(_ process: Running) {
        guard process.isInputOpen else { return }
        (process.isInputOpen, process.waiting) = (false, nil)
        process.inlet.send(.inputClosed(process.number))
    }

    private func perform(_ deed: Deed, _ process: Running) {
        guard isRunning(process) else { return }
        switch deed {
        case .reads: read(process)
        case .closesInput: closeInput(process)
        case .output(let bytes):
            if process.command.output != .none { process.inlet.send(.output(process.number, bytes)) }
        case .errors(let bytes) where process.terminal != nil: perform(.output(bytes), process)
        case .errors(let bytes):
            if process.command.output != .none { process.inlet.send(.errors(process.number, bytes)) }
        case .ends(let status): end(process, .ended(process.number, status))
        case .cannotStart(let code): end(process, .failed(process.number, .cannotStart(code: code)))
        }
    }

    private func end(_ process: Running, _ event: ProcessDeviceEvent) {
        guard isRunning(process) else { return }
        processes.removeAll { $0 === process }
        process.inlet.send(event)
        process.inlet.end()
    }

    private func start(_ process: Running) {
        started.append(process.command)
        processes.append(process)
        let deeds = script(process.command)
        if case .cannotStart = deeds.first {} else { process.inlet.send(.started(process.number, pid: process.pid)) }
        for deed in deeds { perform(deed, process) }
    }

    private func terminate(_ process: Running) {
        process.isTerminated = true
        for deed in answerToTermination(process.command) { perform(deed, process) }
        guard !ignoresTermination(process.command), !survivesKill(process.command) else { return }
        end(process, .ended(process.number, .killed(signal: 15)))
    }

    private func kill(_ process: Running) {
        guard !survivesKill(process.command) else { return }
        end(process, .ended(process.number, .killed(signal: 9)))
    }

    /// The device of one running driver.
    private final class Device: ProcessDevice {
        private let processes: SimulatedProcesses
        private var own: [Int: Running] = [:]

        init(processes: SimulatedProcesses) {
            self.processes = processes
        }

        func start(
            _ command: ProcessCommand, _ number: Int, keepsInput: Bool, terminal: ConsoleDriver.Size?,
            _ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<ProcessDeviceEvent>
        ) {
            let pid = Int32(truncatingIfNeeded: 1_001 + processes.started.count)
            let process = Running(number, command, pid: pid, open {})
            process.isInputOpen = keepsInput || terminal != nil
            process.terminal = terminal
            own[number] = process
            processes.start(process)
        }

        func write(_ bytes: [UInt8], _ number: Int) {
            if let process = own[number] { processes.write(bytes, process) }
        }

        func endInput(_ number: Int) {
            if let process = own[number] { processes.endInput(process) }
        }

        func resize(to size: ConsoleDriver.Size, _ number: Int) { own[number]?.terminal = size }

        func send(_ signal: ProcessSignal, _ number: Int) {
            if let process = own[number] { processes.send(signal, process) }
        }

        func abandon(_ number: Int) { own.removeValue(forKey: number)?.inlet.send(.runsStill(number)) }

        /// A simulated program prints when its test says so.
        func hold(_ isHeld: Bool) {}

        func terminate(_ number: Int) {
            if let process = own[number] { processes.terminate(process) }
        }

        func kill(_ number: Int) {
            if let process = own[number] { processes.kill(process) }
        }

        /// A process that does not end by itself is killed: nothing outlives a run.
        func close(within patience: Duration) {
            for (_, process) in own.sorted(by: { $0.key < $1.key }) {
                processes.terminate(process)
                processes.kill(process)
            }
        }

        var finished: @Sendable () async -> Void { {} }
    }
}

extension SimulatedProcesses: StandIn {
    /// A driver whose programs are these.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any PlayableProcesses)?.played(by: self) as? any Driver<Played.Model, Played.Event>
    }
}

/// A process driver, whatever identifies its programs.
private protocol PlayableProcesses {
    func played(by processes: SimulatedProcesses) -> any Driver
}

extension ProcessDriver: PlayableProcesses {
    fileprivate func played(by processes: SimulatedProcesses) -> any Driver {
        processes.driver(ID.self, patience: patience)
    }
}
