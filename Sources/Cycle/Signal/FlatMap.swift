/// What happens to the signals that a ``Signal/flatMap(_:_:)`` has started when the next one comes.
public enum FlattenStrategy: Hashable, Sendable {
    /// All run side by side.
    case merge
    /// At most so many run side by side; the others wait, first come, first served.
    case concurrent(Int)
    /// One after the other: `concurrent(1)`.
    case concat
    /// The new one replaces the one that runs.
    case latest
    /// The one that runs goes on; what comes meanwhile is dropped.
    case first
}

extension Signal {
    /// Starts a signal for each value, and emits the values of all of them.
    ///
    ///     self                     a---b------|
    ///     latest { -1-2-3-| }      -1-2-1-2-3-|
    ///     merge                    -1-2-(13)-2-3-|
    ///
    /// A signal that is cancelled emits nothing more, not even values that were already waiting for their turn; one
    /// that has ended by itself delivers all it emitted.
    ///
    /// - Source: `flatMap` of ReactiveSwift; `flatMapLatest`, `concatMap`, `flatMapFirst` of Rx.
    public func flatMap<Other>(
        _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Signal<Other>
    ) -> Signal<Other> {
        Signal<Other>(place: nil) { sink in
            // Its closures, not the sink: to pass on a generic struct is to look up its type, for every value.
            let (turns, emit) = (sink.turns, sink.receive)
            let flattening = Flattening(strategy, within: turns.life, finish: sink.finish)
            let start = { (value: Value, inner: InnerRun) in
                let signal = transform(value)
                let taking = Sink<Other>(
                    turns, receive: { other in turns.emitting(inner) { emit(other) } }, finish: inner.end)
                turns.starting(inner) { signal.run(taking) }
            }
            let source = Sink<Value>(
                turns,
                receive: { value in
                    // Most start at once, and what starts them needs no memory then.
                    if flattening.hasRoom() {
                        start(value, flattening.makeRun())
                    } else {
                        flattening.keep { inner in start(value, inner) }
                    }
                }, finish: flattening.sourceEnded)
            return Subscription([run(source), flattening.subscription])
        }
    }
}

/// The inner signals of one running `flatMap`, whatever their values are.
private final class Flattening {
    private struct State: ~Copyable {
        /// Oldest first, and among them some that have ended.
        var running: [InnerRun] = []
        var runningCount = 0
        var waiting = Ring<(InnerRun) -> Void>()
        var isStartingWaiting = false
        var hasSourceEnded = false
        var hasEnded = false
    }

    private let strategy: FlattenStrategy
    private let finish: () -> Void
    /// What all inner signals run inside of, beside their own life.
    private let parent: Subscription?
    private let box = Box(State())
    private let state: UnsafeMutablePointer<State>

    init(_ strategy: FlattenStrategy, within parent: Subscription?, finish: @escaping () -> Void) {
        self.strategy = strategy
        self.parent = parent
        self.finish = finish
        state = box.address
    }

    var subscription: Subscription {
        Subscription { [self] in
            state.pointee.hasEnded = true
            state.pointee.waiting.removeAll()
            cancelRunning()
        }
    }

    /// Whether the next signal starts now; what it replaces is cancelled.
    func hasRoom() -> Bool {
        switch strategy {
        case .merge: return true
        case .concat, .concurrent: return state.pointee.runningCount < limit && state.pointee.waiting.count == 0
        case .latest:
            cancelRunning()
            return true
        case .first: return state.pointee.runningCount == 0
        }
    }

    func makeRun() -> InnerRun {
        let inner = InnerRun(self, within: parent)
        state.pointee.running.append(inner)
        state.pointee.runningCount += 1
        return inner
    }

    /// Keeps a signal for which there is no room, if the strategy has it wait.
    func keep(_ start: @escaping (InnerRun) -> Void) {
        if strategy != .first { state.pointee.waiting.append(start) }
    }

    func sourceEnded() {
        state.pointee.hasSourceEnded = true
        endIfDone()
    }

    /// - Complexity: O(1) for each that ended.
    fileprivate func ended(_ inner: InnerRun) {
        state.pointee.runningCount -= 1
        if state.pointee.running.last === inner {
            state.pointee.running.removeLast()
        } else if state.pointee.running.count > 2 * state.pointee.runningCount {
            state.pointee.running.removeAll { !$0.isActive }
        }
        startWaiting()
        endIfDone()
    }

    private var limit: Int {
        if case .concurrent(let limit) = strategy { max(1, limit) } else { 1 }
    }

    /// A loop, not a recursion: signals that end at once follow one another without growing the stack.
    private func startWaiting() {
        guard !state.pointee.isStartingWaiting else { return }
        state.pointee.isStartingWaiting = true
        while state.pointee.runningCount < limit, let start = state.pointee.waiting.popFirst() { start(makeRun()) }
        state.pointee.isStartingWaiting = false
    }

    private func cancelRunning() {
        guard !state.pointee.running.isEmpty else { return }
        let cancelled = state.pointee.running
        state.pointee.running = []
        state.pointee.runningCount = 0
        for inner in cancelled { inner.cancel() }
    }

    private func endIfDone() {
        guard state.pointee.hasSourceEnded, state.pointee.runningCount == 0, !state.pointee.isStartingWaiting,
            !state.pointee.hasEnded
        else { return }
        state.pointee.hasEnded = true
        finish()
    }
}

/// One of the inner signals.
private final class InnerRun: Subscription {
    private let flattening: Flattening

    init(_ flattening: Flattening, within parent: Subscription?) {
        self.flattening = flattening
        super.init(within: parent)
    }

    func end() {
        guard isActive else { return }
        finish()
        flattening.ended(self)
    }
}
