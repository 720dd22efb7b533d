import TestSupport

/// Machines by the words of their documentation: each takes one event at a time; reduce, then its watchers, in the
/// order in which they came, then its feedbacks. Events that come during that wait, also while a watcher receives the
/// latest.
final class MachineReference {
    private enum Phase { case before, working, stopped }

    private final class Machine {
        var state = Counted()
        var phase = Phase.before
        /// How many runs there were: a turn does not answer in another run than its own.
        var runCount = 0
        var waiting: [(event: Sent, scope: ExpectedScope?)] = []
        var watching: [Watching] = []
        /// The machines that it listens to while it works.
        var listening: [Watching] = []
        /// Whether a turn is under way, or somebody is being told the latest.
        var isBusy = false
        /// Whether it was started meanwhile.
        var startsNext = false
        /// Of the turn under way.
        var scope: ExpectedScope?
    }

    /// A watcher of a machine; it receives nothing while it waits for its machine to work.
    private final class Watching {
        let machine: Int
        /// `nil` for a machine that listens.
        let name: Int?
        var isHere = true
        var receive: ((Counted) -> Void)?
        var stop: () -> Void = {}

        init(_ machine: Int, _ name: Int?) {
            (self.machine, self.name) = (machine, name)
        }
    }

    private let program: MachineProgram
    private let time = ExpectedTime()
    private(set) var lines: [String] = []
    private let machines: [Machine]
    private var watchers: [Int: Watching] = [:]
    private var results: [ExpectedScope] = []
    private var startCount = 0

    init(_ program: MachineProgram) {
        self.program = program
        machines = (0..<program.machineCount).map { _ in Machine() }
        for action in program.actions {
            write("\(action)")
            switch action {
            case .send(let index, let event): results.append(send(event, to: index))
            case .start(let index): start(index)
            case .stop(let index): stop(index)
            case .watch(let name): watch(name)
            case .leave(let name): leave(name)
            case .advance(let steps): time.advance(by: steps) {}
            }
            write("settled \(results.map { $0.isSettled ? "y" : "n" }.joined())")
        }
    }

    private func write(_ line: String) {
        lines.append("\(time.now): \(line)")
    }

    // MARK: Machines

    @discardableResult
    private func send(_ event: Sent, to index: Int) -> ExpectedScope {
        let machine = machines[index]
        let sent = ExpectedScope(inside: machine.scope)
        switch machine.phase {
        case .stopped:
            write("stopped")
            sent.release()
            return sent
        case .before: write("kept")
        case .working: break
        }
        machine.waiting.append((event, sent))
        drain(index)
        return sent
    }

    private func drain(_ index: Int) {
        let machine = machines[index]
        guard !machine.isBusy else { return }
        while machine.startsNext || machine.phase == .working && !machine.waiting.isEmpty {
            if machine.startsNext { begin(index) } else { turn(index) }
        }
    }

    private func turn(_ index: Int) {
        let machine = machines[index]
        let (event, sent) = machine.waiting.removeFirst()
        defer { sent?.release() }
        (machine.isBusy, machine.scope) = (true, sent)
        write("\(index) reduces \(event)")
        machine.state = program.next(machine.state, event)
        let run = machine.runCount
        for watching in machine.watching where watching.isHere { watching.receive?(machine.state) }
        if machine.phase == .working, machine.runCount == run { follow(index) }
        (machine.isBusy, machine.scope) = (false, nil)
    }

    /// The feedback of a machine on its own states.
    private func follow(_ index: Int) {
        answer(program.ask(program.answers[index], machines[index].state), in: index)
    }

    private func answer(_ event: Sent?, in index: Int) {
        guard let event else { return }
        machines[index].waiting.append((event, machines[index].scope.map { ExpectedScope(inside: $0) }))
        drain(index)
    }

    /// From inside a turn, or while somebody is told the latest: when that is over.
    private func start(_ index: Int) {
        if machines[index].phase != .working { machines[index].startsNext = true }
        drain(index)
    }

    /// The kept events come first, then the events of watchers of the state, then those of the feedbacks, in order.
    private func begin(_ index: Int) {
        let machine = machines[index]
        (machine.phase, machine.isBusy, machine.startsNext) = (.working, true, false)
        machine.runCount += 1
        let run = machine.runCount
        defer { machine.isBusy = false }
        for watching in machine.watching where watching.isHere && watching.receive == nil && machine.runCount == run {
            guard machine.phase == .working else { return }
            begin(watching)
        }
        for link in program.links where link.to == index && machine.phase == .working {
            let listening = Watching(link.from, nil)
            listening.receive = { [self] state in answer(program.ask(link.table, state), in: index) }
            machine.listening.append(listening)
            machines[link.from].watching.append(listening)
            if link.isProducer { listening.receive?(machines[link.from].state) }
        }
        if machine.phase == .working { follow(index) }
    }

    private func stop(_ index: Int) {
        let machine = machines[index]
        machine.startsNext = false
        machine.phase = .stopped
        for listening in machine.listening { forget(listening) }
        machine.listening = []
        for (_, scope) in machine.waiting { scope?.release() }
        machine.waiting = []
        // Operators work while the machine does.
        for watching in machine.watching {
            guard let name = watching.name, program.watchers[name].operators != nil else { continue }
            watching.stop()
            watching.receive = nil
        }
    }

    // MARK: Who watches

    private func watch(_ name: Int) {
        guard watchers[name] == nil else { return }
        let index = program.watchers[name].machine
        let (watching, machine) = (Watching(index, name), machines[index])
        watchers[name] = watching
        machine.watching.append(watching)
        if machine.phase != .working, program.watchers[name].operators != nil { return }
        machine.isBusy = true
        begin(watching)
        machine.isBusy = false
        drain(index)
    }

    private func leave(_ name: Int) {
        if let watching = watchers.removeValue(forKey: name) { forget(watching) }
    }

    private func forget(_ watching: Watching) {
        watching.isHere = false
        watching.stop()
        machines[watching.machine].watching.removeAll { $0 === watching }
    }

    /// Tells it the latest, and has it told what follows.
    private func begin(_ watching: Watching) {
        let machine = machines[watching.machine]
        guard let name = watching.name else { return }
        watching.receive = { [self] in tell(name, watching, $0) }
        if program.watchers[name].operators == .delay {
            var held: [(due: Int, state: Counted)] = []
            watching.receive = { [self] state in
                held.append((time.now + 1, state))
                if held.count == 1 { wake() }
            }
            func wake() {
                guard let due = held.first?.due else { return }
                let disarm = time.arm(at: due) { [self] in
                    machine.isBusy = true
                    while let next = held.first, next.due <= time.now { tell(name, watching, held.removeFirst().state) }
                    machine.isBusy = false
                    wake()
                    drain(watching.machine)
                }
                watching.stop = {
                    disarm()
                    held = []
                }
            }
        }
        watching.receive?(machine.state)
    }

    private func tell(_ name: Int, _ watching: Watching, _ state: Counted) {
        guard watching.isHere else { return }
        let watcher = program.watchers[name]
        write("watcher \(name) \(state)")
        if let event = program.ask(watcher.sends, state) { send(event, to: watcher.to) }
        if watcher.leaves == state.value { leave(name) }
        if let stops = watcher.stops, stops.value == state.value { stop(stops.machine) }
        if let starts = watcher.starts, starts.value == state.value, startCount < program.startLimit {
            startCount += 1
            start(starts.machine)
        }
        write("watcher \(name) told")
    }
}
