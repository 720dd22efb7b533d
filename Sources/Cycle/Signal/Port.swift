/// One source's place in the queue of turns: each time the port comes up, the oldest value waiting there takes its turn.
///
/// A struct that cannot be copied, at an address of its own: calling a closure in it counts no references.
@usableFromInline
struct Port: ~Copyable {
    /// Whom to name when the loop has to complain.
    let owner: String
    private let take: () -> Void
    private let dropOldest: () -> Void
    /// How many values wait here.
    private let count: () -> Int
    /// Whether nobody can send here any more: the port goes with its last value.
    fileprivate var isAbandoned = false
    /// Whether a value from here has its turn, in which the last who could send may go.
    var isTaking = false

    @usableFromInline
    init(
        owner: String, take: @escaping () -> Void, dropOldest: @escaping () -> Void, count: @escaping () -> Int
    ) {
        self.owner = owner
        self.take = take
        self.dropOldest = dropOldest
        self.count = count
    }

    borrowing func takeOldest() { take() }
    borrowing func discardOldest() { dropOldest() }
    fileprivate borrowing func isEmpty() -> Bool { count() == 0 }
}

extension UnsafeMutablePointer<Port> {
    /// Called by the last one who could send: the port is freed, at once or with its last value.
    @usableFromInline
    func abandon() {
        pointee.isAbandoned = true
        freeIfDone()
    }

    /// To be called after each value that was taken.
    func freeIfDone() {
        guard pointee.isAbandoned, !pointee.isTaking, pointee.isEmpty() else { return }
        free()
    }
}

/// The values that wait at a port, each with what must not have been cancelled for it to arrive.
@usableFromInline
final class Line<Value> {
    @usableFromInline typealias Waiting = Ring<(Value, Subscription?)>

    @usableFromInline let port: UnsafeMutablePointer<Port>
    @usableFromInline let waiting: Box<Waiting>
    @usableFromInline let turns: Turns

    @inlinable  // hot: the turn's closure is made for the event's type
    init(_ turns: Turns, owner: String, _ turn: @escaping (Value) -> Void) {
        let waiting = Box(Waiting())
        let home = turns.life
        let state = turns.state
        port = .allocate(capacity: 1)
        self.waiting = waiting
        self.turns = turns
        port.initialize(
            to: Port(
                owner: owner,
                take: {
                    guard let (value, life) = waiting.address.pointee.popFirst() else { return }
                    if let home {
                        if home.isSilenced { return }
                        state.pointee.life = .passUnretained(home)
                    }
                    if let life {
                        if life.isSilenced { return }
                        state.pointee.life = .passUnretained(life)
                    }
                    if let witness = state.pointee.witness?.takeUnretainedValue() {
                        witness.begin()
                        turn(value)
                        witness.end(owner, value)
                    } else {
                        turn(value)
                    }
                    // What is only lent to the turns must live to the end of this one.
                    withExtendedLifetime(life) {}
                },
                dropOldest: { _ = waiting.address.pointee.popFirst() }, count: { waiting.address.pointee.count }))
    }

    @inlinable
    deinit { port.abandon() }
}

extension Turns {
    /// Makes values wait for a turn of their own.
    ///
    /// - Returns: Puts a value into the queue. When it comes up, and its source was not cancelled, `turn` gets it.
    @inlinable  // hot: every event waits here once
    final func queueing<Value>(owner: String, _ turn: @escaping (Value) -> Void) -> (Value) -> Void {
        let line = Line(self, owner: owner, turn)
        let state = state
        return { value in
            line.waiting.address.pointee.append((value, state.pointee.life?.takeUnretainedValue()))
            state.pointee.queue.append(line.port)
        }
    }
}
