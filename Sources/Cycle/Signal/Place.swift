/// Where the frame of a loop, or one part of it, lives: read by the signals that show it, changed in place by turns.
@usableFromInline
class Place<Value> {
    @usableFromInline final let turns: Turns
    /// The address, for a part that never moves: the frame itself and the stored properties below it.
    @usableFromInline final let fixed: UnsafeMutablePointer<Value>?
    /// Makes a change and tells whether it left the value equal. Not optional: it would be retained for every call.
    @usableFromInline final let leavesEqual: Change
    @usableFromInline final let branch: UnsafeMutablePointer<Branch>

    @usableFromInline typealias Lending = (_ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool
    @usableFromInline typealias Change = (_ value: inout Value, _ change: (inout Value) -> Void) -> Bool

    /// - Parameter fixed: `nil` for a ``MovingPlace``.
    init(
        fixed: UnsafeMutablePointer<Value>?, _ turns: Turns, _ branch: consuming Branch, leavesEqual: @escaping Change
    ) {
        self.turns = turns
        self.fixed = fixed
        self.leavesEqual = leavesEqual
        self.branch = .holding(branch)
    }

    deinit { branch.free() }

    /// Lends the value to be read; `false` while a part that comes and goes is not there.
    @usableFromInline
    func read(_ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool {
        guard let fixed else { return false }
        body(fixed)
        return true
    }

    /// Lends the value to be changed; `false` while it is not there.
    @usableFromInline
    func modify(_ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool { read(body) }

    /// Changes the value, in place, as the effect of the turn under way.
    @inlinable  // hot: event-filters run in here
    final func change(_ change: (inout Value) -> Void) {
        if let fixed {
            self.change(at: fixed, change)
        } else {
            _ = modify { self.change(at: $0, change) }
        }
    }

    @inlinable  // hot
    final func change(at address: UnsafeMutablePointer<Value>, _ change: (inout Value) -> Void) {
        if leavesEqual(&address.pointee, change) { return }
        turns.state.pointee.changed = branch
    }

    /// Calls `act` with the latest value, once there is one, and with each that follows.
    @usableFromInline
    final func observe(
        keeping kept: AnyObject?, at context: UnsafeRawPointer, _ act: @escaping Observers.Action
    ) -> Subscription {
        let isLate = branch.pointee.isShown
        let subscription = branch.observe(in: self, keeping: kept, at: context, act)
        if isLate { _ = read { act(context, UnsafeRawPointer($0)) } }
        return subscription
    }

    /// Calls `receive` as above.
    @usableFromInline
    final func observe(keeping kept: AnyObject? = nil, _ receive: @escaping (UnsafeRawPointer) -> Void) -> Subscription
    {
        observe(keeping: kept, at: branch) { _, value in receive(value) }
    }

    /// Shows a part that lives at an address of its own, once there is a value and whenever it may have changed.
    final func observe<Part>(part: Place<Part>) -> Subscription {
        let isLate = branch.pointee.isShown
        let subscription = branch.observe(part: part.branch, of: part, in: self)
        if isLate, let address = part.fixed { part.branch.deliver(part: UnsafeRawPointer(address)) }
        return subscription
    }

    /// What this place shows over time. It ends with the run of its loop, silently.
    @inlinable  // hot
    final var signal: Signal<Value> {
        Signal(place: self) { sink in self.observe { Resident<Value>.at($0).pointee.read(sink.receive) } }
    }

    /// Takes whole values: the one that the turn under way leads to at once, every other in a turn of its own.
    final func replacing(owner: String) -> (Value) -> Void {
        let home = turns.life
        // Made with its first value: most lenses set changes, and never a whole.
        var later: ((Value) -> Void)?
        return { [self] value in
            if turns.state.pointee.isApplying {
                turns.state.pointee.isApplying = false
                return change { $0 = value }
            }
            if later == nil {
                later = turns.queueing(owner: owner, within: home) { value in self.change { $0 = value } }
            }
            later?(value)
        }
    }
}

/// The place of a part that has no address of its own: one that is computed, or that comes and goes.
final class MovingPlace<Value>: Place<Value> {
    private let lendToRead: Lending
    private let lendToModify: Lending

    init(
        _ turns: Turns, _ branch: consuming Branch, leavesEqual: @escaping Change, read: @escaping Lending,
        modify: @escaping Lending
    ) {
        lendToRead = read
        lendToModify = modify
        super.init(fixed: nil, turns, branch, leavesEqual: leavesEqual)
    }

    override func read(_ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool { lendToRead(body) }
    override func modify(_ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool { lendToModify(body) }
}

/// A place, or none, held without its type: to copy what holds a generic class is to look that class up, 330 instructions
/// where the copy is not made for its type.
@usableFromInline
struct HeldPlace {
    private let object: AnyObject?

    @usableFromInline
    init<Value>(_ place: Place<Value>?) {
        object = place
    }

    /// - Parameter type: What it was made with.
    @usableFromInline
    func place<Value>(of type: Value.Type) -> Place<Value>? {
        object.map { unsafeDowncast($0, to: Place<Value>.self) }
    }
}
