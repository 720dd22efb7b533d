import Cycle

/// Writes the moments of one loop to a file.
@usableFromInline
final class MomentLines {
    private let file: RecordingFile
    private let numbering: Numbering
    private let byteLimit: Int
    private let loop: Int
    private let encoding = JSONEncoding()
    private var writer = LineWriter()

    init(_ file: RecordingFile, numbering: Numbering, limits: RecordingLimits) {
        self.file = file
        self.numbering = numbering
        byteLimit = limits.valueByteCount
        loop = file.addLoop()
    }

    /// - Parameter context: Asked for the frame before, where that is not the frame of the line above.
    @usableFromInline
    func append<Frame>(lens: String, event: Any, time: Duration, effect: Frame, context: () -> Frame) {
        guard !file.isOver else { return }
        // Several loops may share a file: then the line above is another one's.
        let isContinued = file.isContinued(by: loop) || lens == RecordedMoment.start
        let event = encoding.text(of: event, byteLimit: byteLimit)
        let context = isContinued ? nil : encoding.text(of: context(), byteLimit: byteLimit)
        let effect = encoding.text(of: effect, byteLimit: byteLimit)
        file.appendLine { text in
            writer.append(
                number: numbering.next(), time: time, lens: lens, event: event, context: context, effect: effect,
                to: &text)
        }
    }
}
