import Cycle

/// A state, what changes it, and the feedbacks that answer: what a ``Property``, a ``Store`` and a ``FeedbackLoop`` are
/// made of.
///
/// Confined to the isolation that made it. It works in whichever loop runs ``work``, one at a time. One event is one turn:
/// reduce, then the observers of the state, then the feedbacks in order; what they emit waits behind all that waits.
final class Machine<State, Event> {
    private enum Phase {
        case new, working, stopped
    }

    private(set) var state: State
    let states = Broadcast<State>()
    private let reduce: (inout State, Event) -> Void
    private let events: Signal<Event>
    private let feedbacks: [Feedback<State, Event>]
    /// Whether events may be sent at any time, so that the machine is never over by itself.
    private let isOpen: Bool
    private let transitions = Broadcast<(State, Event?)>()
    private var phase = Phase.new
    private var early: [Event] = []
    private var input: Sink<Event>?
    private var workplace: Sink<Never>?
    private var parts: [Subscription] = []
    private let observations = Companions<Never>()
    private let inlets = Companions<Event>()

    init(
        _ initial: State, _ reduce: @escaping (inout State, Event) -> Void, events: Signal<Event> = .empty,
        feedbacks: [Feedback<State, Event>], isOpen: Bool
    ) {
        state = initial
        self.reduce = reduce
        self.events = events
        self.feedbacks = feedbacks
        self.isOpen = isOpen
    }

    deinit {
        states.end()
    }

    var isWorking: Bool { phase == .working }

    /// Applies an event and all that follows from it, or waits for the turn under way. Kept before the first start,
    /// dropped while the machine is stopped.
    func send(_ event: Event) {
        if let input {
            input.send(event)
            input.drain()
        } else if phase == .new {
            early.append(event)
        }
    }

    /// Takes what other threads and time have brought.
    func drain() {
        workplace?.drain()
    }

    /// Cancels everything, silently. The state stays.
    func stop() {
        guard phase == .working else { return }
        phase = .stopped
        input = nil
        workplace = nil
        let running = parts
        parts = []
        for part in running { part.cancel() }
    }

    /// Runs `observation` beside the machine, whenever that works.
    func observe(_ observation: Signal<Never>) -> Subscription {
        observations.add(observation)
    }

    /// Takes events of `source` whenever the machine works.
    func take(from source: Signal<Event>) {
        _ = inlets.add(source)
    }

    // MARK: At work

    /// The machine at work in the loop that runs this signal.
    var work: Signal<Never> {
        Signal { [self] sink in
            precondition(
                phase != .working, "this machine works already: a Property, Store or FeedbackLoop has one loop")
            phase = .working
            workplace = sink
            let life = Subscription()
            parts = [life, observations.start(inside: sink, receive: { _ in })]
            let turns = arriving.inTurns().run(inside: sink, finish: {}) { [self] event in
                if !life.isCancelled { apply(event, within: life) }
            }
            // A feedback may have stopped the machine already.
            if life.isCancelled { turns.cancel() } else { parts.append(turns) }
            return Subscription { [self] in stop() }
        }
    }

    private func apply(_ event: Event, within life: Subscription) {
        reduce(&state, event)
        states.send(state)
        // An observer may have stopped the machine.
        if !life.isCancelled { transitions.send((state, event)) }
    }

    /// The events of all sources. Those that come from outside of a turn are taken at once.
    private var arriving: Signal<Event> {
        let watched = Transitions(current: { [unowned self] in state }, changes: transitions.signal)
        let sources = [isOpen ? entrance : .empty, events] + feedbacks.map { $0.run(watched) }
        return Signal { sink in
            Signal<Event>.merge(sources).run(inside: sink) { event in
                sink.send(event)
                sink.drain()
            }
        }
    }

    /// What is sent by hand and through inlets.
    private var entrance: Signal<Event> {
        Signal { [self] sink in
            input = sink
            let waiting = early
            early = []
            for event in waiting { sink.send(event) }
            return Subscription([
                inlets.start(inside: sink, receive: sink.send),
                Signal<Never>.open.run(inside: sink, finish: {}, receive: { _ in }),
            ])
        }
    }
}
