/// One running signal: `cancel` stops it, and nothing of it arrives afterwards.
///
///     let watching = cycle.observe { frame in print(frame) }
///     watching.cancel()
///
/// Forgetting a subscription cancels nothing.
///
/// Confined to the loop that made it. Cancelling twice, or after the end, does nothing.
///
/// Subscriptions stand in a tree: what a signal starts runs inside of it, and stops with it. A value that waits for its turn
/// remembers which of them emitted it, and asks when that comes whether it may still arrive, see `arrives(in:)`.
public final class Subscription {
    @usableFromInline
    enum State {
        case active
        /// It is being started: what stops something around it cannot reach it by then.
        case starting
        /// It ended by itself: its last values arrive.
        case ended
        /// It was stopped, by one that lets what has passed it arrive: what it emitted waits on beyond that one.
        case released
        case cancelled
    }

    @exclusivity(unchecked) @usableFromInline private(set) var state = State.active
    /// Called at a stop; dropped at the end.
    private var onStop: (() -> Void)?
    /// Called at a stop and at the end.
    @exclusivity(unchecked) private var onClose: [() -> Void] = []
    /// The subscription around it: when that stops, so does this. Of one that goes on as another, that one.
    @exclusivity(unchecked) @usableFromInline private(set) var parent: Subscription?
    /// The second one that a value depends on which has passed from one tree to another, through a shared signal.
    private var companion: Subscription?
    /// Whether its values can be silenced after it has ended: those of an effect, for as long as it is wanted.
    private let isWanted: Bool

    /// - Parameter onCancel: Called once, at the first `cancel`, on the loop, unless the signal ended before: a signal that
    ///   ends gives back what it took by itself. Without it, for a signal that has nothing to stop, cancelling silences what
    ///   the signal emitted, and does nothing else.
    public convenience init(_ onCancel: (() -> Void)? = nil) {
        self.init(within: nil)
        onStop = onCancel
    }

    /// Cancels all of `parts`, in order, with itself. Each of them can be cancelled alone before.
    public convenience init(_ parts: [Subscription]) {
        self.init { for part in parts { part.cancel() } }
    }

    /// A subscription that is stopped from the start if its parent is.
    init(within parent: Subscription?, isWanted: Bool = false) {
        self.parent = parent
        self.isWanted = isWanted
        if let stopped = parent?.stopped { state = stopped }
    }

    /// A value that passed through both depends on this. It is asked for nothing but ``arrives(in:)``.
    private init(joining parent: Subscription, with companion: Subscription) {
        self.parent = parent
        self.companion = companion
        isWanted = false
        state = .ended
    }

    deinit {
        // One after the other: a long row of them, released by each other, would overflow the stack.
        while isKnownUniquelyReferenced(&companion) { companion = companion?.companion.take() }
        while isKnownUniquelyReferenced(&parent) { parent = parent?.parent.take() }
    }

    /// Stops it. Its values that still wait for their turn never arrive; unless something that it runs inside of was
    /// stopped before and lets that pass, as ``Signal/prefix(_:)`` does.
    public func cancel() {
        // Where something around it lets its values pass, it is not silenced either.
        stop(as: parent?.stopped == .released ? .released : .cancelled)
    }

    // MARK: Ends

    @inlinable var isActive: Bool { state == .active || state == .starting }
    /// Whether `cancel` has stopped it: `false` after an end of its own.
    public var isCancelled: Bool { state == .cancelled }

    /// Whether it, or what it runs inside of, was stopped from outside: an endless source must stop.
    @usableFromInline var isStopped: Bool { stopped != nil }

    /// Calls `emit` while it starts and a value goes anywhere: a signal behind it that is complete could not stop it yet.
    @inline(never)  // seldom: else its work is on the way of every value
    func emitAtStart(_ emit: () -> Void) {
        if state == .starting, !isStopped { emit() }
    }

    /// How it was stopped, or else what it runs inside of. To the outermost: while something is being started, what stops that
    /// has not reached it yet.
    private var stopped: State? {
        var next: Subscription? = self
        while let current = next {
            if current.state == .cancelled || current.state == .released { return current.state }
            next = current.parent
        }
        return nil
    }

    /// Stops it as `cancel` does, and lets what has passed it arrive.
    func release() {
        stop(as: .released)
    }

    /// Stops it as `cancel` does, also when it has ended: what it emitted and what still waits never arrives.
    func silence() {
        assert(isWanted, "what is silenced after its end is remembered until then")
        if state == .ended { state = .cancelled } else { cancel() }
    }

    /// It has ended by itself.
    ///
    /// - Returns: Whether it was active: an end comes once.
    @discardableResult
    func end() -> Bool {
        guard isActive else { return false }
        state = .ended
        let unused = onStop.take()
        close()
        // Last: what it holds may come back here.
        _ = consume unused
        return true
    }

    /// Goes on as `child`, all of it that still runs: that runs where this one did, and decides about what this one has emitted.
    ///
    /// - Returns: Whether it does: not while one of the two is being started.
    func goOn(as child: Subscription) -> Bool {
        guard state == .active, child.state == .active, onClose.isEmpty else { return false }
        assert(child.parent === self && !isWanted, "one that goes on as another runs nothing else")
        let unused = onStop.take()
        (state, child.parent, parent) = (.ended, parent, child)
        // Last, as at an end.
        _ = consume unused
        return true
    }

    /// Has `act` called when this one stops or ends; at once if it has.
    @usableFromInline func atClose(_ act: @escaping () -> Void) {
        if isActive { onClose.append(act) } else { act() }
    }

    /// Has it be started by what `start` does: all of that, now and later, runs inside of it.
    func start(by start: () -> Subscription) {
        if state == .active { state = .starting }
        stop(with: start())
        if state == .starting { state = .active }
    }

    /// Makes `upstream` stop with this one, which stops nothing else; at once if this one was stopped while `upstream`
    /// started.
    func stop(with upstream: Subscription) {
        switch state {
        case .active, .starting: onStop = upstream.cancel
        case .cancelled, .released: upstream.cancel()
        case .ended: break
        }
    }

    private func stop(as end: State) {
        guard isActive else { return }
        state = end
        onStop.take()?()
        close()
    }

    private func close() {
        for act in exchange(&onClose, with: []) { act() }
    }

    // MARK: Values that wait

    /// Whether a value that this one emitted, and that waits at a source inside of `scope`, may still have its turn.
    ///
    /// Not if anything between the two was cancelled: what emitted it, or what that runs inside of. An active one runs inside
    /// of active ones only, as stopping goes from the outside in; so this looks no further than the first that is active.
    @usableFromInline
    func arrives(in scope: Subscription?) -> Bool {
        var next: Subscription? = self
        while let current = next, current !== scope, !current.isActive {
            if current.state == .cancelled { return false }
            next = current.parent
            if let companion = current.companion {
                if next?.arrives(in: scope) == false { return false }
                next = companion
            }
        }
        return true
    }

    /// Names what a value depends on that `other` emitted and that has passed this one.
    func joined(with other: Subscription) -> Subscription {
        other.dependence(beside: self).map { Subscription(joining: self, with: $0) } ?? self
    }

    /// The part of this one that decides about its values and not about those of `inner`; `nil` if nothing does.
    ///
    /// A subscription that has ended for good decides nothing. So a value that goes round and round depends on the effects
    /// that still run, and not on all that it has passed.
    private func dependence(beside inner: Subscription) -> Subscription? {
        if contains(inner) { return nil }
        guard state == .ended, !isWanted else { return self }
        let outer = parent?.dependence(beside: inner)
        guard let companion else { return outer }
        guard let other = companion.dependence(beside: inner) else { return outer }
        return outer == nil ? other : self
    }

    /// Whether `other` is this one, or something that runs inside of it.
    func contains(_ other: Subscription) -> Bool {
        var next: Subscription? = other
        while let current = next {
            if current === self { return true }
            next = current.parent
        }
        return false
    }
}
