import Synchronization

/// The loop's end of an inlet.
///
/// Unchecked: `receiver` is the loop's.
final class InletDoor: Door, @unchecked Sendable {
    /// What gets the values. A struct that cannot be copied, so that to call it counts no references.
    private struct Receiver: ~Copyable {
        let show: (UnsafeMutableRawPointer) -> Void
        let finish: () -> Void
        var isClosed = false
        var isReceiving = false

        borrowing func receive(_ payload: UnsafeMutableRawPointer) { show(payload) }
    }

    /// `nil` while nobody takes the values.
    private var receiver: UnsafeMutablePointer<Receiver>?
    let bound: Bound?
    let isOver = Atomic(false)

    init(for type: any Any.Type, bound: Bound?) {
        self.bound = bound
        super.init(for: type)
    }

    deinit {
        receiver?.free()
    }

    /// Has what is posted from now on, and before, brought to `show`, until the door is closed or the source ends.
    func open(in loop: Loop, _ show: @escaping (UnsafeMutableRawPointer) -> Void, finish: @escaping () -> Void) {
        receiver = .holding(Receiver(show: show, finish: finish))
        bound?.onTaken = { [unowned loop, unowned self] in loop.noteTaken(self) }
        loop.open(self)
    }

    var isOpen: Bool { receiver != nil }

    override func receive(_ payload: UnsafeMutableRawPointer) {
        guard let receiver else { return destroy(payload) }
        receiver.pointee.isReceiving = true
        receiver.pointee.receive(payload)
        receiver.pointee.isReceiving = false
        if receiver.pointee.isClosed { receiver.free() }
        if isOpen { bound?.countTaken() }
    }

    override func end() {
        guard let finish = receiver?.pointee.finish else { return }
        close()
        finish()
    }

    override func close() {
        guard let receiver else { return }
        self.receiver = nil
        noteClosed()
        // What is being called goes after its call.
        if receiver.pointee.isReceiving { receiver.pointee.isClosed = true } else { receiver.free() }
    }

    /// What is sent from now on is refused.
    func closeForGood() {
        isOver.store(true, ordering: .relaxed)
        close()
    }
}

/// How many values may wait at a door, counted from the post to the end of their turns.
///
/// Unchecked: `takenCount` and `onTaken` are the loop's.
final class Bound: @unchecked Sendable {
    private let limit: Int
    private let onRoom: (@Sendable () -> Void)?
    private let pendingCount = Atomic(0)
    /// Whether somebody was told that there is no room, and not yet that there is again.
    private let isFull = Atomic(false)
    /// Values taken in this round of the loop, which says when their turns are over.
    private var takenCount = 0
    /// Called with the first value taken in a round.
    var onTaken: (() -> Void)?

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

    /// The loop only.
    func countTaken() {
        takenCount += 1
        if takenCount == 1 { onTaken?() }
    }

    /// The loop only. The turns of what was taken are over.
    ///
    /// - Parameter isOpen: A source whose signal was cancelled is freed by its subscription.
    func makeRoom(isOpen: Bool) {
        let count = pendingCount.subtract(takenCount, ordering: .sequentiallyConsistent).newValue
        takenCount = 0
        guard isOpen, count <= limit / 2, isFull.load(ordering: .sequentiallyConsistent) else { return }
        if isFull.exchange(false, ordering: .sequentiallyConsistent) { onRoom?() }
    }
}
