/// One running signal: `cancel` stops it, and nothing of it arrives afterwards.
///
/// Confined to the loop that made it. Cancelling twice, or after the end, does nothing.
public class Subscription {
    private enum State {
        case active, finished, cancelled
        /// Stopped, but not silenced: what it emitted before still arrives.
        case released
    }

    private var state = State.active
    /// Whether it holds itself: from its first value on, until it has ended and no value of it waits.
    private var isHeld = false
    /// Values that it emitted and that wait for their turn, or have it. Small, and here, to fit beside the state: a loop
    /// has dozens of these.
    private var waitingCount: UInt32 = 0
    private var onCancel: (() -> Void)?
    /// Cancelled at the end of this one, be it its own or a `cancel`. Most have none: an empty list would be counted.
    private var followers: [Subscription]?
    /// What this one runs inside of: when that is cancelled, so is this.
    private let parent: Subscription?

    /// - Parameter onCancel: Called once, at the first `cancel`, unless the signal ended before.
    public init(_ onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
        parent = nil
    }

    /// The subscription of a signal that has nothing to stop.
    public init() {
        parent = nil
    }

    init(within parent: Subscription?) {
        self.parent = parent
    }

    /// Cancels all of `parts`, in order.
    public convenience init(_ parts: [Subscription]) {
        self.init { for part in parts { part.cancel() } }
    }

    public final func cancel() {
        stop(as: .cancelled)
    }

    /// Stops it as `cancel` does, and lets what it has emitted arrive.
    final func release() {
        stop(as: .released)
    }

    private func stop(as end: State) {
        guard state == .active else { return }
        state = end
        let stop = onCancel
        onCancel = nil
        stop?()
        close()
        letGoOfItself()
    }

    public final var isCancelled: Bool { state == .cancelled }

    /// Whether what this one emitted before must not arrive any more: it, or what it runs inside of, was cancelled.
    /// A signal that ended by itself is not silenced: its last values arrive.
    @usableFromInline final var isSilenced: Bool {
        // Most run inside of nothing: to walk is to retain each on the way.
        guard parent != nil else { return state == .cancelled }
        var isSilenced = false
        var part: Subscription? = self
        while let current = part {
            // What was released took what runs inside of it along, and that is not silenced either.
            if current.state == .cancelled { isSilenced = true }
            if current.state == .released { isSilenced = false }
            part = current.parent
        }
        return isSilenced
    }

    /// Whether it, or what it runs inside of, was stopped from outside: an endless source must stop.
    final var isStopped: Bool {
        state == .cancelled || state == .released || (parent?.isStopped ?? false)
    }

    final var isActive: Bool { state == .active }

    final func isInside(_ other: Subscription) -> Bool {
        var ancestor = parent
        while let current = ancestor, current !== other { ancestor = current.parent }
        return ancestor != nil
    }

    final func finish() {
        guard state == .active else { return }
        state = .finished
        onCancel = nil
        close()
        letGoOfItself()
    }

    /// Has `follower` cancelled at the end of this one, be it its own or a `cancel`; at once if that was before.
    final func close(with follower: Subscription) {
        guard isActive else { return follower.cancel() }
        // Taken out: what is changed in place is checked for exclusive access wherever it is used.
        var all = followers ?? []
        followers = nil
        all.append(follower)
        followers = all
    }

    /// It emits a value that waits for its turn, and asks then whether it may arrive.
    ///
    /// Counted here and not by references: those are counted for all threads, at three times the price.
    @usableFromInline
    final func keepValue() {
        waitingCount += 1
        if isHeld { return }
        isHeld = true
        _ = Unmanaged.passRetained(self)
    }

    /// The turn of that value is over, or it never comes.
    @usableFromInline
    final func forgetValue() {
        waitingCount -= 1
        letGoOfItself()
    }

    private func letGoOfItself() {
        guard isHeld, waitingCount == 0, state != .active else { return }
        isHeld = false
        Unmanaged.passUnretained(self).release()
    }

    private func close() {
        guard let all = followers else { return }
        followers = nil
        for follower in all { follower.cancel() }
    }

    /// Makes `upstream` stop with this one, which stops nothing else; at once if this one was already cancelled while
    /// `upstream` started.
    final func stop(with upstream: Subscription) {
        switch state {
        case .active: onCancel = upstream.cancel
        case .cancelled, .released: upstream.cancel()
        case .finished: break
        }
    }
}
