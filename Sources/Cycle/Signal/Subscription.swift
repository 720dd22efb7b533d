/// One running signal: `cancel` stops it, and nothing of it arrives afterwards.
///
/// Confined to the loop that made it. Cancelling twice, or after the end, does nothing.
public final class Subscription {
    private enum State {
        case active, finished, cancelled
    }

    private var state = State.active
    private var onCancel: (() -> Void)?
    private var closings: [() -> Void] = []
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

    public func cancel() {
        stop(as: (parent?.isWoundUp ?? false) ? .finished : .cancelled)
    }

    /// Stops what runs without silencing it: what was emitted before arrives.
    func windUp() {
        stop(as: .finished)
    }

    private func stop(as stopped: State) {
        guard state == .active else { return }
        state = stopped
        let stop = onCancel
        onCancel = nil
        stop?()
        close()
    }

    public var isCancelled: Bool { state == .cancelled }

    /// Whether what this one emitted before must not arrive any more: it, or what it runs inside of, was cancelled.
    /// A signal that ended by itself is not silenced: its last values arrive.
    @usableFromInline var isSilenced: Bool {
        state == .cancelled || (parent?.isSilenced ?? false)
    }

    /// What is cancelled inside of a signal that ended by itself belongs to what that one emitted.
    private var isWoundUp: Bool {
        state == .finished || (parent?.isWoundUp ?? false)
    }

    var isActive: Bool { state == .active }

    func isInside(_ other: Subscription) -> Bool {
        var ancestor = parent
        while let current = ancestor, current !== other { ancestor = current.parent }
        return ancestor != nil
    }

    func finish() {
        guard state == .active else { return }
        state = .finished
        onCancel = nil
        close()
    }

    /// Has `action` called at the end of this one, be it its own or a `cancel`; at once if that was before.
    func closing(_ action: @escaping () -> Void) {
        guard isActive else { return action() }
        closings.append(action)
    }

    private func close() {
        let actions = closings
        closings = []
        for action in actions { action() }
    }

    /// Makes `upstream` stop with this one; at once if this one was already cancelled while `upstream` started.
    func stop(with upstream: Subscription) {
        switch state {
        case .active: onCancel = upstream.cancel
        case .cancelled: upstream.cancel()
        case .finished: break
        }
    }
}
