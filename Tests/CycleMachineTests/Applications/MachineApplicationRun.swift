import Cycle
import CycleFeedback
import CycleHarvest
import CycleMachine
import CycleTesting
import TestSupport

/// One run of a random machine, watched by a judge.
final class MachineApplicationRun {
    typealias Loop = FeedbackLoop<MachineState, Emission, Emission>

    let program: MachineApplication
    let judge: Judge
    let time = VirtualTime()
    private var machine: (any Machine<MachineState>)?
    private var enter: ((Emission) -> SendResult)?
    private var mutate: (() -> Void)?
    private var inlet: Inlet<Emission>?
    private var observers: [Subscription] = []
    private var observedCount = 0
    private var changeCount = 0
    private var replyCount = 0
    private var stopCount = 0
    /// How many stops there were when each event was sent by hand; `nil` for one that was dropped.
    private var sent: [Int?] = []
    private var received: [Int] = []
    private var inletCount = 0
    var nextEffect = 0

    init(_ program: MachineApplication, keepsLines: Bool) {
        self.program = program
        judge = Judge(program.deeds, isWatched: false, keepsLines: keepsLines)
        judge.perform = { [unowned self] in perform($0) }
        switch program.kind {
        case .store: makeStore()
        case .feedbackLoop: makeLoop()
        case .harvester: makeHarvester()
        }
        // The first observer: it is told of each state before all others.
        if let subscription = machine?.observe({ [unowned self] state in
            observedCount += 1
            judge.call(.watcher, "\(state.number)") {}
        }) {
            // Before those that came while it was called with the first state: an application cancels only the last.
            observers.insert(subscription, at: 0)
        }
    }

    private func makeStore() {
        let store = Store<MachineState, Emission>(
            initial: MachineState(), reduce: { [unowned self] in reduce(&$0, $1) },
            feedbacks: program.answers.map(feedback), isolation: nil)
        machine = store
        enter = { [unowned store] in store.send($0) }
        inlet = store.inlet()
    }

    private func makeLoop() {
        let loop = Loop(
            initial: MachineState(), reduce: { [unowned self] in reduce(&$0, $1) },
            feedbacks: program.answers.map(feedback), actionTransformer: { $0 })
        machine = loop
        enter = { [unowned loop] in loop.send($0) }
        mutate = { [unowned self, unowned loop] in
            guard judge.isStarted, !judge.isInside(Set(Place.allCases)) else { return }
            changeCount += 1
            loop.mutate(keyPath: \.number, value: 7)
        }
        inlet = loop.inlet()
    }

    private func makeHarvester() {
        let (input, inlet) = Signal<Emission>.pipe()
        let mapping = Harvester<Emission, MachineState>.EffectMapping<MachineQueue, Int>.makeInout {
            [unowned self] (event: Emission, state: inout MachineState) in map(event, &state)
        }
        let harvester = Harvester(
            state: MachineState(), input: input, mapping: mapping, isolation: nil)
        machine = harvester
        enter = { [unowned harvester] in harvester.send($0) }
        self.inlet = inlet
        let replies = harvester.replies.observe { [unowned self] _ in
            replyCount += 1
            judge.call(.moment) {}
        }
        observers.append(replies)
    }

    // MARK: Callbacks of the machine

    private func reduce(_ state: inout MachineState, _ event: Emission) {
        arrives(event)
        changeCount += 1
        judge.call(.eventFilter, "\(event)") { state.apply(event, judge) }
    }

    private func map(
        _ event: Emission, _ state: inout MachineState
    ) -> CycleHarvest.Effect<Emission, MachineQueue, Int>? {
        arrives(event)
        return judge.call(.eventFilter, "\(event)") {
            if event.value % 9 == 8 { return nil }
            changeCount += 1
            state.apply(event, judge)
            let queue = MachineQueue.allCases[event.value % MachineQueue.allCases.count]
            let id = event.value & 3
            switch event.value % 5 {
            case 0: return .empty
            case 1: return .cancel(id) + effect().toEffect(queue: queue, id: id)
            case 2: return effect().toEffect(queue: queue, id: id) + effect().toEffect(queue: queue)
            case 3: return .cancel { $0 > id }
            default: return effect().toEffect(queue: queue, id: id)
            }
        }
    }

    private func arrives(_ event: Emission) {
        judge.arrives(event, at: 0, isOrdered: true, "the machine")
        guard event.source == -1 else { return }
        received.append(event.number)
        if sent[event.number - 1] != stopCount {
            judge.complain("law 11: \(event) was dropped, and comes to the machine")
        }
    }

    // MARK: Public calls

    private func perform(_ act: Act) {
        judge.note("> \(act)")
        judge.mix(act.hashValue)
        switch act {
        case .send: send()
        case .sendOther: sendFromElsewhere()
        case .endPipe: if program.kind != .harvester { inlet?.end() }
        case .sendWhole: mutate?()
        case .start: start()
        case .stop: stop()
        case .restart, .restartTwice, .resume:
            stop()
            start()
        case .restartAndStop:
            stop()
            start()
            stop()
        case .step, .drain: machine?.drain()
        case .observe: observe { $0.observe($1) }
        case .observeMoments: observe { $0.observe(through: { $0.map { $0 } }, $1) }
        case .makeValues: observe { $0.observe(through: { $0.delay(.seconds(1)) }, $1) }
        case .leave: if observers.count > 2 { observers.removeLast().cancel() }
        case .cancelHeld: break
        case .readFrame: if !judge.isInside([.eventFilter, .release]) { _ = machine?.property.value }
        case .letGo: letGo()
        }
    }

    private func send() {
        guard let enter, judge.takeFuel() else { return }
        let number = sent.count + 1
        sent.append(stopCount)
        let outcome = enter(Emission(source: -1, number: number, value: (number * 37) & 63)).outcome
        judge.note("sent \(number): \(outcome)")
        if outcome != .accepted, outcome != .kept { sent[number - 1] = nil }
    }

    private func sendFromElsewhere() {
        inletCount += 1
        inlet?.send(Emission(source: -2, number: inletCount, value: (inletCount * 29) & 63))
    }

    private func start() {
        guard !judge.isStarted, let machine else { return }
        if program.kind == .harvester, stopCount > 0 { return }
        judge.starts()
        machine.start(on: time, isolation: nil)
    }

    private func stop() {
        guard let machine else { return }
        judge.stops()
        stopCount += 1
        machine.stop()
    }

    private func observe(
        _ add: (any Machine<MachineState>, @escaping (MachineState) -> Void) -> Subscription
    ) {
        guard let machine, !judge.isInside([.eventFilter, .release]) else { return }
        let observer = add(machine) { [unowned self, witness = judge.makeWitness()] _ in
            judge.call(.observer) {}
            withExtendedLifetime(witness) {}
        }
        observers.append(observer)
    }

    private func letGo() {
        // A turn under way holds the machine until it is over.
        let released = (machine, enter, mutate)
        (machine, enter, mutate) = (nil, nil, nil)
        withExtendedLifetime(released) {}
    }

    // MARK: A whole run

    func run() {
        time.join(self) { [unowned self] in machine?.drain() }
        for step in program.steps {
            judge.note("\(step)")
            switch step {
            case .advance(let seconds): time.advance(by: .seconds(seconds))
            case .act(let act): perform(act)
            }
            machine?.drain()
            judgeSent()
            time.advance(by: .zero)
            judgeIdle()
            judgeSent()
        }
        stop()
        judgeIdle()
        let remembered = { [weak machine] in machine }
        let released = observers
        for observer in released { observer.cancel() }
        observers = []
        inlet = nil
        letGo()
        time.advance(by: .zero)
        time.leave(self)
        if remembered() != nil { judge.complain("law 11: the machine is held by somebody") }
        judge.stops()
        judgeIdle()
    }

    /// To be asked when the run has returned.
    func judgeEnd() {
        if judge.aliveCount > 0 { judge.complain("law 11: \(judge.aliveCount) objects are left") }
    }

    private func judgeSent() {
        guard judge.isStarted, machine != nil else { return }
        let expected = sent.indices.filter { sent[$0] == stopCount }.map { $0 + 1 }
        let got = received.filter { sent[$0 - 1] == stopCount }
        if expected != got { judge.complain("law 2: of what was sent came \(got), and not \(expected)") }
    }

    private func judgeIdle() {
        if machine == nil, judge.isStarted { judge.stops() }
        if let machine, machine.property.work.isWorking != judge.isStarted {
            judge.complain(
                "law 10: the machine \(judge.isStarted ? "does not work after its start" : "works after its stop")")
        }
        if observedCount != changeCount + 1, stopCount == 0 {
            judge.complain("law 2: \(changeCount) changes, and \(observedCount - 1) states")
        }
        if program.kind == .harvester, stopCount == 0, replyCount != judge.eventCount {
            judge.complain("law 2: \(judge.eventCount) inputs, and \(replyCount) replies")
        }
        if judge.isStarted { return }
        if time.armedCount > 0 { judge.complain("law 11: \(time.armedCount) alarms are armed after the stop") }
        if judge.hasActiveRun { judge.complain("law 11: \(judge.activeNames) run after the stop") }
    }
}
