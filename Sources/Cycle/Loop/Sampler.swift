import Synchronization

/// The thread-safe end of a signal of which only the newest value matters: a position, a size, a level.
///
///     sent     12-3456--7|
///     taken    -2---6--7|      the loop was busy; coalescedCount is 4
///
/// One value waits for the loop at most, and one more for its turn; a newer one takes the place of the one that waits, and
/// is counted. For a source that cannot be slowed; one that can has an ``Inlet`` with a bound.
public final class Sampler<Value: Sendable>: Sendable {
    /// Where the newest value waits.
    fileprivate final class Slot: Sendable {
        /// The address of the value's box; 0 while nothing waits.
        private let address = Atomic<UInt>(0)

        deinit {
            _ = exchange(nil)
        }

        /// - Returns: What was there before.
        func exchange(_ value: Value?) -> Value? {
            let box = value.map { UInt(bitPattern: Unmanaged.passRetained(Newest($0)).toOpaque()) }
            let before = address.exchange(box ?? 0, ordering: .acquiringAndReleasing)
            guard let pointer = UnsafeRawPointer(bitPattern: before) else { return nil }
            return Unmanaged<Newest>.fromOpaque(pointer).takeRetainedValue().value
        }
    }

    private final class Newest {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let slot: Slot
    /// Tells the loop to look into the slot: posted when a value comes into an empty one, so at most once.
    private let bell: Inlet<Void>
    private let coalesced = Atomic(0)

    fileprivate init(_ slot: Slot, _ bell: Inlet<Void>) {
        self.slot = slot
        self.bell = bell
    }

    /// Any thread, at any time; returns at once. What is sent after the end is dropped.
    public func send(_ value: Value) {
        guard slot.exchange(value) == nil else {
            coalesced.add(1, ordering: .relaxed)
            return
        }
        // Nobody will take it.
        if bell.send(()) == .closed { _ = slot.exchange(nil) }
    }

    /// How many values a newer one has replaced before the loop took them: what was sent is what arrived and these.
    public var coalescedCount: Int { coalesced.load(ordering: .relaxed) }

    /// Any thread. Ends the signal after the newest value.
    public func end() {
        bell.end()
    }
}

extension Sink where Value: Sendable {
    /// The way into this sink for a source on another thread that cannot be slowed, and of which the newest value is
    /// enough. Cancelling the signal closes it.
    public func sampler() -> Sampler<Value> {
        let slot = Sampler<Value>.Slot()
        let bells = Sink<Void>(
            turns,
            receive: { [self] in
                if let value = slot.exchange(nil) { send(value) }
            }, finish: finish, life: life)
        return Sampler(slot, bells.inlet())
    }
}
