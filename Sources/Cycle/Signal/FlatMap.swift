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
            let flattening = Flattening(strategy, sink)
            return Subscription([
                run(
                    Sink(
                        sink.turns, receive: { value in flattening.receive { transform(value) } },
                        finish: flattening.sourceEnded)),
                flattening.subscription,
            ])
        }
    }
}

/// The inner signals of one running `flatMap`.
final class Flattening<Value> {
    private let strategy: FlattenStrategy
    private let sink: Sink<Value>
    /// What all inner signals run inside of, beside their own life.
    private let parent: Subscription?
    /// Oldest first, and among them some that have ended.
    private var running: [Subscription] = []
    private var runningCount = 0
    private var waiting = Ring<() -> Signal<Value>>()
    private var isStartingWaiting = false
    private var hasSourceEnded = false
    private var hasEnded = false

    init(_ strategy: FlattenStrategy, _ sink: Sink<Value>) {
        self.strategy = strategy
        self.sink = sink
        parent = sink.turns.life
    }

    var subscription: Subscription {
        Subscription { [self] in
            hasEnded = true
            waiting.removeAll()
            cancelRunning()
        }
    }

    func receive(_ signal: @escaping () -> Signal<Value>) {
        switch strategy {
        case .merge:
            start(signal())
        case .concat, .concurrent:
            waiting.append(signal)
            startWaiting()
        case .latest:
            cancelRunning()
            start(signal())
        case .first:
            if runningCount == 0 { start(signal()) }
        }
    }

    func sourceEnded() {
        hasSourceEnded = true
        endIfDone()
    }

    private var limit: Int {
        if case .concurrent(let limit) = strategy { max(1, limit) } else { 1 }
    }

    /// A loop, not a recursion: signals that end at once follow one another without growing the stack.
    private func startWaiting() {
        guard !isStartingWaiting else { return }
        isStartingWaiting = true
        while runningCount < limit, let next = waiting.popFirst() { start(next()) }
        isStartingWaiting = false
    }

    private func start(_ signal: Signal<Value>) {
        let life = Subscription(within: parent)
        running.append(life)
        runningCount += 1
        // The sink's closure, not the sink: to pass on a generic struct is to look up its type, for every value.
        let (turns, receive) = (sink.turns, sink.receive)
        let taking = Sink<Value>(
            turns,
            receive: { value in turns.emitting(life) { receive(value) } },
            finish: { [self] in
                guard life.isActive else { return }
                life.finish()
                forget(life)
                startWaiting()
                endIfDone()
            })
        turns.starting(life) { signal.run(taking) }
    }

    /// - Complexity: O(1) for each that ended.
    private func forget(_ life: Subscription) {
        runningCount -= 1
        if running.last === life {
            running.removeLast()
        } else if running.count > 2 * runningCount {
            running.removeAll { !$0.isActive }
        }
    }

    private func cancelRunning() {
        let cancelled = running
        running = []
        runningCount = 0
        for life in cancelled { life.cancel() }
    }

    private func endIfDone() {
        guard hasSourceEnded, runningCount == 0, !isStartingWaiting, !hasEnded else { return }
        hasEnded = true
        sink.end()
    }
}
