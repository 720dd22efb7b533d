import Synchronization

/// The thread-safe end of a signal: what any thread sends here, the loop that runs the signal takes in a turn.
///
/// Values of one thread keep their order. Values sent before the loop runs wait for it. The signal ends with ``end()``,
/// or when nobody holds the inlet any more.
///
/// - Source: `Signal.pipe()` of ReactiveSwift, `PassthroughSubject` of Combine; but never re-entrant.
public final class Inlet<Value: Sendable>: Sendable {
    /// What became of a value.
    public enum Outcome: Hashable, Sendable {
        /// It waits for its turn.
        case accepted
        /// It waits for its turn, and with it as many as the inlet's bound: send more after `onRoom`.
        case acceptedAndFull
        /// The signal was cancelled or has ended; the value is dropped.
        case closed
    }

    let door: InletDoor

    init(bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil) {
        door = InletDoor(for: Value.self, bound: bound.map { Bound($0, onRoom: onRoom) })
    }

    deinit {
        door.post(Letter(.last, to: .passUnretained(door)))
    }

    /// Any thread, at any time; returns at once.
    @discardableResult
    public func send(_ value: Value) -> Outcome {
        guard !door.isOver.load(ordering: .relaxed) else { return .closed }
        let letter = Letter(.value, to: .passUnretained(door), carrying: value)
        let hasRoom = door.bound?.hasRoomAfterPosting() ?? true
        door.post(letter)
        return hasRoom ? .accepted : .acceptedAndFull
    }

    /// Any thread. Ends the signal after what was sent before.
    public func end() {
        guard !door.isOver.exchange(true, ordering: .relaxed) else { return }
        door.post(Letter(.end, to: .passUnretained(door)))
    }
}

extension InletDoor {
    /// Makes the values that arrive go to `sink`.
    func open<Value>(to sink: Sink<Value>) {
        let receive = sink.receive
        open(
            in: sink.turns.loop, { receive($0.assumingMemoryBound(to: Value.self).move()) }, finish: sink.finish)
    }
}

extension Sink where Value: Sendable {
    /// The way from other threads into this sink. Cancelling the signal closes it.
    ///
    /// - Parameters:
    ///   - bound: How many values may wait, in the mailbox and for their turn together, for a source that can be slowed; by
    ///     default any number. A source that cannot, and of which the newest value is enough, has a ``sampler()``.
    ///   - onRoom: Called on the loop when half of them have had their turns, once for each time the inlet was full: let
    ///     the source go on, do not block. A cancelled signal calls it no more: its subscription frees a source that waits.
    public func inlet(bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil) -> Inlet<Value> {
        let inlet = Inlet<Value>(bound: bound, onRoom: onRoom)
        inlet.door.open(to: self)
        life?.close(with: Subscription(inlet.door.closeForGood))
        return inlet
    }
}

extension Signal where Value: Sendable {
    /// A signal, and the inlet that any thread feeds it through.
    ///
    ///     let (presses, button) = Signal<Press>.pipe()
    ///
    /// Everyone who listens gets every value. Both ends belong to the first loop that runs the signal.
    public static func pipe() -> (signal: Signal, inlet: Inlet<Value>) {
        let inlet = Inlet<Value>()
        // The signal must not keep the inlet: without its last sender it ends.
        let signal = Signal(sharing: { [door = inlet.door] turns, show, finish in
            door.open(
                in: turns.loop,
                { value in
                    show(value)
                    door.destroy(value)
                }, finish: finish)
            return Subscription(door.close)
        })
        return (signal, inlet)
    }
}
