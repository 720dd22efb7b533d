/// A node in the tree of places: who watches the frame, or one part of it, in the order in which they came.
///
/// A change made at a branch is delivered to the observers on the way from the root down to it, and to all below it. A
/// branch elsewhere is passed over at the cost of comparing two addresses, if its part of the frame is another one.
///
/// Lives at an address of its own, as long as its place: to follow an address counts no references.
@usableFromInline
struct Branch: ~Copyable {
    /// A struct that cannot be copied, so that calling the closure in it counts no references either.
    fileprivate struct Observer: ~Copyable {
        let receive: (UnsafeRawPointer) -> Void
        /// What `receive` knows only by its address.
        let kept: AnyObject?
        var isGone = false

        borrowing func show(_ value: UnsafeRawPointer) {
            if !isGone { receive(value) }
        }
    }

    let parent: UnsafeMutablePointer<Branch>?
    /// The part of the frame's memory in which changes made here show.
    let extent: Range<UInt>
    /// The number of the last turn that changed something at or below this branch.
    var mark: UInt64 = 0
    /// Whether the first value has been delivered, so that a newcomer is shown the latest at once.
    var isShown = false
    /// Runs this branch inside its parent, while it has observers.
    var attach: (() -> Subscription)?
    fileprivate var attachment: Subscription?
    fileprivate var observers: ContiguousArray<UnsafeMutablePointer<Observer>> = []
    fileprivate var isWalking = false
    fileprivate var hasGaps = false

    init(parent: UnsafeMutablePointer<Branch>?, extent: Range<UInt>) {
        self.parent = parent
        self.extent = extent
    }

    deinit {
        for observer in observers { observer.free() }
    }
}

// On the address and not on the branch: observers that a walk calls may change the branch they are called from.
extension UnsafeMutablePointer<Branch> {
    func markPath(_ number: UInt64) {
        var branch: UnsafeMutablePointer<Branch>? = self
        while let current = branch {
            current.pointee.mark = number
            branch = current.pointee.parent
        }
    }

    /// - Parameter place: Owns this branch, and lives as long as it has observers.
    func observe(
        in place: AnyObject, keeping kept: AnyObject?, _ receive: @escaping (UnsafeRawPointer) -> Void
    ) -> Subscription {
        let observer = UnsafeMutablePointer<Branch.Observer>.allocate(capacity: 1)
        observer.initialize(to: Branch.Observer(receive: receive, kept: kept))
        pointee.observers.append(observer)
        if pointee.observers.count == 1, pointee.attachment == nil { pointee.attachment = pointee.attach?() }
        return Subscription {
            observer.pointee.isGone = true
            pointee.hasGaps = true
            if !pointee.isWalking { removeGaps() }
            withExtendedLifetime(place) {}
        }
    }

    /// Observers that come while this runs have been shown the value already; those that leave get nothing more.
    func deliver(_ value: UnsafeRawPointer) {
        pointee.isShown = true
        pointee.isWalking = true
        for index in 0..<pointee.observers.count { pointee.observers[index].pointee.show(value) }
        pointee.isWalking = false
        if pointee.hasGaps { removeGaps() }
    }

    private func removeGaps() {
        pointee.hasGaps = false
        let gone = pointee.observers.filter { $0.pointee.isGone }
        pointee.observers.removeAll { $0.pointee.isGone }
        for observer in gone { observer.free() }
        guard pointee.observers.isEmpty else { return }
        pointee.isShown = false
        let attachment = pointee.attachment
        pointee.attachment = nil
        attachment?.cancel()
    }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
    @usableFromInline
    static func holding(_ value: consuming Pointee) -> UnsafeMutablePointer {
        let address = UnsafeMutablePointer.allocate(capacity: 1)
        address.initialize(to: value)
        return address
    }

    /// Ends the life of what is here, and gives the memory back.
    @usableFromInline
    func free() {
        deinitialize(count: 1)
        deallocate()
    }
}
