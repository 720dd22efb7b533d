import Cycle

/// A state machine: inputs change its state by a mapping, and the mapping's effects lead to further inputs.
///
///     let (inputs, inlet) = Signal<Input>.pipe()
///     let harvester = Harvester(
///         state: .loggedOut, input: inputs, mapping: .reduce(.first, mappings), scheduler: scheduler)
///     harvester.send(.login)
///     harvester.state  // .loggingIn
///
/// One input is one turn: the mapping is asked once, the state changes, those who watch ``state`` and ``replies`` are told,
/// in this order, then the effects of the mapping are performed. What any of them sends meanwhile waits its turn.
///
/// Confined to the isolation that made it. Other threads send through the inlet of ``Signal/pipe()``; what they send is taken
/// by ``run(on:until:isolation:)``, by ``drain()`` and by the next ``send(_:)``. A machine lives once: it ends with its
/// `input`, with ``stop()``, or when nobody holds it any more, and takes its effects along.
///
/// - Complexity: O(1) for an input beside the mapping. A reply holds the state before its input, so a large array in the
///   state is copied when it changes.
/// - Source: Harvest, RxAutomaton and ReactiveAutomaton.
public final class Harvester<Input, State> {
    /// The latest state. `$state` tells it to those who watch, and each one that follows, equal or not.
    @Watched public var state: State
    /// What became of each input.
    public let replies: Outlet<Reply>

    private let cycle: CycledLens<Void, HarvesterFrame<Input, State>>
    private let entrance: Entrance<Input>
    private var scheduler: (any Scheduler)?
    private var hasEnded = false

    /// - Parameters:
    ///   - step: The state after an input and the effect that goes with it; `nil` where there is no way.
    ///   - outputs: What the frames lead to.
    init(
        state: State, effect: [EffectPart<Input>], input: Signal<Input>, scheduler: (any Scheduler)?,
        step: @escaping (Input, State) -> (State, [EffectPart<Input>])?,
        outputs: @escaping (Signal<HarvesterFrame<Input, State>>) -> Signal<HarvesterEvent<Input>>
    ) {
        let entrance = Entrance<Input>()
        let replies = Outlet<Reply>()
        var states: Outlet<State>?
        let cycle = CycledLens(startingWith: HarvesterFrame(state: state, effect: effect)) { frames in
            frames.lens(
                get: { _ in },
                set: { _, frames in
                    let telling = frames.handle { frame in
                        guard let reply = frame.reply else { return }
                        if let state = reply.toState { states?.send(state) }
                        replies.send(reply)
                    }
                    let events = Signal.merge(outputs(frames), entrance.signal, HarvesterEvent.all(of: input))
                    return [
                        telling.ignoringValues(),
                        events.withLatest(from: frames).compactMap { event, frame in frame.after(event, step) },
                    ]
                })
        }
        // An outlet may outlive its machine.
        let outlet = Outlet { [weak cycle] in cycle?.frame.state }
        states = outlet
        _state = Watched(read: { cycle.frame.state }, outlet: outlet)
        self.cycle = cycle
        self.entrance = entrance
        self.replies = replies
        if let scheduler { start(on: scheduler) }
    }

    deinit {
        stop()
    }

    /// Applies `input`, with all that follows from it at once, before it returns. Called in the middle of a turn it returns
    /// at once, and the input is applied when the turn is over. Before the start inputs wait; after the end they are dropped.
    public func send(_ input: Input) {
        guard !hasEnded else { return }
        entrance.send(input)
        drain()
    }

    /// Applies what waits: inputs of other threads, and of effects whose time has come.
    public func drain() {
        cycle.drain()
        stopIfOver()
    }

    /// Starts a machine that was made without a scheduler: performs its initial effect, and applies what was sent before.
    public func start(on scheduler: any Scheduler) {
        precondition(self.scheduler == nil && !hasEnded, "a Harvester starts once: make another one")
        self.scheduler = scheduler
        cycle.start(on: scheduler)
        drain()
    }

    /// Ends the machine: cancels its effects, then tells those who watch.
    public func stop() {
        guard !hasEnded else { return }
        hasEnded = true
        cycle.stop()
        $state.finish()
        replies.finish()
    }

    /// Applies inputs as they come, until `isDone` holds for the state, the task is cancelled, or nothing can happen any
    /// more: `input` has ended, or it can have no values, and no effect runs. The machine ends with it.
    ///
    /// - Parameters:
    ///   - scheduler: Starts a machine that has none yet.
    ///   - isDone: Asked after each input.
    ///   - isolation: The caller's, in which everything runs.
    /// - Returns: The last state.
    @discardableResult
    public func run(
        on scheduler: (any Scheduler)? = nil, until isDone: @escaping (State) -> Bool = { _ in false },
        isolation: isolated (any Actor)? = #isolation
    ) async -> State {
        guard !hasEnded else { return state }
        if self.scheduler == nil, let scheduler { start(on: scheduler) }
        guard let scheduler = self.scheduler else {
            preconditionFailure("a Harvester that was made without a scheduler needs one to run: run(on: scheduler)")
        }
        await cycle.run(on: scheduler, until: { $0.hasEnded || isDone($0.state) })
        stop()
        return state
    }

    private func stopIfOver() {
        if cycle.frame.hasEnded { stop() }
    }
}
