/// Who observes one variable of a loop, the frame or an element that comes and goes, and the parts of it; and what of it the
/// turn under way has changed.
@usableFromInline
final class Observers {
    let loop: Loop
    let hooks = Hooks()
    /// For an element: who observes what it is in, and where in there it shows.
    private let parent: Observers?
    private let extentInParent: Range<Int>
    /// Called when it changes: the elements that it is one of remember which.
    @exclusivity(unchecked) var onChange: (() -> Void)?
    /// Offsets of bytes in the variable.
    let extent: Range<Int>
    /// What the turn under way has changed, see ``Loop/turnNumber``.
    @exclusivity(unchecked) fileprivate(set) var changed: Range<Int>
    @exclusivity(unchecked) private var changeNumber = -1
    /// How many times it was changed in that turn.
    @exclusivity(unchecked) private(set) var changeCount = 0
    /// Whether there is a value that was shown, so that a newcomer is shown the latest at once.
    @exclusivity(unchecked) var isShown = false
    /// Whether what is delivered is the first value.
    @exclusivity(unchecked) fileprivate var isFirst = true
    /// How many times it was delivered: parts ask once each time whether they have changed.
    @exclusivity(unchecked) fileprivate var deliveryNumber = 0

    init<Value>(
        of type: Value.Type, _ loop: Loop, in parent: Observers? = nil, at extentInParent: Range<Int> = 0..<0
    ) {
        self.loop = loop
        self.parent = parent
        self.extentInParent = extentInParent
        extent = 0..<MemoryLayout<Value>.size
        changed = extent
    }

    /// Notes that the turn under way has changed so much, to be delivered at its end.
    @usableFromInline
    func noteChange(_ extent: Range<Int>) {
        if isChanged {
            changeCount += 1
            changed = min(changed.lowerBound, extent.lowerBound)..<max(changed.upperBound, extent.upperBound)
        } else {
            changeNumber = loop.turnNumber
            changeCount = 1
            changed = extent
        }
        guard let parent else { return loop.isChanged = true }
        onChange?()
        parent.noteChange(extentInParent)
    }

    /// Whether the turn under way changed something in here.
    var isChanged: Bool { changeNumber == loop.turnNumber }

    /// Whether a value that is observed here in part, or what it is in, may have changed there.
    func mayHaveChanged(_ extent: Range<Int>) -> Bool {
        isFirst || extent.isEmpty || !isChanged || extent.overlaps(changed)
    }

    /// Calls all whose part has changed.
    func deliver() {
        isFirst = !isShown
        isShown = true
        deliveryNumber &+= 1
        hooks.callAll()
    }

    /// What was shown is not there any more: the next value is a first one.
    func forget() {
        isShown = false
    }
}

/// A part of an observed variable, which features are written for: whether it has changed.
@usableFromInline
final class Part {
    unowned let observers: Observers
    let extent: Range<Int>
    /// What this is a part of, if that is a part that is compared: an inner part overlaps only what its outer one does.
    private let outer: Part?
    /// Remembers the value and tells whether it is the one before, see ``Comparison/Memory``.
    private let isRepeat: ((_ isKnownNew: Bool) -> Bool)?
    @exclusivity(unchecked) private var deliveryNumber = 0
    @exclusivity(unchecked) private var wasFresh = true

    init(_ observers: Observers, _ extent: Range<Int>, in outer: Part?, isRepeat: ((_ isKnownNew: Bool) -> Bool)?) {
        self.observers = observers
        self.extent = extent
        self.outer = outer?.isRepeat == nil ? outer?.outer : outer
        self.isRepeat = isRepeat
    }

    /// Whether the part differs from what was delivered of it before. Found out once for each delivery.
    var isFresh: Bool {
        if deliveryNumber == observers.deliveryNumber { return wasFresh }
        deliveryNumber = observers.deliveryNumber
        wasFresh = hasChanged()
        return wasFresh
    }

    private func hasChanged() -> Bool {
        guard observers.mayHaveChanged(extent), outer?.isFresh ?? true else { return false }
        guard let isRepeat else { return true }
        // What changed in here alone, and was found to differ, is not compared again.
        let changed = observers.changed
        let isKnownNew =
            observers.isFirst
            || observers.isChanged && extent.lowerBound <= changed.lowerBound && changed.upperBound <= extent.upperBound
        return !isRepeat(isKnownNew)
    }

    /// Somebody is shown the value now: it is what the next one is compared with, here and further out.
    func remember() {
        if observers.hooks.isCalling { _ = isFresh }
        _ = isRepeat?(true)
        outer?.remember()
    }
}
