import Cycle

/// Writes the moments of one loop to a file.
@usableFromInline
final class MomentLines {
    private let file: any LineStore
    private let counter: MomentCounter
    private let byteLimit: Int
    private let loop: Int
    private var writer = LineWriter()
    /// Those of the latest frame.
    private let arrays = EncodedArrays()

    init(_ file: any LineStore, counter: MomentCounter, limits: RecordingLimits) {
        self.file = file
        self.counter = counter
        byteLimit = limits.valueByteCount
        loop = file.addLoop()
    }

    @usableFromInline
    func append<Frame>(_ moment: Moment<Frame>) {
        guard !file.isOver else { return }
        // Several loops may share a file: then the line above is another one's.
        let isContinued = file.isContinued(by: loop) || moment.cause.lens == RecordedMoment.start
        let frame = { (frame: Frame) in JSONEncoding.json(of: frame, byteLimit: self.byteLimit, reusing: self.arrays) }
        let context = isContinued ? nil : frame(moment.context)
        let effect = frame(moment.effect)
        let head = LineWriter.Head(
            number: counter.next(), time: moment.time, wallTime: moment.wallTime, lens: moment.cause.lens,
            event: JSONEncoding.json(of: moment.cause.event, byteLimit: byteLimit))
        if file.appendLine({ writer.append(head, context: context, effect: effect, to: &$0) }) { return }
        // The line begins a file, whose reader does not know the frame of the line above.
        _ = file.isContinued(by: loop)
        let known = head.isStart ? nil : frame(moment.context)
        file.appendLine { writer.append(head, context: known, effect: effect, to: &$0) }
    }
}
