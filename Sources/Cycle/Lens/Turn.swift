/// What an event-filter may know of the turn that it makes, beside the frame and the event. The same in every replay.
///
///     eventFilter: { frame, event, turn in frame.startedAt = turn.time }
public struct Turn<Frame> {
    /// How long the loop's scheduler has been running: virtual in tests.
    public let time: Duration
    /// The time of day, since the beginning of 1970 in UTC; `nil` where the loop's scheduler has no clock for it.
    public let wallTime: Duration?
    /// The frames that were delivered before the one to change, the newest last: as many as the lens keeps.
    public let previous: [Frame]
}

extension Loop {
    func turn<Frame>(after previous: [Frame]) -> Turn<Frame> {
        let (time, wallTime) = turnTime
        return Turn(time: time, wallTime: wallTime, previous: previous)
    }
}

/// The last frames that a loop has delivered.
final class DeliveredFrames<Frame> {
    private let limit: Int
    /// The newest one is the frame as it is now.
    private var frames: [Frame] = []

    init(keeping count: Int) {
        guard count >= 0 else { stop("keepingPrevious: \(count): a loop has no fewer than 0 frames before the latest") }
        limit = count
    }

    var previous: [Frame] { Array(frames.dropLast()) }

    /// Keeps frames as long as it runs, and sets none.
    func kept(of frames: Signal<Frame>) -> Signal<Frame> {
        .makeOperator { [self] sink in
            self.frames = []
            return frames.run(sink.taking { [self] in keep($0) })
        }
    }

    private func keep(_ frame: Frame) {
        frames.append(frame)
        if frames.count > limit + 1 { frames.removeFirst() }
    }
}
