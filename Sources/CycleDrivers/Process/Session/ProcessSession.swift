import CycleBase

/// The programs of one running driver, from the model to their events, as a value.
///
/// ``receive(_:at:into:)`` is its only transition. The session performs nothing itself: ``ProcessRun`` feeds it what happens
/// and performs its actions on a ``ProcessDevice``. One start of a program:
///
///     running --leaves, isEnding, limit--> asked --patience, isKilled--> killed --patience--> abandoned
///        |                                   |                             |
///        |                                   |                             |                       | runs still
///        +-----------------------------------+-- ended or failed ----------+-----------------------+--> gone
///
/// It is heard from its start to its end, or until it leaves the model. The next start of its identity waits until it is gone.
struct ProcessSession<ID: Hashable & Sendable>: Session {
    private let patience: Duration
    private(set) var phase = Phase.running
    /// By the numbers of their starts. Processes that have ended, or were abandoned, are gone.
    private(set) var processes = TimedParts<Process>()
    /// The numbers of the processes, by identity.
    private var current: [ID: Int] = [:]
    /// The programs of the model, also those that have ended.
    private(set) var wants: [ID: Want] = [:]
    /// The programs of the model, in its order.
    private var known: [ProcessDriver<ID>.Program] = []
    private var newestNumber = 0

    /// - Parameter patience: How long a program has to end before it is killed, and then before it is abandoned.
    init(patience: Duration) {
        self.patience = patience
    }

    /// When ``Input/timePassed`` has an effect.
    var deadline: Duration? { processes.deadline }
    /// The limit that ends at the deadline, in words for an exploration.
    var nextLimit: String? { processes.first?.nextLimit }

    /// The one transition.
    ///
    /// - Parameters:
    ///   - now: The loop's time. It never goes back.
    ///   - actions: The actions are appended to it.
    mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        switch (input, phase) {
        case (.modelChanged(let model), .running): change(to: model, now, &actions)
        case (.modelsEnded, .running):
            phase = .ending
            endIfDone(&actions)
        case (.device(let event), .running), (.device(let event), .ending):
            receive(event, now, &actions)
            endIfDone(&actions)
        case (.timePassed, .running), (.timePassed, .ending):
            expire(now, &actions)
            endIfDone(&actions)
        case (.stopped, .running), (.stopped, .ending):
            (phase, processes, current, wants) = (.over, .init(), [:], [:])
            actions.append(.close)
        case (.modelChanged, .ending), (.modelsEnded, .ending), (_, .over): break
        }
    }

    // MARK: The model

    private mutating func change(to model: ProcessDriver<ID>.Model, _ now: Duration, _ actions: inout [Action]) {
        let change = ModelChange(from: wants, knowing: &known, to: model.programs, of: { $0.program }) {
            $0.isSame(as: $1)
        }
        for (want, program) in change.kept { update(want, to: program, now, &actions) }
        for want in change.gone.sorted(by: { ($0.number ?? 0) < ($1.number ?? 0) }) { leave(want, now, &actions) }
        for program in change.fresh {
            wants[program.id] = Want(number: nil, program: program)
            start(program.id, now, &actions)
        }
    }

    private mutating func update(
        _ want: Want, to program: ProcessDriver<ID>.Program, _ now: Duration, _ actions: inout [Action]
    ) {
        wants[program.id]?.program = program
        guard let number = want.number else { return start(program.id, now, &actions) }
        guard processes[number] != nil else { return }
        if let size = program.terminal, size != want.program.terminal {
            actions.append(.resize(size, number: number))
        }
        if want.program.input != program.input { writeInput(number, &actions) }
        if want.program.signals != program.signals { sendSignals(number, &actions) }
        if program.isKilled {
            kill(number, now, &actions)
        } else if program.isEnding {
            terminate(number, now, &actions)
        }
    }

    /// Starts the program of an identity, once the one before has ended.
    private mutating func start(_ id: ID, _ now: Duration, _ actions: inout [Action]) {
        guard let want = wants[id], want.number == nil else { return }
        if want.program.isOver { return passOver(id, &actions) }
        guard current[id] == nil else { return }
        newestNumber += 1
        let program = want.program
        wants[id]?.number = newestNumber
        current[id] = newestNumber
        processes[newestNumber] = Process(program, at: now)
        actions.append(
            .start(
                program.command, number: newestNumber, keepsInput: program.input != nil, terminal: program.terminal))
        writeInput(newestNumber, &actions)
    }

    /// An end is wanted before the start: the frame that waits for the last event gets it.
    private mutating func passOver(_ id: ID, _ actions: inout [Action]) {
        newestNumber += 1
        wants[id]?.number = newestNumber
        actions.append(.report(.failed(id, .cannotStart(code: ECANCELED)), number: newestNumber))
    }

    /// Writes the next lines, if the ones before are written, or ends the input behind the last of them.
    private mutating func writeInput(_ number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], process.isHeard, case .open(let next) = process.feed else { return }
        let input = wants[process.id]?.program.input ?? ProcessInput(isComplete: true)
        let (bytes, end) = input.batch(from: next)
        if !bytes.isEmpty {
            processes[number]?.feed = .writing(end: end)
            actions.append(.write(bytes, number: number))
        } else if input.isComplete {
            processes[number]?.feed = .closed
            actions.append(.endInput(number: number))
        }
    }

    /// Sends the next signals to a process that has begun.
    private mutating func sendSignals(_ number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], process.isHeard, process.pid != nil, let want = wants[process.id] else {
            return
        }
        let (signals, end) = want.program.signals.batch(from: process.nextSignal)
        guard !signals.isEmpty else { return }
        processes[number]?.nextSignal = end
        for signal in signals { actions.append(.send(signal, number: number)) }
        actions.append(.report(.signalled(process.id, end: end), number: number))
    }

    /// The identity of a process, as a text.
    func name(of number: Int) -> String { processes[number].map { "\($0.id)" } ?? "one that had not started" }

    private mutating func leave(_ want: Want, _ now: Duration, _ actions: inout [Action]) {
        wants[want.program.id] = nil
        guard let number = want.number else { return }
        actions.append(.silence(number: number))
        processes[number]?.isHeard = false
        terminate(number, now, &actions)
    }

    /// Asks a process to end, once.
    private mutating func terminate(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard processes[number]?.stage == .running else { return }
        processes[number]?.stage = .asked(killAt: now.adding(patience))
        actions.append(.terminate(number: number))
    }

    /// Kills a process, once.
    private mutating func kill(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        switch processes[number]?.stage {
        case .running, .asked:
            processes[number]?.stage = .killed(abandonAt: now.adding(patience.atLeastASecond))
            actions.append(.kill(number: number))
        case .killed, .abandoned, nil: break
        }
    }

    // MARK: Time

    private mutating func expire(_ now: Duration, _ actions: inout [Action]) {
        for number in processes.due(at: now) {
            guard let process = processes[number] else { continue }
            switch process.stage {
            case .running: giveUp(number, .timeLimit, now, &actions)
            case .asked: kill(number, now, &actions)
            case .killed:
                processes[number]?.stage = .abandoned
                actions.append(.abandon(number: number))
            case .abandoned: break
            }
        }
    }

    /// Reports a failure as the last event of a program, and asks it to end.
    private mutating func giveUp(
        _ number: Int, _ failure: ProcessFailure, _ now: Duration, _ actions: inout [Action]
    ) {
        report(failure, of: number, &actions)
        processes[number]?.isHeard = false
        terminate(number, now, &actions)
    }

    /// The kernel ends it when it can: it hangs in a call of the system, or belongs to another user.
    private mutating func abandon(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let process = processes[number] else { return }
        if let pid = process.pid {
            if process.isHeard { finishPrinting(number, &actions) }
            // Under a number of its own where the program has left the model, as its events are silent.
            actions.append(
                .report(.failed(process.id, .stillRunning(pid: pid)), number: process.isHeard ? number : -number))
        }
        remove(number, now, &actions)
    }

    // MARK: The device

    private mutating func receive(_ event: ProcessDeviceEvent, _ now: Duration, _ actions: inout [Action]) {
        switch event {
        case .started(let number, let pid):
            processes[number]?.pid = pid
            guard let process = processes[number], process.isHeard else { return }
            actions.append(.report(.started(process.id, pid: pid), number: number))
            sendSignals(number, &actions)
        case .output(let number, let bytes):
            take(bytes, \.output, number, now, &actions) { .output($0, $1) }
        case .errors(let number, let bytes):
            take(bytes, \.errors, number, now, &actions) { .errors($0, $1) }
        case .inputWritten(let number): inputWritten(number, &actions)
        case .inputClosed(let number): inputClosed(number, &actions)
        case .ended(let number, let status):
            if let process = processes[number], process.isHeard {
                finishPrinting(number, &actions)
                actions.append(.report(.ended(process.id, status), number: number))
            }
            remove(number, now, &actions)
        case .failed(let number, let failure):
            report(failure, of: number, &actions)
            remove(number, now, &actions)
        case .runsStill(let number): abandon(number, now, &actions)
        }
    }

    /// The next program of its identity may start.
    private mutating func remove(_ number: Int, _ now: Duration, _ actions: inout [Action]) {
        guard let process = processes.remove(number) else { return }
        current[process.id] = nil
        start(process.id, now, &actions)
    }

    private mutating func inputWritten(_ number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], case .writing(let end) = process.feed else { return }
        processes[number]?.feed = .open(next: end)
        guard process.isHeard else { return }
        actions.append(.report(.inputTaken(process.id, end: end), number: number))
        writeInput(number, &actions)
    }

    private mutating func inputClosed(_ number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], process.feed != .closed else { return }
        processes[number]?.feed = .closed
        if process.isHeard { actions.append(.report(.inputClosed(process.id), number: number)) }
    }

    private mutating func take(
        _ bytes: [UInt8], _ printed: WritableKeyPath<Process, Printed>, _ number: Int, _ now: Duration,
        _ actions: inout [Action], _ event: (ID, [UInt8]) -> ProcessDriver<ID>.Event
    ) {
        guard let process = processes[number], process.isHeard else { return }
        let isAllowed = processes[number]?[keyPath: printed].take(bytes) { bytes in
            actions.append(.report(event(process.id, bytes), number: number))
        }
        if isAllowed == false { giveUp(number, .tooMuchOutput, now, &actions) }
    }

    private mutating func report(_ failure: ProcessFailure, of number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], process.isHeard else { return }
        finishPrinting(number, &actions)
        actions.append(.report(.failed(process.id, failure), number: number))
    }

    /// Reports what was printed and not reported yet.
    private mutating func finishPrinting(_ number: Int, _ actions: inout [Action]) {
        guard let id = processes[number]?.id else { return }
        processes[number]?.output.finish { actions.append(.report(.output(id, $0), number: number)) }
        processes[number]?.errors.finish { actions.append(.report(.errors(id, $0), number: number)) }
    }

    private mutating func endIfDone(_ actions: inout [Action]) {
        guard phase == .ending, processes.isEmpty else { return }
        (phase, wants) = (.over, [:])
        actions += [.close, .end]
    }

    // MARK: Invariants

    var isConsistent: Bool {
        current.count == processes.all.count && (phase != .over || processes.isEmpty && wants.isEmpty)
    }

    /// Each process that is heard is that of its want, each identity has one at most, and each is due when it says so.
    var isWhole: Bool {
        isConsistent && processes.isConsistent
            && processes.all.allSatisfy { number, process in
                current[process.id] == number && (!process.isHeard || wants[process.id]?.number == number)
            }
    }
}
