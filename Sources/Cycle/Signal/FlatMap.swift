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
            let source = Sink<Value>(
                turns,
                receive: { value in
                    func start(_ inner: InnerRun) {
                        let signal = transform(value)
                        let taking = Sink<Other>(
                            turns, receive: { other in turns.emitting(inner) { emit(other) } }, finish: inner.end)
                        turns.starting(inner) { signal.run(taking) }
                    }
                    // Most start at once, and what starts them needs no memory then.
                    if flattening.hasRoom() { flattening.run(start) } else { flattening.keep(start) }
                }, finish: flattening.sourceEnded)
            return Subscription([run(source), flattening.subscription])
        }
    }
}

/// The inner signals of one running `flatMap`, whatever their values are.
private final class Flattening {
    private let strategy: FlattenStrategy
    private let finish: () -> Void
    /// What all inner signals run inside of, beside their own life.
    private let parent: Subscription?
    /// Oldest first, and among them some that have ended.
    private var running: [InnerRun] = []
    private var runningCount = 0
    private var waiting = Ring<(InnerRun) -> Void>()
    private var isStartingWaiting = false
    private var hasSourceEnded = false
    private var hasEnded = false

    init(_ strategy: FlattenStrategy, within parent: Subscription?, finish: @escaping () -> Void) {
        self.strategy = strategy
        self.parent = parent
        self.finish = finish
    }

    var subscription: Subscription {
        Subscription { [self] in
            hasEnded = true
            waiting.removeAll()
            cancelRunning()
        }
    }

    /// Whether the next signal starts now; what it replaces is cancelled.
    func hasRoom() -> Bool {
        switch strategy {
        case .merge: return true
        case .concat, .concurrent: return runningCount < limit && waiting.count == 0
        case .latest:
            cancelRunning()
            return true
        case .first: return runningCount == 0
        }
    }

    func run(_ start: (InnerRun) -> Void) {
        let inner = InnerRun(self, within: parent)
        running.append(inner)
        runningCount += 1
        start(inner)
    }

    /// Keeps a signal for which there is no room, if the strategy has it wait.
    func keep(_ start: @escaping (InnerRun) -> Void) {
        if strategy != .first { waiting.append(start) }
    }

    func sourceEnded() {
        hasSourceEnded = true
        endIfDone()
    }

    /// - Complexity: O(1) for each that ended.
    fileprivate func ended(_ inner: InnerRun) {
        runningCount -= 1
        if running.last === inner {
            running.removeLast()
        } else if running.count > 2 * runningCount {
            running.removeAll { !$0.isActive }
        }
        startWaiting()
        endIfDone()
    }

    private var limit: Int {
        if case .concurrent(let limit) = strategy { max(1, limit) } else { 1 }
    }

    /// A loop, not a recursion: signals that end at once follow one another without growing the stack.
    private func startWaiting() {
        guard !isStartingWaiting else { return }
        isStartingWaiting = true
        while runningCount < limit, let start = waiting.popFirst() { run(start) }
        isStartingWaiting = false
    }

    private func cancelRunning() {
        guard !running.isEmpty else { return }
        let cancelled = running
        running = []
        runningCount = 0
        for inner in cancelled { inner.cancel() }
    }

    private func endIfDone() {
        guard hasSourceEnded, runningCount == 0, !isStartingWaiting, !hasEnded else { return }
        hasEnded = true
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
