import CycleBase

/// The programs of one running driver, from the model to their events, as a value.
///
/// ``receive(_:at:into:)`` is its only transition. The session performs nothing itself: ``ProcessRun`` feeds it what happens
/// and performs its actions on a ``ProcessDevice``.
package struct ProcessSession<ID: Hashable & Sendable>: Hashable, Sendable {
    /// Everything that can happen to the programs of a driver.
    package enum Input: Hashable, Sendable {
        /// The application has another model.
        case modelChanged(ProcessDriver<ID>.Model)
        /// There will be no other model. The driver ends when no program runs any more.
        case modelsEnded
        /// The device reports an event.
        case device(ProcessDeviceEvent)
        /// Time has passed; a deadline may have come.
        case timePassed
        /// The run is over, or the driver has left it.
        case stopped
    }

    /// Something for the shell to perform, in order.
    package enum Action: Hashable, Sendable {
        /// - Parameter keepsInput: Whether lines may follow the input of the command.
        case start(ProcessCommand, number: Int, keepsInput: Bool)
        /// Write bytes to the input, then report that they were written.
        case write([UInt8], number: Int)
        case endInput(number: Int)
        case terminate(number: Int)
        case kill(number: Int)
        /// Wait for the end of a process no more: it was killed, and runs still.
        case abandon(number: Int)
        /// Report an event to the application, under the number of its program.
        case report(ProcessDriver<ID>.Event, number: Int)
        /// Silence the events of a program that the application has not received yet.
        case silence(number: Int)
        /// End all processes, also those that are ending already.
        case close
        /// End the signal of the driver's events.
        case end
    }

    package enum Phase: Hashable, Sendable {
        case running
        /// No other model will come.
        case ending
        case over
    }

    struct Want: Hashable, Sendable {
        let number: Int
        var program: ProcessDriver<ID>.Program
    }

    private let patience: Duration
    package private(set) var phase = Phase.running
    /// By the numbers of their starts. Processes that have ended, or were abandoned, are gone.
    private(set) var processes: [Int: Process] = [:]
    /// The programs of the model, also those that have ended.
    private(set) var wants: [ID: Want] = [:]
    private var newestNumber = 0

    /// - Parameter patience: How long a program has to end before it is killed, and then before it is abandoned.
    package init(patience: Duration) {
        self.patience = patience
    }

    /// When ``Input/timePassed`` has an effect.
    package var deadline: Duration? { phase == .over ? nil : processes.values.compactMap(\.deadline).min() }

    /// The one transition.
    ///
    /// - Parameters:
    ///   - now: The loop's time. It never goes back.
    ///   - actions: The actions are appended to it.
    package mutating func receive(_ input: Input, at now: Duration, into actions: inout [Action]) {
        assert(isConsistent)
        switch (input, phase) {
        case (.modelChanged(let model), .running): change(to: model, now, &actions)
        case (.modelsEnded, .running):
            phase = .ending
            endIfDone(&actions)
        case (.device(let event), .running), (.device(let event), .ending):
            receive(event, &actions)
            endIfDone(&actions)
        case (.timePassed, .running), (.timePassed, .ending):
            expire(now, &actions)
            endIfDone(&actions)
        case (.stopped, .running), (.stopped, .ending):
            (phase, processes, wants) = (.over, [:], [:])
            actions.append(.close)
        case (.modelChanged, .ending), (.modelsEnded, .ending), (_, .over): break
        }
        assert(isConsistent)
    }

    // MARK: The model

    private mutating func change(to model: ProcessDriver<ID>.Model, _ now: Duration, _ actions: inout [Action]) {
        var wanted: [ID: ProcessDriver<ID>.Program] = [:]
        var fresh: [ProcessDriver<ID>.Program] = []
        for program in model.programs where wanted[program.id] == nil {
            wanted[program.id] = program
            guard let want = wants[program.id], want.program.isSame(as: program) else {
                fresh.append(program)
                continue
            }
            if want.program.input != program.input { changeInput(to: program, want.number, &actions) }
        }
        let gone = wants.values.filter { !(wanted[$0.program.id]?.isSame(as: $0.program) ?? false) }
        for want in gone.sorted(by: { $0.number < $1.number }) { leave(want, now, &actions) }
        for program in fresh { start(program, now, &actions) }
    }

    private mutating func changeInput(
        to program: ProcessDriver<ID>.Program, _ number: Int, _ actions: inout [Action]
    ) {
        wants[program.id]?.program = program
        writeInput(number, &actions)
    }

    private mutating func start(_ program: ProcessDriver<ID>.Program, _ now: Duration, _ actions: inout [Action]) {
        newestNumber += 1
        wants[program.id] = Want(number: newestNumber, program: program)
        processes[newestNumber] = Process(
            state: .running(program.id), feed: program.input.map { .open(next: $0.first) } ?? .closed,
            isInLines: program.command.output == .lines, limitAt: program.limit.map { now.adding($0) })
        actions.append(.start(program.command, number: newestNumber, keepsInput: program.input != nil))
        writeInput(newestNumber, &actions)
    }

    /// Writes the next lines, if the ones before are written, or ends the input behind the last of them.
    private mutating func writeInput(_ number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], case .running(let id) = process.state,
            case .open(let next) = process.feed
        else { return }
        let input = wants[id]?.program.input ?? ProcessInput(isComplete: true)
        let (bytes, end) = input.batch(from: next)
        if !bytes.isEmpty {
            processes[number]?.feed = .writing(end: end)
            actions.append(.write(bytes, number: number))
        } else if input.isComplete {
            processes[number]?.feed = .closed
            actions.append(.endInput(number: number))
        }
    }

    private mutating func leave(_ want: Want, _ now: Duration, _ actions: inout [Action]) {
        wants[want.program.id] = nil
        actions.append(.silence(number: want.number))
        if case .running = processes[want.number]?.state {
            terminate(want.number, want.program.id, now, &actions)
        }
    }

    private mutating func terminate(_ number: Int, _ id: ID, _ now: Duration, _ actions: inout [Action]) {
        processes[number]?.state = .leaving(id, killAt: now.adding(patience))
        actions.append(.terminate(number: number))
    }

    // MARK: Time

    private mutating func expire(_ now: Duration, _ actions: inout [Action]) {
        let due = processes.filter { $0.value.deadline.map { $0 <= now } ?? false }
        for (number, process) in due.sorted(by: { $0.key < $1.key }) {
            switch process.state {
            case .running(let id):
                finishLines(of: number, id, &actions)
                actions.append(.report(.failed(id, .timeLimit), number: number))
                terminate(number, id, now, &actions)
            case .leaving(let id, _):
                processes[number]?.state = .killed(id, abandonAt: now.adding(patience.atLeastASecond))
                actions.append(.kill(number: number))
            case .killed(let id, _): abandon(number, id, process.pid, &actions)
            }
        }
    }

    /// The kernel ends it when it can: it hangs in a call of the system, or belongs to another user.
    private mutating func abandon(_ number: Int, _ id: ID, _ pid: Int32?, _ actions: inout [Action]) {
        processes[number] = nil
        actions.append(.abandon(number: number))
        guard let pid else { return }
        // Under a number of its own: the program may have left the model, and its events are silent.
        actions.append(.report(.failed(id, .stillRunning(pid: pid)), number: -number))
    }

    // MARK: The device

    private mutating func receive(_ event: ProcessDeviceEvent, _ actions: inout [Action]) {
        switch event {
        case .started(let number, let pid): processes[number]?.pid = pid
        case .output(let number, let bytes):
            guard case .running(let id) = processes[number]?.state else { return }
            cut(bytes, \.output, number) { actions.append(.report(.output(id, $0), number: number)) }
        case .errors(let number, let bytes):
            guard case .running(let id) = processes[number]?.state else { return }
            cut(bytes, \.errors, number) { actions.append(.report(.errors(id, $0), number: number)) }
        case .inputWritten(let number): inputWritten(number, &actions)
        case .inputClosed(let number): inputClosed(number, &actions)
        case .ended(let number, let status):
            if case .running(let id) = processes[number]?.state {
                finishLines(of: number, id, &actions)
                actions.append(.report(.ended(id, status), number: number))
            }
            processes[number] = nil
        case .failed(let number, let failure):
            if case .running(let id) = processes[number]?.state {
                finishLines(of: number, id, &actions)
                actions.append(.report(.failed(id, failure), number: number))
            }
            processes[number] = nil
        }
    }

    private mutating func inputWritten(_ number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], case .writing(let end) = process.feed else { return }
        processes[number]?.feed = .open(next: end)
        guard case .running(let id) = process.state else { return }
        actions.append(.report(.inputTaken(id, end: end), number: number))
        writeInput(number, &actions)
    }

    private mutating func inputClosed(_ number: Int, _ actions: inout [Action]) {
        guard let process = processes[number], process.feed != .closed else { return }
        processes[number]?.feed = .closed
        guard case .running(let id) = process.state else { return }
        actions.append(.report(.inputClosed(id), number: number))
    }

    private mutating func cut(
        _ bytes: [UInt8], _ cutter: WritableKeyPath<Process, LineCutter>, _ number: Int, _ emit: ([UInt8]) -> Void
    ) {
        guard processes[number]?.isInLines == true else { return emit(bytes) }
        processes[number]?[keyPath: cutter].take(bytes, emit)
    }

    /// Reports the last lines, which have no end.
    private mutating func finishLines(of number: Int, _ id: ID, _ actions: inout [Action]) {
        processes[number]?.output.finish { actions.append(.report(.output(id, $0), number: number)) }
        processes[number]?.errors.finish { actions.append(.report(.errors(id, $0), number: number)) }
    }

    private mutating func endIfDone(_ actions: inout [Action]) {
        guard phase == .ending, processes.isEmpty else { return }
        phase = .over
        wants = [:]
        actions += [.close, .end]
    }

    // MARK: Invariants

    /// Holds before and after each input.
    var isConsistent: Bool {
        // Each running process is that of its want.
        let isOwned = processes.allSatisfy { number, process in
            guard case .running(let id) = process.state else { return true }
            return wants[id]?.number == number
        }
        return isOwned && (phase != .over || processes.isEmpty && wants.isEmpty)
    }
}
