import Cycle

/// Writes the moments of one loop to a file.
@usableFromInline
final class MomentLines {
    private let file: any LineStore
    private let counter: MomentCounter
    private let byteLimit: Int
    private let loop: Int
    private var writer = LineWriter()

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
        let context = isContinued ? nil : JSONEncoding.json(of: moment.context, byteLimit: byteLimit)
        let effect = JSONEncoding.json(of: moment.effect, byteLimit: byteLimit)
        let head = LineWriter.Head(
            number: counter.next(), time: moment.time, wallTime: moment.wallTime, lens: moment.cause.lens,
            event: JSONEncoding.json(of: moment.cause.event, byteLimit: byteLimit))
        file.appendLine { writer.append(head, context: context, effect: effect, to: &$0) }
    }
}
