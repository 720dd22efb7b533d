import Cycle
import CycleFeedback
import CycleMachine
import CycleTesting

/// Random machines as the library runs them.
final class MachineRun {
    private final class Watching {
        var subscription: Subscription?
    }

    private let program: MachineProgram
    private let time = VirtualTime()
    private(set) var lines: [String] = []
    private var machines: [Store<Counted, Sent>] = []
    private var watchings: [Int: Watching] = [:]
    private var results: [SendResult] = []
    private var startCount = 0

    init(_ program: MachineProgram) {
        self.program = program
        machines = (0..<program.machineCount).map(machine)
        for action in program.actions {
            write("\(action)")
            switch action {
            case .send(let index, let event): results.append(send(event, to: index))
            case .start(let index): time.drive(machines[index])
            case .stop(let index): machines[index].stop()
            case .watch(let name): watch(name)
            case .leave(let name): leave(name)
            case .advance(let steps): time.advance(steps: steps)
            }
            write("settled \(results.map { $0.isSettled ? "y" : "n" }.joined())")
        }
        let played = lines
        for machine in machines { machine.stop() }
        lines = played
    }

    private func write(_ line: String) {
        lines.append("\(time.now.components.seconds): \(line)")
    }

    private func machine(_ index: Int) -> Store<Counted, Sent> {
        let links = program.links.filter { $0.to == index }.map { link in
            // Asked for when it runs: there are all machines then.
            let states = Signal<Counted> { [unowned self] sink in
                let state = machines[link.from].state
                return (link.isProducer ? state.producer : state.signal).run(inside: sink) { sink.send($0) }
            }
            return Feedback<Counted, Sent>(source: states.compactMap { [program] in program.ask(link.table, $0) }) {
                $0
            }
        }
        let answers = Feedback<Counted, Sent>.states {
            [program] in $0.compactMap { program.ask(program.answers[index], $0) }
        }
        return Store(
            initial: Counted(),
            reduce: { [unowned self] state, event in
                write("\(index) reduces \(event)")
                state = program.next(state, event)
            }, feedbacks: links + [answers])
    }

    @discardableResult
    private func send(_ event: Sent, to index: Int) -> SendResult {
        let result = machines[index].send(event)
        if result.outcome != .accepted { write("\(result.outcome)") }
        return result
    }

    private func watch(_ name: Int) {
        guard watchings[name] == nil else { return }
        let (watching, watcher) = (Watching(), program.watchers[name])
        watchings[name] = watching
        let machine = machines[watcher.machine]
        let receive = { [unowned self] (state: Counted) in
            if watchings[name] === watching { tell(name, state) }
        }
        let subscription =
            switch watcher.operators {
            case nil: machine.observe(receive)
            case .map: machine.observe(through: { $0.map { $0 } }, receive)
            case .delay: machine.observe(through: { $0.delay(.seconds(1)) }, receive)
            }
        if watchings[name] === watching { watching.subscription = subscription } else { subscription.cancel() }
    }

    private func leave(_ name: Int) {
        watchings.removeValue(forKey: name)?.subscription?.cancel()
    }

    private func tell(_ name: Int, _ state: Counted) {
        let watcher = program.watchers[name]
        write("watcher \(name) \(state)")
        if let event = program.ask(watcher.sends, state) { send(event, to: watcher.to) }
        if watcher.leaves == state.value { leave(name) }
        if let stops = watcher.stops, stops.value == state.value { machines[stops.machine].stop() }
        if let starts = watcher.starts, starts.value == state.value, startCount < program.startLimit {
            startCount += 1
            time.drive(machines[starts.machine])
        }
        write("watcher \(name) told")
    }
}
