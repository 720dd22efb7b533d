/// One source's place in the queue of turns: each time the port comes up, the oldest value waiting there takes its turn.
///
/// A struct that cannot be copied, at an address of its own: calling a closure in it counts no references.
@usableFromInline
struct Port: ~Copyable {
    /// Whom to name when the loop has to complain.
    let owner: String
    private let lane: UnsafeMutableRawPointer
    /// Owns the lane.
    private let kept: AnyObject
    // Given the lane and not closed over it: called for every event, they have nothing to unpack.
    private let take: (UnsafeMutableRawPointer) -> Void
    private let dropOldest: (UnsafeMutableRawPointer) -> Void
    /// How many values wait here.
    private let count: (UnsafeMutableRawPointer) -> Int
    /// Whether nobody can send here any more: the port goes with its last value.
    fileprivate var isAbandoned = false
    /// Whether a value from here has its turn, in which the last who could send may go.
    var isTaking = false

    @inlinable  // hot: made for the event's type
    init<Value>(to box: Box<Lane<Value>>, owner: String) {
        self.init(
            owner: owner, lane: UnsafeMutableRawPointer(box.address), keeping: box,
            take: { $0.assumingMemoryBound(to: Lane<Value>.self).takeOldest() },
            dropOldest: { $0.assumingMemoryBound(to: Lane<Value>.self).dropOldest() },
            count: { $0.assumingMemoryBound(to: Lane<Value>.self).pointee.waiting.count })
    }

    @usableFromInline
    init(
        owner: String, lane: UnsafeMutableRawPointer, keeping kept: AnyObject,
        take: @escaping (UnsafeMutableRawPointer) -> Void, dropOldest: @escaping (UnsafeMutableRawPointer) -> Void,
        count: @escaping (UnsafeMutableRawPointer) -> Int
    ) {
        self.owner = owner
        self.lane = lane
        self.kept = kept
        self.take = take
        self.dropOldest = dropOldest
        self.count = count
    }

    borrowing func takeOldest() { take(lane) }
    borrowing func discardOldest() { dropOldest(lane) }
    fileprivate borrowing func isEmpty() -> Bool { count(lane) == 0 }
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

/// The values that wait at a port, each with what must not have been cancelled for it to arrive, and what their turns do.
@usableFromInline
struct Lane<Value>: ~Copyable {
    @usableFromInline var waiting = Ring<(Value, Unmanaged<Subscription>?)>()
    @usableFromInline let owner: String
    /// What the source runs inside of.
    @usableFromInline let home: Unmanaged<Subscription>?
    @usableFromInline let keptHome: Subscription?
    @usableFromInline let state: UnsafeMutablePointer<Turns.State>
    @usableFromInline let turn: (Value) -> Void

    @inlinable  // hot, as all here: made for the event's type
    init(_ turns: Turns, owner: String, _ turn: @escaping (Value) -> Void) {
        self.owner = owner
        self.turn = turn
        keptHome = turns.life
        home = keptHome.map(Unmanaged.passUnretained)
        state = turns.state
    }

    @inlinable
    borrowing func act(on value: Value) { turn(value) }

    /// Says that `life` emits.
    ///
    /// - Returns: Whether it may.
    @inlinable
    borrowing func names(_ life: Unmanaged<Subscription>?) -> Bool {
        guard let life else { return true }
        if life._withUnsafeGuaranteedRef({ $0.isSilenced }) { return false }
        state.pointee.life = life
        return true
    }
}

// On the address and not on the lane: a turn may send to the lane that it came from.
extension UnsafeMutablePointer where Pointee: ~Copyable {
    @inlinable
    func takeOldest<Value>() where Pointee == Lane<Value> {
        guard let (value, life) = pointee.waiting.popFirst() else { return }
        // What is only lent to the turns must live to the end of this one.
        defer { life?._withUnsafeGuaranteedRef { $0.forgetValue() } }
        guard pointee.names(pointee.home), pointee.names(life) else { return }
        let state = pointee.state
        if let witness = state.pointee.witness?.takeUnretainedValue() {
            witness.begin()
            pointee.act(on: value)
            witness.end(pointee.owner, value)
        } else {
            pointee.act(on: value)
        }
    }

    @inlinable
    func dropOldest<Value>() where Pointee == Lane<Value> {
        if let (_, life) = pointee.waiting.popFirst() { life?._withUnsafeGuaranteedRef { $0.forgetValue() } }
    }
}

/// Who can send to a lane: the last of them to go abandons its port.
@usableFromInline
final class Line<Value> {
    @usableFromInline let lane: UnsafeMutablePointer<Lane<Value>>
    @usableFromInline let port: UnsafeMutablePointer<Port>
    @usableFromInline let turns: Turns

    @inlinable
    init(_ turns: Turns, owner: String, _ turn: @escaping (Value) -> Void) {
        let box = Box(Lane(turns, owner: owner, turn))
        lane = box.address
        port = .holding(Port(to: box, owner: owner))
        self.turns = turns
    }

    @inlinable
    deinit { port.abandon() }

    @inlinable  // hot: every event waits here once
    func send(_ value: Value) {
        let state = lane.pointee.state
        let life = state.pointee.life
        life?._withUnsafeGuaranteedRef { $0.keepValue() }
        lane.pointee.waiting.append((value, life))
        state.pointee.queue.append(port)
    }
}

extension Turns {
    /// Makes values wait for a turn of their own.
    ///
    /// - Returns: Puts a value into the queue. When it comes up, and its source was not cancelled, `turn` gets it.
    @inlinable  // hot
    final func queueing<Value>(owner: String, _ turn: @escaping (Value) -> Void) -> (Value) -> Void {
        let line = Line(self, owner: owner, turn)
        return { value in line.send(value) }
    }
}
