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
    private var isKilled = false
    private(set) var status = "stopped"
    private(set) var isHealthy: Bool?
    private var failedChecks = 0
    private var isChecking = false
    var log = LogBuffer(limit: 2_000)
    /// The lines of this turn, which the parent takes.
    var news: [Line] = []

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
        let shell = ProcessCommand(
            "sh", arguments: ["-c", command], in: folder, environment: ["PROCTOR_NAME": id, "PYTHONUNBUFFERED": "1"],
            output: .wholeLines)
        return .running([.init(run, shell, isEnding: isStopping, isKilled: isKilled)])
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

    private mutating func say(_ stream: Line.Stream, _ text: String) {
        news.append(Line(name: id, stream: stream, text: text))
        log.append(news[news.count - 1].colored)
    }

    mutating func start() {
        (run, state, command) = (run + 1, .running, entry.command)
        (isHealthy, isChecking, failedChecks, isKilled) = (nil, false, 0, false)
        say(.event, "starting: \(command)")
    }

    mutating func stop(then goal: Goal) {
        switch (state, goal) {
        case (.running, _):
            state = .stopping(then: goal)
            say(.event, "stopping")
        case (.stopping, _): state = .stopping(then: goal)
        case (_, .restart): start()
        case (_, .rest): state = .stopped
        case (_, .remove): state = .removed
        }
    }

    /// Ends it without waiting for it.
    mutating func kill() { isKilled = true }

    mutating func toggle() {
        isAlive || state == .backingOff ? stop(then: .rest) : start()
    }

    /// Takes what another Procfile says.
    mutating func take(_ new: Entry) {
        let isOther = new.command != entry.command
        entry = new
        if isAlive, isOther || state == .stopping(then: .remove) { return stop(then: .restart) }
        if state == .backingOff, isOther { start() }
    }

    mutating func take(_ event: ProcessDriver<Int>.Event) {
        switch event {
        case .started(_, let pid): self.pid = pid
        case .output: for line in event.lines { say(.out, line) }
        case .errors: for line in event.lines { say(.err, line) }
        case .inputTaken, .inputClosed, .signalled: break
        case .ended(_, let status): end(status.reason)
        case .failed(_, let failure): end(failure.reason)
        }
    }

    private mutating func end(_ status: String) {
        (self.status, pid, isHealthy) = (status, nil, nil)
        say(.event, status)
        switch state {
        case .stopping(.restart): start()
        case .stopping(.remove): state = .removed
        case .stopping(.rest), .stopped, .removed: state = .stopped
        case .running, .backingOff:
            failures += 1
            state = .backingOff
            say(.event, "again in \(time: pause)")
        }
    }

    mutating func ring(_ alarm: Alarm) {
        switch alarm {
        case .again: start()
        case .stable: failures = 0
        case .check: isChecking = true
        }
    }

    mutating func take(_ event: NetworkDriver<String>.Event) {
        let isWell: Bool
        switch event {
        case .response(_, let response): isWell = response.isSuccess
        case .failed: isWell = false
        case .head, .chunk, .progress: return
        }
        if isWell != isHealthy { say(.event, isWell ? "healthy" : "unhealthy") }
        (isHealthy, isChecking, failedChecks) = (isWell, false, isWell ? 0 : failedChecks + 1)
        if failedChecks >= Self.checkLimit { stop(then: .restart) }
    }
}

/// Runs a child in the folder of its Procfile.
@LensBuilder<Child>
func supervise(_ child: Signal<Child>, in folder: String) -> MutatingLens<Signal<Child>, some Any> {
    child.lens(
        driver: ProcessDriver<Int>(patience: Child.patience), label: "program",
        frameFilter: { $0.program(in: folder) }, eventFilter: { child, event in child.take(event) })
    child.lens(
        driver: TimerDriver<Child.Alarm>(), label: "timers", frameFilter: { .init($0.timers) },
        eventFilter: { child, event in
            if case .fired(let alarm, _, _, _, _) = event { child.ring(alarm) }
        })
    child.lens(
        driver: NetworkDriver<String>(), label: "health", frameFilter: { .init($0.requests) },
        eventFilter: { child, event in child.take(event) })
}
