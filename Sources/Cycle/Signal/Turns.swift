/// What all signals of one loop share: whose turn it is, what is emitting, and, through the loop that subclasses it,
/// time and the way to other threads.
///
/// Confined to the loop. One value is one turn: it changes the frame, the frame goes to every observer, then the next
/// value is taken, first come, first served. What is emitted meanwhile waits in a ``Port``.
@usableFromInline
package class Turns {
    /// What changes with every turn. Behind a pointer, because every use of a class's property is checked for exclusive
    /// access, and with references that nobody counts.
    @usableFromInline
    struct State: ~Copyable {
        @usableFromInline var queue = Ring<UnsafeMutablePointer<Port>>()
        /// The part of the frame that the turn under way has changed.
        @usableFromInline var changed: UnsafeMutablePointer<Branch>?
        /// The part that the frame being delivered differs in.
        var origin: UnsafeMutablePointer<Branch>?
        /// The whole frame; `nil` where there is none, as in a test of an operator.
        var root: UnsafeMutablePointer<Branch>?
        var number: UInt64 = 0
        /// What is emitting just now; held by who says so.
        @usableFromInline var life: Unmanaged<Subscription>?
        @usableFromInline var witness: Unmanaged<Witness>?
        /// Whether the delivery is at or below the origin: above it, only the branches marked with this turn are on the way.
        var isWhole = true
        /// Whether a turn's value is on its way to the frame.
        var isApplying = false
        /// Whether turns are being taken, so that a call from inside one of them can wait.
        var isBusy = false
    }

    @usableFromInline final let state = UnsafeMutablePointer.holding(State())
    /// Set while somebody listens to the moments of this loop.
    final var witness: Witness? {
        didSet { state.pointee.witness = witness.map(Unmanaged.passUnretained) }
    }

    /// Takes the turns. Leaves before it goes: what drains a loop may be called while that ends.
    final unowned var owner: (any TurnsOwner)?

    deinit {
        dropTurns()
        state.free()
    }

    var now: Duration { preconditionFailure("a loop tells the time") }
    func alarm(_ ring: @escaping (_ now: Duration) -> Void) -> any Alarm { preconditionFailure("a loop has alarms") }
    func settle(_ work: @escaping @Sendable () async -> Void) { preconditionFailure("a loop waits") }

    /// What is emitting just now, so that its values can be silenced while they wait. Whoever sets it holds it.
    @usableFromInline
    final var life: Subscription? {
        get { state.pointee.life?.takeUnretainedValue() }
        set { state.pointee.life = newValue.map(Unmanaged.passUnretained) }
    }

    /// Runs one turn. Returns whether a value was waiting.
    final func takeTurn() -> Bool {
        guard let port = state.pointee.queue.popFirst() else { return false }
        state.pointee.number &+= 1
        state.pointee.isApplying = true
        port.pointee.takeOldest(state, at: port)
        state.pointee.isApplying = false
        state.pointee.life = nil
        // The port, and with it the place that changed, is kept to the end of the turn.
        defer { port.letGo() }
        if let branch = state.pointee.changed { deliver(from: branch) }
        return true
    }

    /// Gives the frame to all observers, in order. What they emit waits for its turn.
    final func deliver(from branch: UnsafeMutablePointer<Branch>) {
        state.pointee.changed = nil
        guard let root = state.pointee.root else { return }
        if branch.markPath(state.pointee.number) { return branch.deliver(branch.pointee.address) }
        state.pointee.origin = branch
        state.pointee.isWhole = false
        root.deliver(root.pointee.address)
        state.pointee.isWhole = true
    }

    /// Drops what waits.
    final func dropTurns() {
        while let port = state.pointee.queue.popFirst() { port.dropOldest() }
    }

    /// Starts a signal so that all of it, now and later, is silenced when `life` is cancelled.
    final func starting(_ life: Subscription, _ start: () -> Subscription) {
        let outer = self.life
        self.life = life
        life.stop(with: start())
        self.life = outer
    }

    /// Passes a value on under the name of `life`; not at all once that was cancelled.
    final func emitting(_ life: Subscription, _ emit: () -> Void) {
        guard !life.isSilenced else { return }
        // Held by whoever named it, beyond this call.
        let outer = state.pointee.life
        // What emits inside of it has been named already, and can be cancelled alone.
        if outer?.takeUnretainedValue().isInside(life) != true { state.pointee.life = .passUnretained(life) }
        emit()
        state.pointee.life = outer
    }
}

/// What starts a loop and has it take its turns.
@usableFromInline
package protocol TurnsOwner: AnyObject {
    /// Takes all that waits, unless a turn is under way.
    func drain()
}

/// Something that can be armed to ring once, at a time of its scheduler.
public protocol Alarm: AnyObject {
    /// Rings at `deadline`, or as soon as possible if that has passed. Replaces an earlier deadline.
    func arm(at deadline: Duration)
    func disarm()
}
