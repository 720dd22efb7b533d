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
    /// A signal may go on with itself, as one that polls does: where nothing is left of an outer `flatMap` but an inner one that is
    /// started last, or merged with what has ended, the inner one takes its place, and costs what the first one did.
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
                let signal = InnerSignal(inner, number, of: flattening, emit, outer: sink.inner)
                flattening.running[number] = (inner, signal.moveOut)
                let taking = Sink<Other>(loop, receive: signal.receive, finish: signal.finish, of: { signal })
                loop.starting(inner) { transform(value).run(taking) }
            }
            let source = Sink<Value>(
                loop, receive: { value in flattening.add { start(value, $0, $1) } }, finish: flattening.sourceEnded)
            return Subscription([run(source), Subscription(flattening.cancel)])
        }
    }
}

/// One inner signal of a `flatMap`.
@usableFromInline
final class InnerSignal<Value> {
    private let inner: Subscription
    private var number: Int
    private var flattening: Flattening
    private var emit: (Value) -> Void
    /// The inner signal of another `flatMap` of which nothing is left but this `flatMap`.
    private var outer: (() -> InnerSignal?)?

    fileprivate init(
        _ inner: Subscription, _ number: Int, of flattening: Flattening, _ emit: @escaping (Value) -> Void,
        outer: (() -> InnerSignal?)?
    ) {
        self.inner = inner
        self.number = number
        self.flattening = flattening
        self.emit = emit
        self.outer = outer
    }

    func receive(_ value: Value) {
        if flattening.isRace { flattening.win(number) }
        flattening.loop.emitting(inner) { emit(value) }
    }

    func finish() { flattening.ended(inner, number) }

    /// Takes the place of the outer one, once nothing else is left of its own `flatMap`: else a signal that goes on with itself would
    /// pass each value through all that it was before.
    func moveOut() {
        guard let outer = outer?(), outer.inner.goOn(as: inner) else { return }
        (number, flattening, emit, self.outer) = (outer.number, outer.flattening, outer.emit, outer.outer)
        flattening.running[number] = (inner, moveOut)
        flattening.endIfDone()
    }
}

/// The inner signals of one running `flatMap`, whatever their values are.
private final class Flattening {
    typealias Start = (_ inner: Subscription, _ number: Int) -> Void

    private let strategy: FlattenStrategy
    let isRace: Bool
    private let limit: Int
    let loop: Loop
    private let finish: () -> Void
    /// All inner signals run inside of it, beside their own subscription.
    private let parent: Subscription?
    /// Each with what it does when it is alone.
    var running: [Int: (inner: Subscription, moveOut: () -> Void)] = [:]
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
    private func cancelRunning(keeping kept: [Int: (inner: Subscription, moveOut: () -> Void)] = [:]) {
        guard running.count > kept.count else { return }
        for (number, one) in exchange(&running, with: kept).sorted(by: { $0.key < $1.key }) where kept[number] == nil {
            one.inner.cancel()
        }
    }

    func endIfDone() {
        guard hasSourceEnded, !isStartingWaiting, !hasEnded else { return }
        if running.count == 1, waiting.isEmpty { running.first?.value.moveOut() }
        guard running.isEmpty else { return }
        hasEnded = true
        finish()
    }
}
