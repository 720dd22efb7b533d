/// Where the frame of a loop, or one part of it, lives: read by the signals that show it, changed in place by turns.
@usableFromInline
final class Place<Value> {
    @usableFromInline let turns: Turns
    @usableFromInline let branch: Branch
    /// The address, for a part that never moves: the frame itself and the stored properties below it.
    @usableFromInline let fixed: UnsafeMutablePointer<Value>?
    /// Lends the value to be read; `false` while a part that comes and goes is not there.
    @usableFromInline let read: Reading
    /// Lends the value to be changed; `false` while it is not there.
    @usableFromInline let modify: Reading
    /// Makes a change and tells whether it left the value equal; `nil` where values are not compared.
    @usableFromInline let leavesEqual: Change?

    @usableFromInline typealias Reading = (_ body: (UnsafeMutablePointer<Value>) -> Void) -> Bool
    @usableFromInline typealias Change = (_ value: inout Value, _ change: (inout Value) -> Void) -> Bool

    @usableFromInline
    init(fixed: UnsafeMutablePointer<Value>, _ turns: Turns, _ branch: Branch, leavesEqual: Change?) {
        self.turns = turns
        self.branch = branch
        self.fixed = fixed
        self.leavesEqual = leavesEqual
        read = { body in
            body(fixed)
            return true
        }
        modify = read
    }

    @usableFromInline
    init(
        _ turns: Turns, _ branch: Branch, leavesEqual: Change?, read: @escaping Reading, modify: @escaping Reading
    ) {
        self.turns = turns
        self.branch = branch
        self.leavesEqual = leavesEqual
        self.read = read
        self.modify = modify
        fixed = nil
    }

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
        if let leavesEqual {
            if leavesEqual(&address.pointee, change) { return }
        } else {
            change(&address.pointee)
        }
        turns.changed = branch
    }

    /// Calls `receive` with the latest value, once there is one, and with each that follows.
    @inlinable  // hot: narrows a frame to a model without copying it
    func observe(_ receive: @escaping (UnsafePointer<Value>) -> Void) -> Subscription {
        observe(raw: Branch.Observer { receive($0.assumingMemoryBound(to: Value.self)) })
    }

    @usableFromInline
    func observe(raw observer: Branch.Observer) -> Subscription {
        let isLate = branch.isShown
        let subscription = branch.observe(observer)
        if isLate { _ = read { observer.receive(UnsafeRawPointer($0)) } }
        return subscription
    }

    /// What this place shows over time. It ends with the run of its loop, silently.
    @inlinable  // hot
    var signal: Signal<Value> {
        Signal(place: self) { sink in self.observe { sink.send($0.pointee) } }
    }

    /// Takes whole values: the one that the turn under way leads to at once, every other in a turn of its own.
    func replacing(owner: String) -> (Value) -> Void {
        let later = turns.queueing(owner: owner) { [self] (value: Value) in change { $0 = value } }
        return { [self] value in
            guard turns.isApplying else { return later(value) }
            turns.isApplying = false
            change { $0 = value }
        }
    }
}
