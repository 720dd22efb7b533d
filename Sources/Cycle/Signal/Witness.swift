/// Sees every turn from both sides, for the moments of a loop. A loop that nobody listens to has none.
@usableFromInline
final class Witness {
    /// What the turn under way was caused by: which source, and its value.
    @usableFromInline var cause: (owner: String, event: Any)?
    let before: () -> Void
    let after: (_ owner: String, _ event: Any) -> Void
    /// Nothing waits any more.
    let idle: () -> Void

    init(
        before: @escaping () -> Void, after: @escaping (_ owner: String, _ event: Any) -> Void,
        idle: @escaping () -> Void
    ) {
        self.before = before
        self.after = after
        self.idle = idle
    }

    func watch(_ port: UnsafeMutablePointer<Port>) {
        cause = nil
        before()
        port.pointee.takeOldest()
        // A cancelled value has no moment: it did not happen.
        if let cause { after(cause.owner, cause.event) }
    }
}
