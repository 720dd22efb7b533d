import Synchronization

/// The loop's end of an inlet.
///
/// Unchecked: `receiver` and `takenCount` are the loop's.
final class InletDoor: Door, @unchecked Sendable {
    /// Values posted whose turns are not over; counted only where there is a bound.
    private let pendingCount = Atomic(0)
    /// Whether somebody was told that there is no room, and not yet that there is again.
    private let isFull = Atomic(false)
    let isOver = Atomic(false)
    private let bound: Int?
    private let onRoom: (@Sendable () -> Void)?
    /// Values taken in this round of the loop, which says when their turns are over.
    private var takenCount = 0

    /// What gets the values, while the door is open. A struct that cannot be copied, so that to call it counts no
    /// references.
    private struct Receiver: ~Copyable {
        let loop: Loop
        let show: (UnsafeMutableRawPointer) -> Void
        let finish: () -> Void
        var isClosed = false
        var isReceiving = false

        borrowing func receive(_ payload: UnsafeMutableRawPointer) { show(payload) }
    }

    private let receiver = UnsafeMutablePointer<Receiver?>.holding(nil)

    init(for type: any Any.Type, bound: Int?, onRoom: (@Sendable () -> Void)?) {
        self.bound = bound
        self.onRoom = onRoom
        super.init(for: type)
    }

    deinit {
        receiver.free()
    }

    /// Any thread. Counts a value about to be posted; `false` when as many as the bound wait then, and `onRoom` will come.
    func hasRoomAfterPosting() -> Bool {
        guard let bound, pendingCount.add(1, ordering: .sequentiallyConsistent).newValue >= bound else { return true }
        isFull.store(true, ordering: .sequentiallyConsistent)
        // The loop may have made room, and looked, between the two lines above: then it will not look again.
        guard pendingCount.load(ordering: .sequentiallyConsistent) <= bound / 2 else { return false }
        return isFull.exchange(false, ordering: .sequentiallyConsistent)
    }

    // MARK: The loop only

    /// Has what is posted from now on, and before, brought to `show`, until the subscription is cancelled or the source ends.
    func open(
        in loop: Loop, _ show: @escaping (UnsafeMutableRawPointer) -> Void, finish: @escaping () -> Void
    ) -> Subscription {
        receiver.pointee = Receiver(loop: loop, show: show, finish: finish)
        loop.open(self)
        return Subscription { [self] in close() }
    }

    override func receive(_ payload: UnsafeMutableRawPointer) {
        if isOpen {
            receiver.pointee?.isReceiving = true
            receiver.pointee?.receive(payload)
            receiver.pointee?.isReceiving = false
            if receiver.pointee?.isClosed == true { receiver.pointee = nil }
        } else {
            destroy(payload)
        }
        if bound != nil { countTaken() }
    }

    override func end() {
        guard isOpen, let finish = receiver.pointee?.finish else { return }
        close()
        finish()
    }

    override func close() {
        guard isOpen, let loop = receiver.pointee?.loop else { return }
        // What is being called goes after its call.
        if receiver.pointee?.isReceiving == true {
            receiver.pointee?.isClosed = true
        } else {
            receiver.pointee = nil
        }
        loop.openSourceCount -= 1
    }

    private var isOpen: Bool { receiver.pointee?.isClosed == false }

    private func countTaken() {
        takenCount += 1
        if takenCount == 1 { receiver.pointee?.loop.noteTaken(self) }
    }

    /// The turns of what was taken are over.
    func makeRoom() {
        guard let bound else { return }
        let count = pendingCount.subtract(takenCount, ordering: .sequentiallyConsistent).newValue
        takenCount = 0
        // A source whose signal was cancelled is freed by its subscription.
        guard isOpen, count <= bound / 2, isFull.load(ordering: .sequentiallyConsistent) else { return }
        if isFull.exchange(false, ordering: .sequentiallyConsistent) { onRoom?() }
    }
}
