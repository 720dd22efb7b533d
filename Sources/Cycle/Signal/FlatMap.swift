/// The fate of the signals that a ``Signal/flatMap(_:_:)`` has started when the next one comes.
///
///     queries.flatMap(.latest) { query in .task { await search(query) } }   // an older search is cancelled
///     files.flatMap(.concurrent(4)) { file in .task { await upload(file) } }
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
    /// All run side by side until one of them emits or ends: that one goes on, the others are cancelled, and what comes while
    /// it runs is dropped.
    case race
}

extension Signal {
    /// Starts a signal for each value, and emits the values of all of them.
    ///
    ///     self                     a---b------|
    ///     latest { -1-2-3-| }      -1-2-1-2-3-|
    ///     merge                    -1-2-(31)-2-3-|
    ///
    /// A signal that is cancelled emits nothing more, not even values that were already waiting for their turn; one
    /// that has ended by itself delivers all it emitted. The end comes when this signal and all that it has started have ended.
    /// Values that wait for room, with `concat` and `concurrent`, are kept, any number of them; those of a source with a bound count
    /// there until they have room.
    ///
    /// - Source: `flatMap` of ReactiveSwift; `flatMapLatest`, `concatMap`, `flatMapFirst` of Rx.
    public func flatMap<Other>(
        _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Signal<Other>
    ) -> Signal<Other> {
        Signal<Other>.makeOperator { sink in
            // Its closures, not the sink: to pass on a generic struct is to look up its type, for every value.
            let (loop, emit) = (sink.loop, sink.receive)
            let flattening = Flattening(strategy, loop, finish: sink.finish)
            let start = { (value: Value, inner: Subscription, number: Int) in
                let taking = Sink<Other>(
                    loop,
                    receive: { other in
                        if flattening.isRace { flattening.win(number) }
                        loop.emitting(inner) { emit(other) }
                    }, finish: { flattening.ended(inner, number) })
                loop.starting(inner) { transform(value).run(taking) }
            }
            let source = Sink<Value>(
                loop, receive: { value in flattening.add { start(value, $0, $1) } }, finish: flattening.sourceEnded)
            return Subscription([run(source), Subscription(flattening.cancel)])
        }
    }
}

/// The inner signals of one running `flatMap`, whatever their values are.
private final class Flattening {
    typealias Start = (_ inner: Subscription, _ number: Int) -> Void

    private let strategy: FlattenStrategy
    let isRace: Bool
    private let limit: Int
    private let loop: Loop
    private let finish: () -> Void
    /// All inner signals run inside of it, beside their own subscription.
    private let parent: Subscription?
    private var running: [Int: Subscription] = [:]
    private var newest = 0
    private var waiting = Ring<Start>()
    private var isStartingWaiting = false
    private var hasSourceEnded = false
    private var hasEnded = false
    private var hasWinner = false

    init(_ strategy: FlattenStrategy, _ loop: Loop, finish: @escaping () -> Void) {
        self.strategy = strategy
        isRace = strategy == .race
        self.loop = loop
        self.finish = finish
        parent = loop.starter
        limit =
            switch strategy {
            case .concurrent(let limit): max(1, limit)
            case .concat, .first: 1
            case .merge, .latest, .race: .max
            }
    }

    /// Starts a signal now, or later, or never.
    func add(_ start: @escaping Start) {
        if strategy == .latest { cancelRunning() }
        // A cancelled signal may have stopped all.
        guard !hasEnded else { return }
        let hasRoom = running.count < limit && waiting.isEmpty && !hasWinner
        if hasRoom {
            begin(start)
        } else if strategy != .first, !isRace {
            let (startNoted, goesOn) = (loop.session.scheduler?.effectWaits(), loop.countAsWaiting())
            waiting.append { inner, number in
                goesOn()
                if let startNoted { startNoted { start(inner, number) } } else { start(inner, number) }
            }
        }
    }

    func sourceEnded() {
        hasSourceEnded = true
        endIfDone()
    }

    func ended(_ inner: Subscription, _ number: Int) {
        win(number)
        guard inner.end() else { return }
        running[number] = nil
        hasWinner = false
        startWaiting()
        endIfDone()
    }

    /// In a race, the first signal that emits cancels all others.
    func win(_ number: Int) {
        guard isRace, !hasWinner, let winner = running[number] else { return }
        hasWinner = true
        // The winner is in its place before the others are cancelled: one of them may stop all.
        cancelRunning(keeping: [number: winner])
    }

    func cancel() {
        hasEnded = true
        _ = exchange(&waiting, with: Ring())
        cancelRunning()
    }

    private func begin(_ start: Start) {
        let inner = Subscription(within: parent)
        // A `prefix` behind this signal may be complete: it stops this signal when the start has returned.
        guard inner.isActive else { return }
        newest += 1
        running[newest] = inner
        start(inner, newest)
    }

    /// A loop, not a recursion: signals that end at once follow one another without growing the stack.
    private func startWaiting() {
        guard !isStartingWaiting else { return }
        isStartingWaiting = true
        while running.count < limit, let start = waiting.popFirst() { begin(start) }
        isStartingWaiting = false
    }

    /// In the order in which they were started.
    private func cancelRunning(keeping kept: [Int: Subscription] = [:]) {
        guard running.count > kept.count else { return }
        for (number, inner) in exchange(&running, with: kept).sorted(by: { $0.key < $1.key }) where kept[number] == nil
        { inner.cancel() }
    }

    private func endIfDone() {
        guard hasSourceEnded, running.isEmpty, !isStartingWaiting, !hasEnded else { return }
        hasEnded = true
        finish()
    }
}
