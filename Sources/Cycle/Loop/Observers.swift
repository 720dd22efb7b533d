/// The observers of one variable of a loop, the frame or an element that comes and goes, and of its parts; and the bytes that
/// the turn under way has changed.
@usableFromInline
final class Observers {
    let hooks = Hooks()
    /// Called at each change, for an element; a change of the frame itself concerns the loop alone.
    @exclusivity(unchecked) var onChange: (() -> Void)?
    /// Offsets of the bytes that a turn has changed, which turn, and how many times.
    @exclusivity(unchecked) private var changed = Observers.all
    @exclusivity(unchecked) private var changeNumber = -1
    @exclusivity(unchecked) private(set) var changeCount = 0
    /// How many times it was delivered: parts ask once each time whether they have changed.
    @exclusivity(unchecked) fileprivate var deliveryNumber = 0
    /// Whether the delivery under way is the first, and whether anything may be new in it.
    @exclusivity(unchecked) fileprivate var isFirst = true
    @exclusivity(unchecked) private var isWhole = true
    /// Whether there is a value that was shown, so that a newcomer is shown the latest at once.
    @exclusivity(unchecked) private(set) var isShown = false

    /// The extent of a whole variable.
    static let all = 0..<Int.max

    // MARK: Changes

    /// Notes that the turn under way has changed so much, to be delivered at its end.
    @usableFromInline
    func noteChange(_ extent: Range<Int>, in loop: Loop) {
        let isFirst = !isChanged(in: loop)
        changeNumber = loop.turnNumber
        changeCount = isFirst ? 1 : changeCount + 1
        changed =
            isFirst ? extent : min(changed.lowerBound, extent.lowerBound)..<max(changed.upperBound, extent.upperBound)
        if let onChange { onChange() } else { loop.phase = .changed }
    }

    /// Whether the turn under way changed something in here.
    func isChanged(in loop: Loop) -> Bool { changeNumber == loop.turnNumber }

    /// Calls all whose part has changed.
    ///
    /// - Parameter isAllNew: Whether more may be new than changes of this variable itself: those of the one around it.
    func deliver(in loop: Loop, isAllNew: Bool = false) {
        isFirst = !isShown
        isShown = true
        isWhole = isFirst || isAllNew || !isChanged(in: loop)
        deliveryNumber &+= 1
        hooks.callAll()
    }

    /// Where something may be new in the delivery under way.
    fileprivate var delivered: Range<Int> { isWhole ? Observers.all : changed }

    /// The value that was shown is not there any more: the next value is a first one.
    func forget() { isShown = false }

    // MARK: Observers

    /// - Returns: Takes it away again.
    func add(of part: Part?, _ act: @escaping () -> Void) -> () -> Void {
        guard let part else {
            let number = hooks.add(act)
            return { [hooks] in hooks.remove(number) }
        }
        // An observer of the same part as the one before joins that one. In a delivery a new observer has a place of its
        // own, behind all that are being called.
        if part.number != hooks.newest || part.hooks.isEmpty || hooks.isCalling {
            part.hooks = Hooks()
            part.number = hooks.add { [part, hooks = part.hooks] in
                if part.isFresh { hooks.callAll() }
            }
        }
        let (hooks, group, groupNumber) = (hooks, part.hooks, part.number)
        let number = group.add(act)
        return {
            group.remove(number)
            if group.isEmpty { hooks.remove(groupNumber) }
        }
    }
}

/// A part of an observed variable, which features are written for: whether it has changed.
@usableFromInline
final class Part {
    private let observers: Observers
    let extent: Range<Int>
    /// The part around this one, if that is compared: an inner part overlaps only what its outer one does.
    private let outer: Part?
    /// Remembers the value, and tells whether it is the one before; one that is known to be new is not compared.
    private let isRepeat: ((_ isKnownNew: Bool) -> Bool)?
    @exclusivity(unchecked) private var deliveryNumber = 0
    @exclusivity(unchecked) private var wasFresh = true
    /// Whether it was found to differ before the turn's delivery, which has to show that to all others.
    @exclusivity(unchecked) private var isKnownNew = false
    /// The observers of this part that came one after the other, with no other between, and their number in `observers`.
    fileprivate var hooks = Hooks()
    fileprivate var number = 0

    init(_ observers: Observers, _ extent: Range<Int>, in outer: Part?, isRepeat: ((_ isKnownNew: Bool) -> Bool)?) {
        self.observers = observers
        // A part without bytes counts as changed all the same.
        self.extent = extent.isEmpty ? extent.lowerBound..<extent.lowerBound + 1 : extent
        self.outer = outer?.isRepeat == nil ? outer?.outer : outer
        self.isRepeat = isRepeat
    }

    /// Whether the part differs from what was delivered of it before. Found out once for each delivery.
    var isFresh: Bool {
        if deliveryNumber == observers.deliveryNumber { return wasFresh }
        deliveryNumber = observers.deliveryNumber
        let delivered = observers.delivered
        wasFresh = extent.lowerBound < delivered.upperBound && delivered.lowerBound < extent.upperBound && differs()
        isKnownNew = false
        return wasFresh
    }

    private func differs() -> Bool {
        guard outer?.isFresh ?? true else { return false }
        guard let isRepeat else { return true }
        // A part that changed alone, and was found to differ, is not compared again.
        let delivered = observers.delivered
        let isInside = extent.lowerBound <= delivered.lowerBound && delivered.upperBound <= extent.upperBound
        return !isRepeat(observers.isFirst || isInside || isKnownNew)
    }

    /// An observer is shown the value now: it is what the next one is compared with, here and further out.
    ///
    /// - Parameter isPending: Whether the turn under way has changed the variable, and not yet shown it.
    func remember(isPending: Bool) {
        if observers.hooks.isCalling { _ = isFresh }
        if let isRepeat, !isRepeat(false), isPending { isKnownNew = true }
        outer?.remember(isPending: isPending)
    }
}
