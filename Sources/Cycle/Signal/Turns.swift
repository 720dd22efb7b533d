/// What all signals of one loop share: whose turn it is, what is emitting, and, through the loop that subclasses it,
/// time and the way to other threads.
///
/// Confined to the loop. One value is one turn: it changes the frame, the frame goes to every observer, then the next
/// value is taken, first come, first served. What is emitted meanwhile waits in a ``Port``.
@usableFromInline
package class Turns {
    @usableFromInline final var queue = Ring<Port>()
    /// The part of the frame that the turn under way has changed.
    @usableFromInline final var changed: Branch?
    /// The part that the frame being delivered differs in, and whether the delivery is at or below it: above it, only
    /// the branches marked with this turn are on the way.
    final var origin: Branch?
    final var isWhole = true
    /// The whole frame; `nil` where there is none, as in a test of an operator.
    final var root: (branch: Branch, address: UnsafeRawPointer)?
    @usableFromInline final var number: UInt64 = 0
    /// What is emitting just now, so that its values can be silenced while they wait.
    @usableFromInline final var life: Subscription?
    /// Whether a turn's value is on its way to the frame.
    @usableFromInline final var isApplying = false
    /// Set while somebody listens to the moments of this loop.
    @usableFromInline final var witness: Witness?

    /// Takes all that waits, unless a turn is under way. Set by the owner of the loop.
    final var drain: () -> Void = {}

    init() {}

    var now: Duration { preconditionFailure("a loop tells the time") }
    func alarm(_ ring: @escaping () -> Void) -> any Alarm { preconditionFailure("a loop has alarms") }
    func settle(_ work: @escaping @Sendable () async -> Void) { preconditionFailure("a loop waits") }

    /// Runs one turn. Returns whether a value was waiting.
    final func takeTurn() -> Bool {
        guard let port = queue.popFirst() else { return false }
        number &+= 1
        isApplying = true
        if let witness { witness.watch(port) } else { port.take() }
        isApplying = false
        life = nil
        if let branch = changed { deliver(from: branch) }
        return true
    }

    /// Gives the frame to all observers, in order. What they emit waits for its turn.
    final func deliver(from branch: Branch) {
        changed = nil
        guard let root else { return }
        branch.markPath(number)
        origin = branch
        isWhole = branch === root.branch
        root.branch.deliver(root.address)
        isWhole = true
    }

    /// Starts `signal` so that all of it, now and later, is silenced when `life` is cancelled.
    final func starting<Value>(_ life: Subscription, _ signal: (Sink<Value>) -> Subscription, _ sink: Sink<Value>) {
        let outer = self.life
        self.life = life
        life.stop(with: signal(sink))
        self.life = outer
    }

    /// Passes a value on under the name of `life`; not at all once that was cancelled.
    final func emitting(_ life: Subscription, _ emit: () -> Void) {
        guard !life.isSilenced else { return }
        let outer = self.life
        // What emits inside of it has been named already, and can be cancelled alone.
        if outer?.isInside(life) != true { self.life = life }
        emit()
        self.life = outer
    }
}

/// Something that can be armed to ring once, at a time of its scheduler.
public protocol Alarm: AnyObject {
    /// Rings at `deadline`, or as soon as possible if that has passed. Replaces an earlier deadline.
    func arm(at deadline: Duration)
    func disarm()
}
