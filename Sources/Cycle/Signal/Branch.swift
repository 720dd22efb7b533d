/// A node in the tree of places: who watches the frame, or one part of it, in the order in which they came.
///
/// A change made at a branch is delivered to the observers on the way from the root down to it, and to all below it. A
/// branch elsewhere is passed over at the cost of comparing two addresses, if its part of the frame is another one.
///
/// Lives at an address of its own, as long as its place: to follow an address counts no references.
@usableFromInline
struct Branch: ~Copyable {
    /// Tells whether a part is still what was shown of it before, unless it is known to be new.
    @usableFromInline typealias Memory = (_ value: UnsafeRawPointer, _ isKnownNew: Bool) -> Bool

    let parent: UnsafeMutablePointer<Branch>?
    /// The part of the frame's memory in which changes made here show.
    let extent: Range<UInt>
    fileprivate let state: UnsafeMutablePointer<Turns.State>
    /// The number of the last turn that changed something at or below this branch.
    var mark: UInt64 = 0
    /// Runs this branch inside its parent, while it has observers.
    var attach: (() -> Subscription)?
    fileprivate var attachment: Subscription?
    /// The part that is the only observer, if so. Not asked for each time: it is for every turn.
    fileprivate var onlyPart: UnsafeMutablePointer<Branch>?
    private var memory: Memory = { _, _ in false }
    fileprivate var observers = Observers()
    // Small ones together, beside the half word at the end of the observers: every loop keeps a branch.
    /// Whether the first value has been delivered, so that a newcomer is shown the latest at once.
    var isShown = false
    fileprivate var isWalking = false
    fileprivate var hasGaps = false
    fileprivate var isCompared = false

    init(
        parent: UnsafeMutablePointer<Branch>?, extent: Range<UInt>, _ state: UnsafeMutablePointer<Turns.State>
    ) {
        self.parent = parent
        self.extent = extent
        self.state = state
    }

    /// Where a part lives that never moves.
    var address: UnsafeRawPointer {
        guard let address = UnsafeRawPointer(bitPattern: extent.lowerBound) else {
            preconditionFailure("a part that is shown by its address has one")
        }
        return address
    }

    mutating func compare(by memory: Memory?) {
        isCompared = memory != nil
        if let memory { self.memory = memory }
    }

    fileprivate borrowing func isRepeat(_ value: UnsafeRawPointer, isKnownNew: Bool) -> Bool {
        isCompared && memory(value, isKnownNew)
    }
}

// On the address and not on the branch: observers that a walk calls may change the branch they are called from.
extension UnsafeMutablePointer<Branch> {
    /// Marks all branches from here to the root.
    ///
    /// - Returns: Whether nobody watches on the way but the next part: what is delivered here needs no walk from the root.
    func markPath(_ number: UInt64) -> Bool {
        var isDirect = true
        var branch = self
        while let parent = branch.pointee.parent {
            branch.pointee.mark = number
            if parent.pointee.onlyPart != branch || branch.pointee.isCompared || !branch.pointee.isShown {
                isDirect = false
            }
            branch = parent
        }
        branch.pointee.mark = number
        return isDirect
    }

    /// - Parameters:
    ///   - place: Owns this branch, and lives as long as it has observers.
    ///   - kept: Owns the context.
    func observe(
        in place: AnyObject, keeping kept: AnyObject?, at context: UnsafeRawPointer, _ act: @escaping Observers.Action
    ) -> Subscription {
        welcome(pointee.observers.add(keeping: kept, at: context, act), in: place)
    }

    /// Shows a part of this branch whenever this branch is delivered, unless it did not change.
    ///
    /// - Parameters:
    ///   - part: A part at an address of its own.
    ///   - owner: Owns the part, and lives as long as it is watched.
    func observe(part: UnsafeMutablePointer<Branch>, of owner: AnyObject, in place: AnyObject) -> Subscription {
        let number = pointee.observers.add(isPart: true, keeping: owner, at: part) { part, _ in
            let part = UnsafeMutableRawPointer(mutating: part).assumingMemoryBound(to: Branch.self)
            part.deliver(part: part.pointee.address)
        }
        return welcome(number, in: place)
    }

    private func welcome(_ number: Int, in place: AnyObject) -> Subscription {
        findOnlyPart()
        if pointee.observers.count == 1, pointee.attachment == nil { pointee.attachment = pointee.attach?() }
        return Subscription {
            pointee.observers.leave(number)
            pointee.hasGaps = true
            pointee.onlyPart = nil
            if !pointee.isWalking { removeGaps() }
            withExtendedLifetime(place) {}
        }
    }

    /// Delivers the value of a part when its whole is delivered, unless it did not change.
    func deliver(part value: UnsafeRawPointer) {
        let state = pointee.state
        let isOnPath = !state.pointee.isWhole && pointee.mark == state.pointee.number
        let isKnownNew = isOnPath || !pointee.isShown
        guard isKnownNew || state.pointee.mayHaveChanged(pointee.extent) else { return }
        deliver(part: value, isOnPath: isOnPath, isKnownNew: isKnownNew)
    }

    @inline(never)  // most parts did not change: what follows is not for them to make room for
    private func deliver(part value: UnsafeRawPointer, isOnPath: Bool, isKnownNew: Bool) {
        if pointee.isRepeat(value, isKnownNew: isKnownNew) { return }
        let state = pointee.state
        let wasWhole = state.pointee.isWhole
        state.pointee.isWhole = !isOnPath || self == state.pointee.origin
        deliver(value)
        state.pointee.isWhole = wasWhole
    }

    /// Observers that come while this runs have been shown the value already; those that leave get nothing more.
    func deliver(_ value: UnsafeRawPointer) {
        pointee.isShown = true
        pointee.isWalking = true
        for index in 0..<pointee.observers.count { pointee.observers.buffer?[index].show(value) }
        pointee.isWalking = false
        if pointee.hasGaps { removeGaps() }
    }

    private func removeGaps() {
        pointee.hasGaps = false
        _ = pointee.observers.removeGone()
        findOnlyPart()
        guard pointee.observers.count == 0 else { return }
        pointee.isShown = false
        let attachment = pointee.attachment
        pointee.attachment = nil
        attachment?.cancel()
    }

    private func findOnlyPart() {
        pointee.onlyPart = pointee.observers.onlyPart
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
