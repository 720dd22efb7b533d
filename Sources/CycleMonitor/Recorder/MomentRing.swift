/// The newest moments, in one array: the newest takes the place of the oldest.
struct MomentRing {
    private var slots: [RecordedMoment] = []
    private let capacity: Int
    private var oldest = 0

    init(capacity: Int) {
        precondition(capacity > 0, "a recorder keeps at least one moment: Recorder(keeping: 100)")
        self.capacity = capacity
    }

    mutating func append(_ moment: RecordedMoment) {
        guard slots.count == capacity else { return slots.append(moment) }
        slots[oldest] = moment
        oldest = (oldest + 1) % capacity
    }

    /// Oldest first.
    var moments: [RecordedMoment] {
        Array(slots[oldest...] + slots[..<oldest])
    }
}
