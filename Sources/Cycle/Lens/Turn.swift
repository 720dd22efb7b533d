/// The turn of an event, as its event-filter sees it, beside the frame and the event. The same in every replay.
///
///     eventFilter: { frame, event, turn in frame.startedAt = turn.wallTime }
public struct Turn<Frame> {
    /// How long the loop's scheduler has been running: virtual in tests. It cannot be set, so differences in one run are exact.
    ///
    /// A run with a scheduler of its own begins at zero, also one that goes on from a frame of another run: there a
    /// difference to a moment that is in the frame is wrong. Add ``Tick/elapsed`` up instead, or keep ``wallTime``.
    public let time: Duration
    /// The time of day, since the beginning of 1970 in UTC; `nil` where the loop's scheduler has no clock for it.
    public let wallTime: Duration?
    /// The frames that were delivered before the one to change, the newest last: as many as the lens keeps.
    public let previous: [Frame]

    @inlinable
    init(_ time: (Duration, wall: Duration?), _ previous: [Frame]) {
        (self.time, wallTime, self.previous) = (time.0, time.wall, previous)
    }
}

extension Signal {
    /// Keeps the last `count` values and the newest in `kept`, as long as it runs. Emits nothing.
    @usableFromInline func keeping(_ count: Int, in kept: Variable<[Value]>) -> Signal {
        guard count >= 0 else { stop("keepingPrevious: \(count): a loop has no fewer than 0 frames before the latest") }
        let count = min(count, .max - 1)
        return scan([]) { Array(($0 + [$1]).suffix(count + 1)) }.handle { kept.value = $0 }.ignoringValues()
    }
}
