import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens

/// A program of the Procfile, and what has become of it: a feature with its own process, timers and health check.
public struct Child: Equatable, Identifiable {
    public enum Goal: Hashable, Sendable { case restart, rest, remove }
    public enum State: Hashable, Sendable {
        case running
        /// It was asked to end. The driver kills it where it does not.
        case stopping(then: Goal)
        /// It begins again after a while.
        case backingOff
        case stopped
        /// The parent takes it out of the list.
        case removed
    }
    enum Alarm: Hashable, Sendable { case again, stable, check }

    static let patience = Duration.seconds(5)
    static let firstPause = Duration.milliseconds(500)
    static let longestPause = Duration.seconds(30)
    static let stableTime = Duration.seconds(10)
    static let checkPeriod = Duration.seconds(2)
    static let checkLimit = 3

    public var id: String { entry.name }
    /// As the Procfile says it now.
    public internal(set) var entry: Entry
    public private(set) var state = State.stopped
    /// That of the process that runs, whatever the Procfile says now.
    private(set) var command = ""
    /// The number of its start.
    private(set) var run = 0
    /// How often it has ended by itself since it was stable.
    public private(set) var failures = 0
    public private(set) var pid: Int32?
    private var signals: [ProcessSignal] = []
    private(set) var status = "stopped"
    private(set) var isHealthy: Bool?
    private var failedChecks = 0
    private var isChecking = false
    var log = LogBuffer(limit: 2_000)
    /// What was printed behind the last end of a line.
    private var rest: [Line.Stream: [UInt8]] = [:]
    /// The lines of this turn, which the parent takes, and how many there were.
    var news: [Line] = []
    private(set) var lineCount = 0

    init(_ entry: Entry) { self.entry = entry }

    private var isStopping: Bool { if case .stopping = state { true } else { false } }
    var isAlive: Bool { state == .running || isStopping }
    private var pause: Duration { min(Self.longestPause, Self.firstPause * (1 << min(10, max(0, failures - 1)))) }

    /// Its state in words.
    var words: String {
        switch state {
        case .running: isHealthy.map { $0 ? "healthy" : "unhealthy" } ?? "running"
        case .stopping: "stopping"
        case .backingOff: "\(status), again in \(time: pause)"
        case .stopped, .removed: status
        }
    }

    func program(in folder: String) -> ProcessDriver<Int>.Model {
        guard isAlive else { return .none }
        var shell = ProcessCommand("sh", arguments: ["-c", script], in: folder)
        shell.environment = ["PROCTOR_NAME": id, "PYTHONUNBUFFERED": "1"]
        shell.output = .pieces
        return .running([.init(run, shell, signals: .init(signals), isEnding: isStopping)])
    }

    /// A shell that has one program to run becomes it: when a shell ends, what it leaves behind is killed, without patience.
    private var script: String {
        let isSimple = !command.contains { ";&|(){}`".contains($0) } && !command.prefix { $0 != " " }.contains("=")
        return isSimple && !command.hasPrefix("exec ") ? "exec \(command)" : command
    }

    var timers: [TimerDriver<Alarm>.Timer] {
        switch state {
        case .running:
            (failures > 0 ? [.once(.stable, after: Self.stableTime)] : [])
                + (entry.health == nil ? [] : [.every(.check, Self.checkPeriod)])
        case .backingOff: [.once(.again, after: pause)]
        case .stopping, .stopped, .removed: []
        }
    }

    var requests: [NetworkDriver<String>.Request] {
        guard state == .running, isChecking, let health = entry.health else { return [] }
        var request = NetworkDriver<String>.Request(id: "health", get: health)
        request.timeOuts.total = .seconds(1)
        return [request]
    }

    // MARK: What happens

    private mutating func say(_ stream: Line.Stream, _ text: String, at time: Duration?) {
        news.append(Line(id, stream, text, at: time))
        log.append(news[news.count - 1].colored)
        lineCount += 1
    }

    mutating func start(at time: Duration?) {
        (run, state, command) = (run + 1, .running, entry.command)
        (isHealthy, isChecking, failedChecks, signals) = (nil, false, 0, [])
        say(.event, "starting: \(command)", at: time)
    }

    mutating func stop(then goal: Goal, at time: Duration?) {
        switch (state, goal) {
        case (.running, _):
            state = .stopping(then: goal)
            say(.event, "stopping", at: time)
        case (.stopping, _): state = .stopping(then: goal)
        case (_, .restart): start(at: time)
        case (_, .rest): state = .stopped
        case (_, .remove): state = .removed
        }
    }

    /// Ends it without waiting for it.
    mutating func kill() { signals = [.kill] }

    mutating func toggle(at time: Duration?) {
        isAlive || state == .backingOff ? stop(then: .rest, at: time) : start(at: time)
    }

    /// Takes what another Procfile says.
    mutating func take(_ new: Entry, at time: Duration?) {
        let isOther = new.command != entry.command
        entry = new
        if isAlive, isOther || state == .stopping(then: .remove) { return stop(then: .restart, at: time) }
        if state == .backingOff, isOther { start(at: time) }
    }

    mutating func take(_ event: ProcessDriver<Int>.Event, at time: Duration?) {
        switch event {
        case .started(_, let pid): self.pid = pid
        case .output(_, let bytes): take(bytes, .out, at: time)
        case .errors(_, let bytes): take(bytes, .err, at: time)
        case .inputTaken, .inputClosed, .signalled: break
        case .ended(_, let status): end(status.reason, at: time)
        case .failed(_, let failure): end(failure.reason, at: time)
        }
    }

    /// Takes all lines of a piece in one turn: a turn for each line would draw the screen for each, and hold a flood up.
    private mutating func take(_ bytes: [UInt8], _ stream: Line.Stream, at time: Duration?) {
        var lines = (rest[stream, default: []] + bytes).split(separator: 0x0a, omittingEmptySubsequences: false)
        rest[stream] = lines.popLast().map { Array($0) }
        for line in lines { say(stream, String(decoding: line, as: UTF8.self), at: time) }
    }

    private mutating func end(_ status: String, at time: Duration?) {
        for (stream, bytes) in rest where !bytes.isEmpty { take([0x0a], stream, at: time) }
        (self.status, pid, isHealthy) = (status, nil, nil)
        say(.event, status, at: time)
        switch state {
        case .stopping(.restart): start(at: time)
        case .stopping(.remove): state = .removed
        case .stopping(.rest), .stopped, .removed: state = .stopped
        case .running, .backingOff:
            failures += 1
            state = .backingOff
            say(.event, "again in \(time: pause)", at: time)
        }
    }

    mutating func ring(_ alarm: Alarm, at time: Duration?) {
        switch alarm {
        case .again: start(at: time)
        case .stable: failures = 0
        case .check: isChecking = true
        }
    }

    mutating func take(_ event: NetworkDriver<String>.Event, at time: Duration?) {
        let isWell: Bool
        switch event {
        case .response(_, let response): isWell = response.isSuccess
        case .failed: isWell = false
        case .head, .chunk, .progress: return
        }
        if isWell != isHealthy { say(.event, isWell ? "healthy" : "unhealthy", at: time) }
        (isHealthy, isChecking, failedChecks) = (isWell, false, isWell ? 0 : failedChecks + 1)
        if failedChecks >= Self.checkLimit { stop(then: .restart, at: time) }
    }
}

/// Runs a child in the folder of its Procfile.
@LensBuilder<Child>
func supervise(_ child: Signal<Child>, in folder: String) -> MutatingLens<Signal<Child>, some Any> {
    child.lens(
        driver: ProcessDriver<Int>(patience: Child.patience), label: "program",
        frameFilter: { $0.program(in: folder) },
        eventFilter: { child, event, turn in child.take(event, at: turn.wallTime) })
    child.lens(
        driver: TimerDriver<Child.Alarm>(), label: "timers", frameFilter: { .init($0.timers) },
        eventFilter: { child, event, turn in
            if case .fired(let alarm, _, _, _, _) = event { child.ring(alarm, at: turn.wallTime) }
        })
    child.lens(
        driver: NetworkDriver<String>(), label: "health", frameFilter: { .init($0.requests) },
        eventFilter: { child, event, turn in child.take(event, at: turn.wallTime) })
}
