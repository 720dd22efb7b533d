import Cycle

/// Moments that are kept as values, and become text when they are read.
protocol KeptMoments: AnyObject {
    /// Oldest first.
    func moments(limits: RecordingLimits) -> [RecordedMoment]
    /// The number of the newest moment.
    var newestNumber: Int { get }
}

/// The newest moments of one loop: the newest takes the place of the oldest.
@usableFromInline
final class MomentRing<Frame>: KeptMoments {
    @usableFromInline let capacity: Int
    @usableFromInline let counter: MomentCounter
    // Unchecked: a checked access costs as much as to put a small moment away.
    @exclusivity(unchecked)
    @usableFromInline var kept: [(number: Int, moment: Moment<Frame>)] = []
    /// Where the next one goes, once there are as many as may be kept.
    @exclusivity(unchecked)
    @usableFromInline var oldest = 0

    @usableFromInline
    init(capacity: Int, counter: MomentCounter) {
        self.capacity = capacity
        self.counter = counter
        kept.reserveCapacity(min(capacity, 1_024))
    }

    @inlinable  // hot: a moment is moved into its place
    func append(_ moment: Moment<Frame>) {
        guard kept.count == capacity else { return kept.append((counter.next(), moment)) }
        kept[oldest] = (counter.next(), moment)
        oldest &+= 1
        if oldest == capacity { oldest = 0 }
    }

    var newestNumber: Int {
        let newest = oldest == 0 ? kept.last : kept[oldest - 1]
        return newest?.number ?? -1
    }

    /// The frame that a moment led to; `nil` for one that is not kept any more.
    func effect(of number: Int) -> Frame? { kept.first { $0.number == number }?.moment.effect }

    func moments(limits: RecordingLimits) -> [RecordedMoment] {
        // One moment's effect is the next one's context: a frame is encoded once.
        var latest: RecordedValue?
        let arrays = EncodedArrays()
        return (kept[oldest...] + kept[..<oldest]).map { number, moment in
            let frame = { (frame: Frame) in
                RecordedValue(JSONEncoding.json(of: frame, byteLimit: limits.valueByteCount, reusing: arrays))
            }
            let effect = frame(moment.effect)
            let isStart = moment.cause.lens == RecordedMoment.start
            defer { latest = effect }
            return RecordedMoment(
                number: number, time: moment.time, wallTime: moment.wallTime, lens: moment.cause.lens,
                event: RecordedValue(moment.cause.event, byteLimit: limits.valueByteCount),
                context: isStart ? effect : latest ?? frame(moment.context),
                effect: effect)
        }
    }
}

/// Counts the moments of a recorder, whichever loop they are of.
@usableFromInline
final class MomentCounter {
    /// The number of the next moment.
    @exclusivity(unchecked)
    @usableFromInline var upcoming: Int

    init(first: Int) {
        upcoming = first
    }

    @inlinable  // hot
    func next() -> Int {
        defer { upcoming &+= 1 }
        return upcoming
    }
}
