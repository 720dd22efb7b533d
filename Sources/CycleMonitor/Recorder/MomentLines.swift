import Cycle

/// Writes the moments of one loop to a file.
@usableFromInline
final class MomentLines {
    private let file: RecordingFile
    private let numbering: Numbering
    private let byteLimit: Int
    private let json = UnsafeMutablePointer<JSONText>.make()
    /// Behind an address, because every use of a class's property is checked for exclusive access.
    private let kept = UnsafeMutablePointer<KeptText>.allocate(capacity: 1)

    init(_ file: RecordingFile, numbering: Numbering, limits: RecordingLimits) {
        self.file = file
        self.numbering = numbering
        byteLimit = limits.valueByteCount
        kept.initialize(to: KeptText())
    }

    deinit {
        json.free()
        kept.deinitialize(count: 1)
        kept.deallocate()
    }

    /// - Parameter context: Asked for the frame before, where that has not been recorded as another moment's effect.
    @usableFromInline
    func append<Frame>(driver: String, event: Any, time: Duration, effect: Frame, context: () -> Frame) {
        guard !file.isOver else { return }
        if driver != kept.pointee.driver { kept.pointee.keep(driver) }
        let isStart = kept.pointee.isStart
        if isStart || kept.pointee.frame.count == 0 {
            json.pointee.text.truncate(to: 0)
            json.append(recorded: isStart ? effect : context(), byteLimit: byteLimit)
            keepFrame(from: 0)
        }
        json.pointee.text.truncate(to: 0)
        json.pointee.text.appendLineStart(numbering.next(), at: time)
        json.pointee.text.append(UnsafeBufferPointer(kept.pointee.cause.elements))
        json.append(recorded: event, byteLimit: byteLimit)
        json.pointee.text.appendBeforeContext()
        json.pointee.text.append(UnsafeBufferPointer(kept.pointee.frame.elements))
        json.pointee.text.appendBeforeEffect()
        if isStart {
            json.pointee.text.append(UnsafeBufferPointer(kept.pointee.frame.elements))
        } else {
            let start = json.pointee.text.count
            json.append(recorded: effect, byteLimit: byteLimit)
            keepFrame(from: start)
        }
        json.pointee.text.appendLineRest(isApproved: false)
        file.append(UnsafeBufferPointer(json.pointee.text.elements))
    }

    private func keepFrame(from start: Int) {
        kept.pointee.frame.truncate(to: 0)
        kept.pointee.frame.append(json.pointee.text.elements(from: start, to: json.pointee.text.count))
    }
}

/// What the next moment has in common with this one, mostly.
private struct KeptText: ~Copyable {
    /// The effect of the moment: one moment's effect is the next one's context, and a frame is encoded once.
    var frame = ByteBuffer()
    private(set) var driver = ""
    private(set) var isStart = false
    /// What stands between the time and the event.
    private(set) var cause = ByteBuffer()

    init() { keep(RecordedMoment.start) }

    mutating func keep(_ driver: String) {
        self.driver = driver
        isStart = driver == RecordedMoment.start
        cause.truncate(to: 0)
        cause.appendBeforeEvent(driver: driver)
    }
}
