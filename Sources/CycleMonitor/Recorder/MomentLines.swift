import Cycle

/// Writes the moments of one loop to a file.
@usableFromInline
final class MomentLines {
    private let file: RecordingFile
    private let numbering: Numbering
    private let values: ValueWriter
    /// The effect of the moment before: one moment's effect is the next one's context, and a frame is encoded once.
    private let latest = UnsafeMutablePointer<ByteBuffer>.allocate(capacity: 1)

    init(_ file: RecordingFile, numbering: Numbering, limits: RecordingLimits) {
        self.file = file
        self.numbering = numbering
        values = ValueWriter(byteLimit: limits.valueByteCount)
        latest.initialize(to: ByteBuffer())
    }

    deinit {
        latest.deinitialize(count: 1)
        latest.deallocate()
    }

    /// - Parameter context: Asked for the frame before, where that has not been recorded as another moment's effect.
    @usableFromInline
    func append<Frame>(driver: String, event: Any, time: Duration, effect: Frame, context: () -> Frame) {
        guard file.failure == nil else { return }
        let json = values.json
        let isStart = driver == RecordedMoment.start
        if isStart || latest.pointee.count == 0 {
            json.pointee.text.truncate(to: 0)
            values.append(isStart ? effect : context())
            keepLatest(from: 0)
        }
        json.pointee.text.truncate(to: 0)
        json.pointee.text.appendLineStart(numbering.next(), at: time, driver: driver)
        values.append(event)
        json.pointee.text.appendBeforeContext()
        json.pointee.text.append(latest.pointee.bytes)
        json.pointee.text.appendBeforeEffect()
        if isStart {
            json.pointee.text.append(latest.pointee.bytes)
        } else {
            let start = json.pointee.text.count
            values.append(effect)
            keepLatest(from: start)
        }
        json.pointee.text.appendLineRest(isApproved: false)
        file.append(json.pointee.text.bytes)
    }

    private func keepLatest(from start: Int) {
        let text = values.json.pointee.text.bytes
        latest.pointee.truncate(to: 0)
        latest.pointee.append(UnsafeBufferPointer(rebasing: text[start...]))
    }
}
