/// The figures of a recording: how many moments, of which lenses, over which time.
public struct RecordingStatistics: Hashable, Sendable {
    /// The figures of one lens.
    public struct Lens: Hashable, Sendable {
        /// As the moments have it.
        public var name: String
        /// All its events, starts left out.
        public var eventCount = 0
        /// The events that led to another frame.
        public var changeCount = 0
    }

    /// All moments, starts included.
    public private(set) var momentCount = 0
    /// The number of runs.
    public private(set) var startCount = 0
    /// The moments that were approved.
    public private(set) var approvedCount = 0
    /// The lenses, the one with the most events first.
    public var lenses: [Lens] { byName.values.sorted { ($1.eventCount, $0.name) < ($0.eventCount, $1.name) } }
    /// The loop's time between the first and the last moment, added up over all runs.
    public private(set) var duration = Duration.zero
    /// The size of the largest frame, as JSON.
    public private(set) var largestFrameByteCount = 0
    private var byName: [String: Lens] = [:]
    private var latest: Duration?

    /// The statistics of no moment.
    public init() {}

    /// - Complexity: O(size of the frame).
    public mutating func add(_ moment: RecordedMoment) {
        momentCount += 1
        if moment.isApproved { approvedCount += 1 }
        if let latest, !moment.isStart, moment.time > latest { duration += moment.time - latest }
        latest = moment.time
        if moment.isStart || moment.changesFrame {
            largestFrameByteCount = max(largestFrameByteCount, moment.effect.value.byteCount())
        }
        guard !moment.isStart else {
            startCount += 1
            return
        }
        byName[moment.lens, default: Lens(name: moment.lens)].eventCount += 1
        if moment.changesFrame { byName[moment.lens]?.changeCount += 1 }
    }
}
