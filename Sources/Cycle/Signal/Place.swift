/// Where the frame of a loop, or one part of it, lives: read by the signals that show it, changed in place by turns.
@usableFromInline
final class Place<Value> {
    @usableFromInline let turns: Turns
    /// The address, for a part that never moves: the frame itself and the stored properties below it.
    @usableFromInline let fixed: UnsafeMutablePointer<Value>?
    /// Lends the value to be read; `false` while a part that comes and goes is not there.
    @usableFromInline let read: Reading
    /// Lends the value to be changed; `false` while it is not there.
    @usableFromInline let modify: Reading
    /// Makes a change and tells whether it left the value equal. Not optional: it would be retained for every call.
    @usableFromInline let leavesEqual: Change
    @usableFromInline let branch: UnsafeMutablePointer<Branch>

    @usableFromInline typealias Reading = (_ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool
    @usableFromInline typealias Change = (_ value: inout Value, _ change: (inout Value) -> Void) -> Bool

    init(fixed: UnsafeMutablePointer<Value>, _ turns: Turns, _ branch: consuming Branch, leavesEqual: @escaping Change)
    {
        self.turns = turns
        self.fixed = fixed
        self.leavesEqual = leavesEqual
        self.branch = .holding(branch)
        read = { body in
            body(fixed)
            return true
        }
        modify = read
    }

    init(
        _ turns: Turns, _ branch: consuming Branch, leavesEqual: @escaping Change, read: @escaping Reading,
        modify: @escaping Reading
    ) {
        self.turns = turns
        self.leavesEqual = leavesEqual
        self.branch = .holding(branch)
        self.read = read
        self.modify = modify
        fixed = nil
    }

    deinit { branch.free() }

    /// Changes the value, in place, as the effect of the turn under way.
    @inlinable  // hot: event-filters run in here
    func change(_ change: (inout Value) -> Void) {
        if let fixed {
            self.change(at: fixed, change)
        } else {
            _ = modify { self.change(at: $0, change) }
        }
    }

    @inlinable  // hot
    func change(at address: UnsafeMutablePointer<Value>, _ change: (inout Value) -> Void) {
        if leavesEqual(&address.pointee, change) { return }
        turns.state.pointee.changed = branch
    }

    /// Calls `act` with the latest value, once there is one, and with each that follows.
    @usableFromInline
    func observe(
        keeping kept: AnyObject?, at context: UnsafeRawPointer, _ act: @escaping Observers.Action
    ) -> Subscription {
        let isLate = branch.pointee.isShown
        let subscription = branch.observe(in: self, keeping: kept, at: context, act)
        if isLate { _ = read { act(context, UnsafeRawPointer($0)) } }
        return subscription
    }

    /// Calls `receive` as above.
    @usableFromInline
    func observe(keeping kept: AnyObject? = nil, _ receive: @escaping (UnsafeRawPointer) -> Void) -> Subscription {
        observe(keeping: kept, at: branch) { _, value in receive(value) }
    }

    /// Shows a part that lives at an address of its own, once there is a value and whenever it may have changed.
    func observe<Part>(part: Place<Part>) -> Subscription {
        let isLate = branch.pointee.isShown
        let subscription = branch.observe(part: part.branch, of: part, in: self)
        if isLate, let address = part.fixed { part.branch.deliver(part: UnsafeRawPointer(address)) }
        return subscription
    }

    /// What this place shows over time. It ends with the run of its loop, silently.
    @inlinable  // hot
    var signal: Signal<Value> {
        Signal(place: self) { sink in self.observe { Resident<Value>.at($0).pointee.read(sink.receive) } }
    }

    /// Takes whole values: the one that the turn under way leads to at once, every other in a turn of its own.
    func replacing(owner: String) -> (Value) -> Void {
        let later = turns.queueing(owner: owner) { [self] (value: Value) in change { $0 = value } }
        let state = turns.state
        return { [self] value in
            guard state.pointee.isApplying else { return later(value) }
            state.pointee.isApplying = false
            change { $0 = value }
        }
    }
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
