/// A variable of a loop that is observed, or a part of one: the frame, and whatever features are written for.
///
/// Turns change it where it lives; observers are called when the turn's change is complete.
@usableFromInline
final class Cell<Value> {
    /// Makes a change, and tells whether it left the value equal. Made where the type of the value is known.
    @usableFromInline typealias Comparison = (_ value: inout Value, _ change: (inout Value) -> Void) -> Bool
    /// Gives a value that has no address of its own, one that is computed or that comes and goes, to be read or changed.
    /// `false` while it is not there.
    @usableFromInline typealias Read = (_ body: (Value) -> Void) -> Bool
    @usableFromInline typealias Modify = (_ body: (inout Value) -> Void) -> Bool

    @usableFromInline let loop: Loop
    @usableFromInline let observers: Observers
    /// `nil` for the whole of what is observed there.
    @usableFromInline let part: Part?
    @usableFromInline let leavesEqual: Comparison
    /// `false` where every change counts. A flag: to look into an optional closure is to retain it.
    @usableFromInline let isCompared: Bool
    /// The bytes of what is observed that it shows in.
    @usableFromInline let extent: Range<Int>
    /// The bytes of the loop's frame that it shows in: all for an element, which is found anew each time.
    @usableFromInline var reach: Range<Int> { observers === loop.observers ? extent : Observers.all }
    /// Where it lives, if that never changes: the frame and the stored properties below it.
    @usableFromInline let spot: Spot<Value>?
    /// The cell whose memory `spot` is in; `nil` for that one itself.
    let owner: AnyObject?
    @usableFromInline let lendToRead: Read?
    @usableFromInline let lendToModify: Modify?

    /// - Parameters:
    ///   - spot: For a cell that lives at an address of its own, in the memory of `owner`.
    ///   - read: For one that is found each time, as `modify`.
    init(
        _ loop: Loop, _ observers: Observers, _ part: Part?, _ leavesEqual: Comparison?,
        at spot: Spot<Value>? = nil, in owner: AnyObject? = nil, read: Read? = nil, modify: Modify? = nil
    ) {
        self.loop = loop
        self.observers = observers
        self.part = part
        if let leavesEqual { self.leavesEqual = leavesEqual } else { self.leavesEqual = { _, _ in false } }
        isCompared = leavesEqual != nil
        self.spot = spot
        self.owner = owner
        extent = part?.extent ?? Observers.all
        lendToRead = read
        lendToModify = modify
    }

    deinit { if owner == nil { spot?.free() } }

    /// Tells by one part of the value.
    @inlinable  // hot: compares with the part's own ==
    static func comparing<Part: Equatable>(_ part: @escaping (Value) -> Part) -> Comparison {
        { value, change in
            let before = part(value)
            change(&value)
            return before == part(value)
        }
    }

    /// Lends the value to be read; `nil` while it is not there.
    @inlinable  // hot: every lens reads every frame
    @discardableResult
    func read<Result>(_ body: (Value) -> Result) -> Result? {
        if let spot { spot.read(body) } else { readLent(body) }
    }

    @inline(never) @inlinable  // seldom: else its work is on the way of every read
    func readLent<Result>(_ body: (Value) -> Result) -> Result? {
        var result: Result?
        _ = lendToRead? { result = body($0) }
        return result
    }

    /// A copy.
    @inlinable
    var value: Value {
        guard let value = read({ $0 }) else { Cycle.stop("this value comes and goes: ask whether it is there") }
        return value
    }

    /// Changes the value, in place, as the effect of the turn under way.
    @inlinable  // hot: event-filters run in here
    func change(_ change: (inout Value) -> Void) {
        if changes(change), loop.attached?.rules.isEmpty == false { loop.applyRules() }
    }

    /// Puts another value in the place of this one, with all that follows from it already: no rule changes it.
    func replace(with value: Value) {
        guard changes({ $0 = value }) else { return }
        loop.phase = .busy
        loop.attached?.rules.callAll()
        loop.phase = .changed
    }

    /// - Returns: Whether the value is another one now.
    @inlinable  // hot: as above
    func changes(_ change: (inout Value) -> Void) -> Bool {
        /// - Returns: Whether the value is the same as before.
        func apply(_ value: inout Value) -> Bool {
            if isCompared { return leavesEqual(&value, change) }
            change(&value)
            return false
        }
        loop.phase = .changing
        // An event that an event-filter sends is an answer, as one that the frame leads to.
        loop.depth &+= 1
        let isEqual = if let spot { spot.modify(apply) } else { modifyLent(apply) ?? true }
        loop.depth &-= 1
        loop.phase = .busy
        if !isEqual { observers.noteChange(extent, in: loop) }
        return !isEqual
    }

    @inline(never) @inlinable  // as `readLent`
    func modifyLent<Result>(_ body: (inout Value) -> Result) -> Result? {
        var result: Result?
        _ = lendToModify? { result = body(&$0) }
        return result
    }

    /// Changes the value as a part of a turn that changes the whole; `nil` while it is not there.
    @inlinable
    @discardableResult
    func modify<Result>(_ body: (inout Value) -> Result) -> Result? {
        if let spot { spot.modify(body) } else { modifyLent(body) }
    }

    /// Its frames in another loop would come when that takes no turn, and from another isolation perhaps. Those of a loop that has
    /// gone, or does not run, are the last ones, or none.
    @usableFromInline func stop(unlessIn running: Loop) {
        if running === loop || !loop.isStarted { return }
        Cycle.stop(
            "the frames of a loop run in that loop, and this is another: observe(_:) them, and send what it needs to its pipe()"
        )
    }

    /// Calls `act` once there is a value, now if there is, and whenever it may have changed.
    ///
    /// An event-filter that observes is shown the value when it is done.
    ///
    /// - Parameter isStopped: Whether the observer was stopped before; by default whether the lens that starts was.
    @usableFromInline
    func observe(isStopped: Bool? = nil, _ act: @escaping () -> Void) -> Subscription {
        let (observers, part) = (observers, part)
        let act = loop.phase == .changing || loop.phase == .changed ? oncePerChange(act) : act
        let subscription = Subscription(observers.add(of: part, act))
        guard observers.isShown, !(isStopped ?? loop.isStartStopped) else { return subscription }
        let show = { [loop] in
            guard subscription.isActive, observers.isShown else { return }
            part?.remember(isPending: loop.phase == .changed)
            act()
        }
        if loop.phase == .changing { loop.after(show) } else { loop.lending(show) }
        return subscription
    }

    /// An observer that comes while a turn changes the value: it is shown the value then, and not again with all others.
    private func oncePerChange(_ act: @escaping () -> Void) -> () -> Void {
        var latest = (turn: -1, change: -1)
        return { [loop, observers] in
            let change = (loop.turnNumber, observers.changeCount)
            if change == latest { return }
            latest = change
            act()
        }
    }
}
