import Synchronization

/// The thread-safe end of a signal: what any thread sends here, the loop that runs the signal takes in a turn.
///
/// Values of one thread keep their order. Values sent before the loop runs wait for it, up to ``earlyLimit``. The signal ends
/// with ``end()``, or when nobody holds the inlet any more.
///
/// - Source: `Signal.pipe()` of ReactiveSwift, `PassthroughSubject` of Combine; but never re-entrant.
public final class Inlet<Value: Sendable>: Sendable {
    /// What became of a value.
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

    let port: Port

    init(bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil) {
        port = Port(for: Value.self, bound: bound.map { Bound($0, onRoom: onRoom) })
    }

    deinit {
        port.post(Letter(.last, to: port).holdingPort())
    }

    /// Any thread, at any time; returns at once.
    @discardableResult
    public func send(_ value: Value) -> Outcome {
        guard !port.isOver.load(ordering: .relaxed) else { return .closed }
        let hasRoom = port.bound?.hasRoomAfterPosting() ?? true
        switch port.post(Letter(to: port, carrying: value), earlyLimit: Inlet.earlyLimit) {
        case .pushed, .pushedOnSleeper: return hasRoom ? .accepted : .acceptedAndFull
        case .refused: return .closed
        case .tooEarly: return .refused
        }
    }

    /// Any thread. Ends the signal after what was sent before.
    public func end() {
        guard !port.isOver.exchange(true, ordering: .relaxed) else { return }
        port.post(Letter(.end, to: port))
    }
}
