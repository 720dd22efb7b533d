public import Cycle
public import CycleDrivers
public import CycleTesting

/// The programs that an application starts, while it is explored: what they may do, and in which order.
///
///     world.processes.take { command in [[.output("ok\n"), .ends(.exited(0))], [.ends(.exited(1))], [.cannotStart(code: 2)]] }
///
/// It plays every `ProcessDriver`, whose own session runs: limits, patience and the order of starts are as they ship. A program takes one
/// of its courses; each thing that it does is possible when the one before has happened, and other things between them. A course without
/// an end goes on until the program is asked to end, which it does at any time from then on, or is killed. Lines of input are read at once,
/// and signals other than `SIGKILL` lead to nothing.
///
/// Unchecked: as `VirtualTime`, it belongs to the isolation that explores.
public final class ExploredProcesses: Explorable, StandIn, @unchecked Sendable {
    /// The deeds of a program from its start on, one after the other.
    public typealias Course = [SimulatedProcesses.Deed]

    /// One start of a program, up to its end.
    fileprivate final class Running {
        let number: Int
        let command: ProcessCommand
        let words: String
        let courses: [Course]
        let pid: Int32
        let tell: (ExploredProcesses.News) -> Void
        /// The course that has begun.
        var course: Int?
        var step = 0
        private(set) var hasStarted = false
        var isAsked = false

        init(
            _ number: Int, _ command: ProcessCommand, _ courses: [Course],
            _ tell: @escaping (ExploredProcesses.News) -> Void
        ) {
            self.number = number
            self.command = command
            self.courses = courses
            self.tell = tell
            words = ([command.name] + command.arguments).joined(separator: " ")
            pid = Int32(truncatingIfNeeded: 1_000 + number)
        }

        /// It runs from now on, unless it does already.
        func start() {
            guard !hasStarted else { return }
            hasStarted = true
            tell(.started(pid: pid))
        }

        /// The next deed of a course; `nil` at its end.
        func deed(of course: Int) -> SimulatedProcesses.Deed? {
            courses[course].indices.contains(step) ? courses[course][step] : nil
        }
    }

    fileprivate enum News {
        case started(pid: Int32)
        case deed(SimulatedProcesses.Deed)
    }

    private unowned let world: World
    private var running: [Running] = []
    private var devices: [ExploredProcessDevice] = []
    private var count = 0
    private var courses: (ProcessCommand) -> [Course] = { _ in [[.ends(.exited(0))], [.ends(.exited(1))]] }
    private var faults: Allowance?

    init(_ world: World) {
        self.world = world
    }

    /// The courses that programs may take: one of these each. By default one ends at once, well or with 1.
    ///
    /// - Parameters:
    ///   - count: How many starts fail in one run, beside the bound of all faults.
    ///   - courses: May look at nothing but the command; one at least.
    public func take(faults count: Int? = nil, _ courses: @escaping (ProcessCommand) -> [Course]) {
        self.courses = courses
        faults = count.map { world.faults("starts that fail", $0) }
    }

    /// The programs that run, or are about to start.
    public var runningCount: Int { running.count }

    // MARK: Explorable

    public var possibilities: [Possibility] { running.flatMap(possibilities) }

    /// Whether its start is a happening of its own. The turns of one happening are atomic to the other programs of a system: of a process that
    /// starts and ends in one, they would never see that it runs. In one program something else may come between the two turns.
    private var startsByThemselves: Bool { world.whole != nil }

    private func possibilities(of program: Running) -> [Possibility] {
        let canFail = faults?.isLeft ?? true
        let isToStart = startsByThemselves && !program.hasStarted
        var possibilities: [Possibility] = program.courses.indices.compactMap { index in
            guard program.course == nil || program.course == index else { return nil }
            let deed = program.deed(of: index)
            if program.course != nil, deed == nil { return nil }
            if startsByThemselves, program.course == nil, (deed?.isFailure == true) != isToStart { return nil }
            guard canFail || deed?.isFailure != true else { return nil }
            return Possibility(
                "processes", "\(program.words) → \(deed?.words ?? "runs")", thing: program.number, outcome: index,
                kind: deed?.isFailure == true ? .fault : .due)
        }
        if isToStart, program.courses.contains(where: { $0.first?.isFailure != true }) {
            possibilities.append(
                Possibility(
                    "processes", "\(program.words) → starts", thing: program.number,
                    outcome: program.courses.count + 1, kind: .due))
        }
        if program.isAsked {
            possibilities.append(
                Possibility(
                    "processes", "\(program.words) → ends as it was asked to", thing: program.number,
                    outcome: program.courses.count, kind: .due))
        }
        return possibilities
    }

    public func happen(_ possibility: Possibility) {
        guard let program = running.first(where: { $0.number == possibility.thing }) else { return }
        if possibility.outcome > program.courses.count { return program.start() }
        guard possibility.outcome < program.courses.count else { return end(program, .killed(signal: 15)) }
        if possibility.kind == .fault { faults?.use() }
        let deed = program.deed(of: possibility.outcome)
        program.course = possibility.outcome
        program.step += 1
        if deed?.isFailure != true { program.start() }
        guard let deed else { return }
        if deed.isLast { running.removeAll { $0 === program } }
        program.tell(.deed(deed))
    }

    public func remember(in memory: inout Fingerprint) {
        for program in running {
            memory.combine(program.command)
            memory.combine(program.course)
            memory.combine(program.step)
            memory.combine(program.hasStarted)
            memory.combine(program.isAsked)
        }
        for device in devices { memory.combine(device.memory()) }
    }

    public func losePower() {
        running = []
        devices = []
    }

    // MARK: For devices

    fileprivate func start(_ command: ProcessCommand, _ tell: @escaping (News) -> Void) -> Running {
        count += 1
        let courses = courses(command)
        if courses.isEmpty {
            world.note("world.processes.take: no course of \"\(command.name)\": one is needed, as [.ends(.exited(0))].")
        }
        let program = Running(count, command, courses.isEmpty ? [[.ends(.exited(0))]] : courses, tell)
        running.append(program)
        return program
    }

    fileprivate func end(_ program: Running, _ status: ProgramStatus) {
        guard running.contains(where: { $0 === program }) else { return }
        running.removeAll { $0 === program }
        // A program that has not begun has a number all the same.
        program.start()
        program.tell(.deed(.ends(status)))
    }

    fileprivate func forget(_ device: ExploredProcessDevice) { devices.removeAll { $0 === device } }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any Explored)?.explored(by: self, at: path) as? any Driver<Played.Model, Played.Event>
    }

    fileprivate func makeDevice(at path: String) -> ExploredProcessDevice {
        let device = ExploredProcessDevice(self)
        devices.append(device)
        world.common.alarms.noteLimits(of: path) { [weak device] in device?.nextLimit() }
        return device
    }
}

/// The device of one running driver.
private final class ExploredProcessDevice: ProcessDevice {
    private let processes: ExploredProcesses
    private var own: [Int: ExploredProcesses.Running] = [:]
    private var inlets: [Int: Inlet<ProcessDeviceEvent>] = [:]
    private(set) var memory: () -> Int = { 0 }
    private(set) var nextLimit: () -> String? = { nil }

    init(_ processes: ExploredProcesses) {
        self.processes = processes
    }

    func note(memory: @escaping () -> Int, nextLimit: @escaping () -> String?) {
        (self.memory, self.nextLimit) = (memory, nextLimit)
    }

    func start(
        _ command: ProcessCommand, _ number: Int, keepsInput: Bool, terminal: ConsoleDriver.Size?,
        _ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<ProcessDeviceEvent>
    ) {
        inlets[number] = open {}
        own[number] = processes.start(command) { [unowned self] news in tell(news, number, command) }
    }

    private func tell(_ news: ExploredProcesses.News, _ number: Int, _ command: ProcessCommand) {
        guard let inlet = inlets[number] else { return }
        let isSilent = command.output == .none
        switch news {
        case .started(let pid): inlet.send(.started(number, pid: pid))
        case .deed(.output(let bytes)): if !isSilent { inlet.send(.output(number, bytes)) }
        case .deed(.errors(let bytes)): if !isSilent { inlet.send(.errors(number, bytes)) }
        case .deed(.closesInput): inlet.send(.inputClosed(number))
        case .deed(.reads): break
        case .deed(.ends(let status)): finish(number, .ended(number, status))
        case .deed(.cannotStart(let code)): finish(number, .failed(number, .cannotStart(code: code)))
        }
    }

    private func finish(_ number: Int, _ event: ProcessDeviceEvent) {
        let inlet = inlets.removeValue(forKey: number)
        own[number] = nil
        inlet?.send(event)
        inlet?.end()
    }

    func write(_ bytes: [UInt8], _ number: Int) { inlets[number]?.send(.inputWritten(number)) }
    func endInput(_ number: Int) {}
    func resize(to size: ConsoleDriver.Size, _ number: Int) {}
    func hold(_ isHeld: Bool) {}
    func send(_ signal: ProcessSignal, _ number: Int) { if signal == .kill { kill(number) } }
    func terminate(_ number: Int) { own[number]?.isAsked = true }
    func kill(_ number: Int) { if let program = own[number] { processes.end(program, .killed(signal: 9)) } }

    func abandon(_ number: Int) {
        inlets[number]?.send(.runsStill(number))
        (own[number], inlets[number]) = (nil, nil)
    }

    func close(within patience: Duration) {
        for number in own.keys.sorted() { kill(number) }
        processes.forget(self)
    }

    var finished: @Sendable () async -> Void { {} }
}

extension SimulatedProcesses.Deed {
    /// Whether nothing follows it.
    fileprivate var isLast: Bool {
        switch self {
        case .ends, .cannotStart: true
        case .output, .errors, .reads, .closesInput: false
        }
    }

    fileprivate var isFailure: Bool {
        switch self {
        case .cannotStart: true
        case .ends, .output, .errors, .reads, .closesInput: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .output(let bytes): "prints \(readableBytes(bytes))"
        case .errors(let bytes): "complains \(readableBytes(bytes))"
        case .reads: "reads"
        case .closesInput: "closes its input"
        case .ends(let status): "\(status)"
        case .cannotStart(let code): "cannot start (\(code))"
        }
    }
}

/// A driver whose identities' type its twin does not know.
private protocol Explored {
    func explored(by processes: ExploredProcesses, at path: String) -> any Driver
}

extension ProcessDriver: Explored {
    fileprivate func explored(by processes: ExploredProcesses, at path: String) -> any Driver {
        ProcessDriver(patience: patience) { processes.makeDevice(at: path) }
    }
}

extension World {
    /// The programs that are started.
    public var processes: ExploredProcesses { part { ExploredProcesses(self) } }
}
