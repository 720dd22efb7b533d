import Synchronization

/// The thread-safe end of a signal of which only the newest value matters: a position, a size, a level.
///
///     sent     12-3456--7|
///     taken    -2---6--7|      the loop was busy; coalescedCount is 4
///
/// One value waits for the loop at most, and one more for its turn; a newer one takes the place of the one that waits, and
/// is counted. For a source that cannot be slowed; one that can has an ``Inlet`` with a bound.
public final class Sampler<Value: Sendable>: Sendable {
    private let coalesced = Atomic(0)
    let port: Port

    init(in mailbox: Mailbox) {
        port = Port(in: mailbox)
    }

    deinit {
        port.postEnd()
    }

    /// Any thread, at any time; returns at once. A value that is sent after the end is dropped.
    public func send(_ value: Value) {
        guard !port.isOver.load(ordering: .relaxed) else { return }
        if port.leaveNewest(Letter(to: port, carrying: value)) { coalesced.add(1, ordering: .relaxed) }
    }

    /// How many values a newer one has replaced before the loop took them: what was sent is what arrived and these.
    public var coalescedCount: Int { coalesced.load(ordering: .relaxed) }

    /// Any thread. Ends the signal after the newest value.
    public func end() {
        if !port.isOver.load(ordering: .relaxed) { port.postEnd() }
    }
}
