import Synchronization

/// How many values of one inlet may wait, counted from the post to the end of their turns.
///
/// Unchecked: `onRoom` is called on the loop.
final class Bound: @unchecked Sendable {
    private let limit: Int
    private let onRoom: (@Sendable () -> Void)?
    private let pendingCount = Atomic(0)
    /// Whether somebody was told that there is no room, and not yet that there is again.
    private let isFull = Atomic(false)

    init(_ limit: Int, onRoom: (@Sendable () -> Void)?) {
        self.limit = limit
        self.onRoom = onRoom
    }

    /// Any thread. Counts a value about to be posted; `false` when as many as the bound wait then, and `onRoom` will come.
    func hasRoomAfterPosting() -> Bool {
        guard pendingCount.add(1, ordering: .sequentiallyConsistent).newValue >= limit else { return true }
        isFull.store(true, ordering: .sequentiallyConsistent)
        // The loop may have made room, and looked, between the two lines above: then it will not look again.
        guard pendingCount.load(ordering: .sequentiallyConsistent) <= limit / 2 else { return false }
        return isFull.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// The loop only. The turns of a value that was taken are over.
    func makeRoom() {
        let count = pendingCount.subtract(1, ordering: .sequentiallyConsistent).newValue
        guard count <= limit / 2, isFull.load(ordering: .sequentiallyConsistent) else { return }
        if isFull.exchange(false, ordering: .sequentiallyConsistent) { onRoom?() }
    }
}
