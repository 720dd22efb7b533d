import Synchronization

/// The thread-safe end of a signal: what any thread sends here, the loop that runs the signal takes in a turn.
///
///     let (numbers, inlet) = Signal<Int>.pipe()
///     let cycle = CycledLens(startingWith: 0) { frames in
///         frames.lens(events: numbers, label: "numbers") { sum, number in sum += number }
///     }
///     Task.detached { inlet.send(1) }
///
/// Values of one thread keep their order. Values sent before the loop runs wait for it, up to ``earlyLimit``. The signal ends
/// with ``end()``, or with the last reference to the inlet.
///
/// - Source: `Signal.pipe()` of ReactiveSwift, `PassthroughSubject` of Combine; but never re-entrant.
public final class Inlet<Value: Sendable>: Sendable {
    /// The fate of a value.
    public enum Outcome: Hashable, Sendable {
        /// It waits for its turn.
        case accepted
        /// It waits for its turn, and with it as many as the inlet's bound: send more after `onRoom`.
        case acceptedAndFull
        /// It was dropped: no loop has listened yet, and ``Inlet/earlyLimit`` values wait for one.
        case refused
        /// It was dropped: the signal was cancelled or has ended, or its loop has stopped.
        case closed
    }

    /// How many values wait for the first loop that listens: 65,536.
    public static var earlyLimit: Int { 65_536 }

    @usableFromInline let port: Port

    /// - Parameter mailbox: Of its loop, if that is known.
    @usableFromInline init(in mailbox: Mailbox? = nil, bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil) {
        port = Port(in: mailbox, bound: bound, onRoom: onRoom)
    }

    deinit {
        port.postEnd()
    }

    /// Any thread, at any time; returns at once. One allocation and one compare-and-swap: no lock is held, nothing is called
    /// out.
    ///
    /// From inside a turn it waits as from everywhere else: it never re-enters the loop.
    ///
    /// - Returns: The fate of the value. A source that can wait looks for ``Outcome/acceptedAndFull``.
    @discardableResult
    public func send(_ value: Value) -> Outcome {
        guard !port.isOver.load(ordering: .relaxed) else { return .closed }
        guard port.hasRoomBeforeLoop(limit: Inlet.earlyLimit) else { return .refused }
        let hasRoom = port.hasRoomAfterPosting()
        guard port.post(Letter(to: port, carrying: value)) else { return .closed }
        return hasRoom ? .accepted : .acceptedAndFull
    }

    /// Any thread. Ends the signal after what was sent before; what is sent afterwards is refused as ``Outcome/closed``. A
    /// value that another thread sends at this moment may be told to wait and yet be dropped. A second end is nothing.
    public func end() {
        if !port.isOver.load(ordering: .relaxed) { port.postEnd() }
    }
}
