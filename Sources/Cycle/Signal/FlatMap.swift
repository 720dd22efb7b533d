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
    private var running: [Int: Subscription] = [:]
    private var started = 0
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
            if running.isEmpty { start(signal()) }
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
        while running.count < limit, let next = waiting.popFirst() { start(next()) }
        isStartingWaiting = false
    }

    private func start(_ signal: Signal<Value>) {
        let life = Subscription(within: parent)
        started += 1
        let number = started
        running[number] = life
        let turns = sink.turns
        turns.starting(
            life, signal.run,
            Sink(
                turns,
                receive: { [self] value in turns.emitting(life) { sink.send(value) } },
                finish: { [self] in
                    guard life.isActive else { return }
                    life.finish()
                    running[number] = nil
                    startWaiting()
                    endIfDone()
                }))
    }

    private func cancelRunning() {
        let cancelled = running.sorted { $0.key < $1.key }
        running = [:]
        for (_, life) in cancelled { life.cancel() }
    }

    private func endIfDone() {
        guard hasSourceEnded, running.isEmpty, !isStartingWaiting, !hasEnded else { return }
        hasEnded = true
        sink.end()
    }
}
