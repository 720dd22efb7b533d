import Cycle

/// Moments that were kept as what they are, and become text when they are asked for.
protocol KeptMoments: AnyObject {
    /// Oldest first.
    func moments(limits: RecordingLimits) -> [RecordedMoment]
    /// Of the newest moment.
    var newestNumber: Int { get }
}

/// The newest moments of one loop: the newest takes the place of the oldest.
///
/// Behind addresses, because every use of a class's property is checked for exclusive access.
@usableFromInline
final class MomentRing<Frame>: KeptMoments {
    /// A moment and its number. Not a `Moment`: assigned field by field, its type is not looked up.
    @usableFromInline
    struct Kept {
        @usableFromInline var number: Int
        @usableFromInline var driver: String
        @usableFromInline var event: Any
        @usableFromInline var context: Frame
        @usableFromInline var effect: Frame
        @usableFromInline var time: Duration

        @inlinable  // hot: see `append`
        init(_ number: Int, _ moment: Moment<Frame>) {
            self.number = number
            driver = moment.cause.driver
            event = moment.cause.event
            context = moment.context
            effect = moment.effect
            time = moment.time
        }
    }

    @usableFromInline
    struct State {
        @usableFromInline var count = 0
        /// Where the next one goes.
        @usableFromInline var next = 0
    }

    @usableFromInline let slots: UnsafeMutablePointer<Kept>
    @usableFromInline let state: UnsafeMutablePointer<State>
    @usableFromInline let capacity: Int
    @usableFromInline let numbering: Numbering

    @usableFromInline
    init(capacity: Int, numbering: Numbering) {
        self.capacity = capacity
        self.numbering = numbering
        slots = .allocate(capacity: capacity)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        slots.deinitialize(count: state.pointee.count)
        slots.deallocate()
        state.deallocate()
    }

    @inlinable  // hot: a moment is moved into its slot
    func append(_ moment: Moment<Frame>) {
        let slot = slots + state.pointee.next
        if state.pointee.count == capacity {
            slot.pointee.number = numbering.next()
            slot.pointee.driver = moment.cause.driver
            slot.pointee.event = moment.cause.event
            slot.pointee.context = moment.context
            slot.pointee.effect = moment.effect
            slot.pointee.time = moment.time
        } else {
            slot.initialize(to: Kept(numbering.next(), moment))
            state.pointee.count &+= 1
        }
        state.pointee.next &+= 1
        if state.pointee.next == capacity { state.pointee.next = 0 }
    }

    var newestNumber: Int {
        let newest = state.pointee.next == 0 ? capacity - 1 : state.pointee.next - 1
        return state.pointee.count == 0 ? -1 : slots[newest].number
    }

    func moments(limits: RecordingLimits) -> [RecordedMoment] {
        let oldest = state.pointee.count == capacity ? state.pointee.next : 0
        // One moment's effect is the next one's context: a frame is encoded once.
        var latest: RecordedValue?
        let encoding = JSONEncoding()
        return (0..<state.pointee.count).map { offset in
            let kept = slots[(oldest + offset) % capacity]
            let value = { RecordedValue(encoding: $0, encoding, byteLimit: limits.valueByteCount) }
            let effect = value(kept.effect)
            let isStart = kept.driver == RecordedMoment.start
            defer { latest = effect }
            return RecordedMoment(
                number: kept.number, time: kept.time, lens: kept.driver, event: value(kept.event),
                context: isStart ? effect : latest ?? value(kept.context), effect: effect)
        }
    }
}

/// Counts the moments of a recorder, whichever loop they are of.
@usableFromInline
final class Numbering {
    @usableFromInline let address: UnsafeMutablePointer<Int>

    init(first: Int) {
        address = .allocate(capacity: 1)
        address.initialize(to: first)
    }

    deinit { address.deallocate() }

    @inlinable  // hot
    func next() -> Int {
        defer { address.pointee &+= 1 }
        return address.pointee
    }
}
