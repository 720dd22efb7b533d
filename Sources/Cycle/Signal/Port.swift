/// One source's place in the queue of turns: each time the port comes up, the oldest value waiting there takes its turn.
///
/// The head of a ``Lane``, at the same address: the queue knows it, and not what the values are. Structs that cannot be
/// copied, so that calling a closure in them counts no references.
@usableFromInline
struct Port: ~Copyable {
    /// Whom to name when the loop has to complain.
    @usableFromInline let owner: String
    /// Those who can send count as one, and so does each value until its turn is over. The last to go frees the lane.
    @usableFromInline var holdCount = 1
    // Given the port and not closed over it: called for every event, they have nothing to unpack.
    private let take: (UnsafeMutablePointer<Turns.State>, UnsafeMutablePointer<Port>) -> Void
    /// Drops the oldest value, or frees the lane.
    fileprivate let drop: (UnsafeMutablePointer<Port>, _ isLast: Bool) -> Void

    @usableFromInline
    init(
        owner: String, take: @escaping (UnsafeMutablePointer<Turns.State>, UnsafeMutablePointer<Port>) -> Void,
        drop: @escaping (UnsafeMutablePointer<Port>, _ isLast: Bool) -> Void
    ) {
        self.owner = owner
        self.take = take
        self.drop = drop
    }

    /// Gives the oldest value its turn.
    borrowing func takeOldest(_ state: UnsafeMutablePointer<Turns.State>, at port: UnsafeMutablePointer<Port>) {
        take(state, port)
    }
}

extension UnsafeMutablePointer<Port> {
    /// Drops the oldest value, which gets no turn.
    func dropOldest() {
        pointee.drop(self, false)
        letGo()
    }

    /// A value's turn is over, or nobody can send any more.
    @usableFromInline
    func letGo() {
        pointee.holdCount &-= 1
        guard pointee.holdCount == 0 else { return }
        // Not called where it lives: that is what it frees.
        let drop = pointee.drop
        drop(self, true)
    }

    /// What the port is the head of.
    @inlinable
    func lane<Value>(of type: Value.Type) -> UnsafeMutablePointer<Lane<Value>> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Lane<Value>.self)
    }
}

/// The values that wait at a port, each with what must not have been cancelled for it to arrive, and what their turns do.
@usableFromInline
struct Lane<Value>: ~Copyable {
    // The first property: its address is the lane's.
    @usableFromInline var port: Port
    @usableFromInline var waiting = Ring<(Value, Unmanaged<Subscription>?)>()
    /// What the source runs inside of.
    @usableFromInline let home: Unmanaged<Subscription>?
    @usableFromInline let keptHome: Subscription?
    @usableFromInline let turn: (Value) -> Void

    @inlinable  // hot, as all here: made for the event's type
    init(owner: String, within home: Subscription?, _ turn: @escaping (Value) -> Void) {
        port = Port(
            owner: owner, take: { $1.lane(of: Value.self).takeOldest($0) },
            drop: { port, isLast in
                let lane = port.lane(of: Value.self)
                if isLast { lane.free() } else { lane.dropOldest() }
            })
        keptHome = home
        self.home = home.map(Unmanaged.passUnretained)
        self.turn = turn
    }

    @inlinable
    borrowing func act(on value: Value) { turn(value) }
}

extension UnsafeMutablePointer<Turns.State> {
    /// Says that `life` emits.
    ///
    /// - Returns: Whether it may.
    @inlinable
    func names(_ life: Unmanaged<Subscription>?) -> Bool {
        guard let life else { return true }
        if life._withUnsafeGuaranteedRef({ $0.isSilenced }) { return false }
        pointee.life = life
        return true
    }
}

// On the address and not on the lane: a turn may send to the lane that it came from.
extension UnsafeMutablePointer where Pointee: ~Copyable {
    @inlinable
    func takeOldest<Value>(_ state: UnsafeMutablePointer<Turns.State>) where Pointee == Lane<Value> {
        guard let (value, life) = pointee.waiting.popFirst() else { return }
        // What is only lent to the turns must live to the end of this one.
        defer { life?._withUnsafeGuaranteedRef { $0.forgetValue() } }
        guard state.names(pointee.home), state.names(life) else { return }
        if let witness = state.pointee.witness?.takeUnretainedValue() {
            witness.begin()
            pointee.act(on: value)
            witness.end(pointee.port.owner, value)
        } else {
            pointee.act(on: value)
        }
    }

    @inlinable
    func dropOldest<Value>() where Pointee == Lane<Value> {
        if let (_, life) = pointee.waiting.popFirst() { life?._withUnsafeGuaranteedRef { $0.forgetValue() } }
    }
}

/// Who can send to a lane.
@usableFromInline
final class Line<Value> {
    @usableFromInline let lane: UnsafeMutablePointer<Lane<Value>>
    @usableFromInline let state: UnsafeMutablePointer<Turns.State>
    /// Owns the state.
    @usableFromInline let turns: Turns

    @inlinable
    init(_ turns: Turns, owner: String, within home: Subscription?, _ turn: @escaping (Value) -> Void) {
        lane = .allocate(capacity: 1)
        lane.initialize(to: Lane(owner: owner, within: home, turn))
        state = turns.state
        self.turns = turns
    }

    @inlinable
    deinit { port.letGo() }

    @inlinable
    var port: UnsafeMutablePointer<Port> { UnsafeMutableRawPointer(lane).assumingMemoryBound(to: Port.self) }

    @inlinable  // hot: every event waits here once
    func send(_ value: Value) {
        lane.pointee.port.holdCount &+= 1
        let life = state.pointee.life
        life?._withUnsafeGuaranteedRef { $0.keepValue() }
        lane.pointee.waiting.append((value, life))
        state.pointee.queue.append(port)
    }
}

extension Turns {
    /// Makes values wait for a turn of their own.
    ///
    /// - Parameters:
    ///   - owner: Whom to name when the loop has to complain.
    ///   - home: What the source runs inside of; by default what is emitting just now.
    /// - Returns: Puts a value into the queue. When it comes up, and its source was not cancelled, `turn` gets it.
    @inlinable  // hot
    final func queueing<Value>(
        owner: String, within home: Subscription?, _ turn: @escaping (Value) -> Void
    ) -> (Value) -> Void {
        let line = Line(self, owner: owner, within: home, turn)
        return { value in line.send(value) }
    }

    @inlinable  // hot
    final func queueing<Value>(owner: String, _ turn: @escaping (Value) -> Void) -> (Value) -> Void {
        queueing(owner: owner, within: life, turn)
    }
}
