import Synchronization

/// The thread-safe end of a signal of which only the newest value matters: a position, a size, a level.
///
///     sent     12-3456--7|
///     taken    -2---6--7|      the loop was busy; coalescedCount is 4
///
/// One value waits for the loop at most, and one more for its turn; a newer one takes the place of the one that waits, and
/// is counted. For a source that cannot be slowed; one that can has an ``Inlet`` with a bound.
public final class Sampler<Value: Sendable>: Sendable {
    let newest = NewestValue<Value>()
    private let coalesced = Atomic(0)
    /// Tells the loop to look at the newest value: sent to when that has come to an empty place, so once at most.
    let wakes: Inlet<Void>

    init(in mailbox: Mailbox) {
        wakes = Inlet(in: mailbox)
    }

    /// Any thread, at any time; returns at once. What is sent after the end is dropped.
    public func send(_ value: Value) {
        guard newest.exchange(value) == nil else {
            coalesced.add(1, ordering: .relaxed)
            return
        }
        // Nobody will take it.
        if wakes.send(()) == .closed { _ = newest.exchange(nil) }
    }

    /// How many values a newer one has replaced before the loop took them: what was sent is what arrived and these.
    public var coalescedCount: Int { coalesced.load(ordering: .relaxed) }

    /// Any thread. Ends the signal after the newest value.
    public func end() {
        wakes.end()
    }
}
