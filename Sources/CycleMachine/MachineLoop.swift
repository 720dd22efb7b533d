import Cycle

/// Applies the events of a machine, one at a time. `Property`, `Store`, `FeedbackLoop` and `Harvester` are made of it.
///
/// Confined to the isolation that made it. It works in a loop of its own, see ``start(on:isolation:)``, or in one that
/// runs ``work``; in one at a time. One event is one turn: `apply`, which tells the observers of the state, then
/// `answer`, which tells feedbacks or performs effects. Events that these emit or send join the end of the queue.
///
/// Events that are sent by hand are kept here until their turn, so that the end of a run loses none. Events of feedbacks
/// and effects wait in the loop, which drops those of cancelled effects.
package final class MachineLoop<Event>: MachineWork {
    /// The two steps of a turn. Neither closure may hold this loop.
    package struct TurnSteps {
        /// Changes the state and tells its observers. Returns whether the machine goes on.
        let apply: (Event) -> Bool
        /// Called afterwards, unless an observer has stopped the machine.
        let answer: (Event) -> Void
        /// Called at the end of each run.
        let finish: (_ forGood: Bool) -> Void

        package init(
            apply: @escaping (Event) -> Bool, answer: @escaping (Event) -> Void,
            finish: @escaping (_ forGood: Bool) -> Void
        ) {
            self.apply = apply
            self.answer = answer
            self.finish = finish
        }
    }

    private struct Traits {
        let makeName: () -> String
        let isOpen: Bool
        let startsOnce: Bool
    }

    private enum Arrival {
        case event(Event, EventChain?)
        /// Those sent by hand up to this number.
        case sent(Int)
    }

    private let turn: TurnSteps
    private let scope: TurnScope
    private let traits: Traits
    private var kept = KeptEvents<Event>()
    private var newestSent = 0
    /// Whether what was sent since the turn began may be silenced with an effect that sent it.
    private var needsSweep = false
    private let sources: [Signal<Event>]
    private let inlets = Companions<Event>()
    private let observations = Companions<Never>()
    private var entrance: Sink<Arrival>?
    private var workplace: Sink<Never>?
    /// What runs; cancelled in this order.
    private var running: [Subscription] = []
    /// Cancelled at the end of the present run.
    private var currentRun: Subscription?
    private var isStepped = false
    private var isStopped = false
    private let own: OwnLoop

    /// - Parameters:
    ///   - name: The name of the machine in messages about mistakes.
    ///   - isOpen: Whether events may be sent at any time, so that the machine is never over by itself.
    ///   - startsOnce: Whether a machine that was stopped cannot be started again.
    package init(
        _ turn: TurnSteps, _ scope: TurnScope, name: @escaping @autoclosure () -> String, isOpen: Bool,
        startsOnce: Bool = false, sources: [Signal<Event>],
        scheduler: (any Scheduler)?
    ) {
        self.turn = turn
        self.scope = scope
        traits = Traits(makeName: name, isOpen: isOpen, startsOnce: startsOnce)
        self.sources = sources
        own = OwnLoop(scheduler: scheduler)
        scope.drain = { [weak self] in self?.drain() }
        own.work.begin = { [weak self] sink in self?.begin(in: sink) ?? Subscription() }
    }

    deinit {
        end()
        own.stop()
        turn.finish(true)
    }

    package var isWorking: Bool { workplace != nil }
    package var runsItself: Bool { isWorking && own.runsItself }
    /// Whether a caller runs the machine, so that alarms and letters of other threads are taken.
    private var isBeingRun: Bool { isWorking && (own.hasRunner || !own.isStarted) }
    private var isOver: Bool { isStopped && traits.startsOnce }

    // MARK: Events

    /// Applies an event and all that follows from it at once, or has it wait: for the turn under way, or for a run.
    @discardableResult
    package func send(_ event: Event) -> SendResult {
        guard !isStopped else { return SendResult(.stopped) }
        guard isWorking || kept.count < SendResult.keptCount else { return SendResult(.full) }
        // Asked first: what follows from it may stop the machine.
        let outcome: SendResult.Outcome = isWorking ? .accepted : .kept
        let settling = Settling()
        newestSent = kept.append(event, EventChain(settling, within: scope.chain))
        if let entrance {
            entrance.send(.sent(newestSent))
            if scope.isAnswering { needsSweep = true }
            drain()
        }
        return SendResult(outcome, settling) { [weak self] in self?.isBeingRun ?? false }
    }

    /// Takes events of `source` whenever the machine works.
    package func take(from source: Signal<Event>) {
        _ = holding { inlets.add(source) }
    }

    /// Runs `observation` beside the machine, whenever that works.
    package func observe(_ observation: Signal<Never>) -> Subscription {
        holding { observations.add(observation) }
    }

    /// Has what is sent meanwhile, by whatever way, wait until `body` is done.
    package func holding<Result>(_ body: () -> Result) -> Result {
        let workplace = workplace
        // Its own loop as well: `body` may start it.
        let result = own.holding { workplace.map { $0.loop.holding(body) } ?? body() }
        drain()
        return result
    }

    /// Takes what other threads and time have brought. Nothing while a turn is under way.
    package func drain() {
        if !isStepped { workplace?.drain() }
    }

    /// From now on no turn is taken but by ``step()``: for tests that decide what comes between two.
    package func holdTurns() { isStepped = true }
    package func step() -> Bool { own.step() }

    // MARK: At work

    /// The machine at work in the loop that runs this signal.
    package var work: Signal<Never> {
        Signal { [self] sink in begin(in: sink) }
    }

    private func begin(in sink: Sink<Never>) -> Subscription {
        guard !isWorking else { trap("this machine works already: it has one loop") }
        let currentRun = Subscription()
        self.currentRun = currentRun
        isStopped = false
        workplace = sink
        if traits.isOpen {
            let open = sink.inlet()
            running = [Subscription(open.end)]
        }
        let name = traits.makeName
        let arriving = Signal<Arrival> { [unowned self] in
            admit(to: $0, within: currentRun)
            return Subscription()
        }
        let turns = arriving.inTurns(label: name()).run(inside: sink, finish: {}) { [unowned self] arrival in
            sink.loop.answering { take(arrival, within: currentRun) }
        }
        if currentRun.isCancelled { turns.cancel() } else { running.append(turns) }
        return Subscription { [weak self] in
            if !currentRun.isCancelled { self?.end() }
        }
    }

    /// Starts everything: what was kept comes first, then what observers of the first state send, then what the sources
    /// emit, in order. Any of them may end the run.
    private func admit(to entrance: Sink<Arrival>, within currentRun: Subscription) {
        self.entrance = entrance
        for number in kept.numbers { entrance.send(.sent(number)) }
        scope.answering {
            keep(observations.start(inside: entrance) { _ in }, within: currentRun)
            let arrived = { [unowned self] (event: Event) in
                entrance.send(.event(event, scope.chain))
                drain()
            }
            keep(inlets.start(inside: entrance, receive: arrived), within: currentRun)
            for source in sources where !currentRun.isCancelled {
                keep(source.run(inside: entrance, finish: {}, receive: arrived), within: currentRun)
            }
        }
        sweep()
    }

    private func keep(_ part: Subscription, within currentRun: Subscription) {
        if currentRun.isCancelled { part.cancel() } else { running.append(part) }
    }

    private func take(_ arrival: Arrival, within currentRun: Subscription) {
        switch arrival {
        case .event(let event, let chain): apply(event, chain, within: currentRun)
        case .sent(let number):
            while !currentRun.isCancelled, let (event, chain) = kept.popFirst(upTo: number) {
                apply(event, chain, within: currentRun)
            }
        }
        sweep()
    }

    private func apply(_ event: Event, _ chain: EventChain?, within currentRun: Subscription) {
        guard !currentRun.isCancelled else { return }
        scope.following(chain) {
            let goesOn = turn.apply(event)
            guard !currentRun.isCancelled else { return }
            guard goesOn else { return stop() }
            scope.answering { turn.answer(event) }
        }
        if !currentRun.isCancelled { own.turnEnded() }
    }

    /// An event that an effect sends by hand is not dropped with the effect: it gets its turn.
    private func sweep() {
        guard needsSweep else { return }
        needsSweep = false
        entrance?.send(.sent(newestSent))
    }

    /// Cancels everything, silently, and drops what waits.
    package func stop() {
        let wasStopped = isStopped
        isStopped = true
        // Swapped out: destroying an event may send another.
        _ = exchange(&kept, with: KeptEvents())
        // A start that is asked for meanwhile, where something is cancelled, follows when all is.
        own.holding {
            own.stop()
            // It may work in the loop of others.
            end()
        }
        if traits.startsOnce, !wasStopped { turn.finish(true) }
    }

    /// The end of a run: what was sent is kept for the next.
    private func end() {
        guard isWorking else { return }
        entrance = nil
        workplace = nil
        needsSweep = false
        currentRun?.cancel()
        currentRun = nil
        own.runEnded()
        let parts = running
        running = []
        for part in parts { part.cancel() }
        turn.finish(false)
    }

    // MARK: In a loop of its own

    package func start(on scheduler: (any Scheduler)?, isolation: isolated (any Actor)?) {
        if isWorking, !own.isStarted { return }
        if isOver { trap("this machine was stopped, and lives once: make another one") }
        own.start(on: scheduler, isolation: isolation)
    }

    package func run(
        on scheduler: (any Scheduler)?, until isDone: @escaping () -> Bool, atEnd: @escaping () -> Void,
        isolation: isolated (any Actor)?
    ) async {
        guard !isOver else { return }
        if isWorking, !own.isStarted {
            await own.wait(until: isDone, atEnd: atEnd)
        } else {
            await own.run(on: scheduler, until: isDone, atEnd: atEnd, isolation: isolation)
        }
    }
}
