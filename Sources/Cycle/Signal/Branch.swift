/// A node in the tree of places: who watches the frame, or one part of it, in the order in which they came.
///
/// A change made at a branch is delivered to the observers on the way from the root down to it, and to all below it. A
/// branch elsewhere is passed over at the cost of comparing two addresses, if its part of the frame is another one.
@usableFromInline
final class Branch {
    @usableFromInline final class Observer {
        @usableFromInline let receive: (UnsafeRawPointer) -> Void
        @usableFromInline var isGone = false

        @usableFromInline
        init(_ receive: @escaping (UnsafeRawPointer) -> Void) {
            self.receive = receive
        }
    }

    @usableFromInline let parent: Branch?
    /// The part of the frame's memory in which changes made here show.
    let extent: Range<UInt>
    /// The number of the last turn that changed something at or below this branch.
    @usableFromInline var mark: UInt64 = 0
    /// Whether the first value has been delivered, so that a newcomer is shown the latest at once.
    @usableFromInline var isShown = false
    private var observers: ContiguousArray<Observer> = []
    private var isWalking = false
    private var hasGaps = false
    /// Runs this branch inside its parent, while it has observers.
    var attach: (() -> Subscription)?
    private var attachment: Subscription?

    init(parent: Branch?, extent: Range<UInt>) {
        self.parent = parent
        self.extent = extent
    }

    func markPath(_ number: UInt64) {
        var branch: Branch? = self
        while let current = branch {
            current.mark = number
            branch = current.parent
        }
    }

    func observe(_ observer: Observer) -> Subscription {
        observers.append(observer)
        if observers.count == 1, attachment == nil { attachment = attach?() }
        return Subscription { [self] in
            observer.isGone = true
            hasGaps = true
            if !isWalking { removeGaps() }
        }
    }

    /// Observers that come while this runs have been shown the value already; those that leave get nothing more.
    func deliver(_ value: UnsafeRawPointer) {
        isShown = true
        isWalking = true
        for index in 0..<observers.count {
            let observer = observers[index]
            if !observer.isGone { observer.receive(value) }
        }
        isWalking = false
        if hasGaps { removeGaps() }
    }

    private func removeGaps() {
        hasGaps = false
        observers.removeAll(where: \.isGone)
        guard observers.isEmpty else { return }
        isShown = false
        attachment?.cancel()
        attachment = nil
    }
}
