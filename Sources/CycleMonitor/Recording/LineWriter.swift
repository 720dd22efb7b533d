/// Writes the lines of a recording: a moment each.
///
///     {"seq":7,"time":1.5,"wallTime":1795345200.25,"lens":"console","event":{"key":"+"},"change":[{"op":"replace","path":"/total","value":4}]}
///
/// The frame before is the frame after of the line above, and is written only where it is not. The frame after is whole
/// (`effect`), or a JSON Patch of the frame before (`change`).
struct LineWriter {
    /// The part of a line beside its frames.
    struct Cause {
        let number: Int
        let time: Duration
        let wallTime: Duration?
        let lens: String
        let event: JSONText
    }

    private var frames = FrameText()
    /// Most lines come from the lens of the line above.
    private var lens = ""
    private var lensField = JSONText()
    private var latestNumber: Int?

    /// - Parameter context: `nil` where that is the frame of the line above, and at a start, which has none.
    mutating func append(
        _ cause: Cause, context: JSONText?, effect: JSONText, to text: inout JSONText
    ) {
        append(cause, to: &text)
        if let context {
            text.append(text: ",\"context\":")
            text.append(contentsOf: context)
            frames.begin(context)
        }
        frames.append(effect, to: &text, isWhole: cause.lens == RecordedMoment.start)
        text.append(text: "}")
    }

    mutating func append(_ moment: RecordedMoment, to text: inout JSONText) {
        let cause = Cause(
            number: moment.number, time: moment.time, wallTime: moment.wallTime, lens: moment.lens,
            event: JSONText(moment.event.value))
        append(cause, to: &text)
        let isNext = latestNumber.map { moment.number == $0 + 1 } ?? false
        latestNumber = moment.number
        if !moment.isStart, !isNext || !frames.isLatest(moment.context.value) {
            text.append(text: ",\"context\":")
            text.append(moment.context.value)
            frames.begin(moment.context.value)
        }
        frames.append(moment.effect.value, to: &text, isWhole: moment.isStart)
        text.append(text: moment.isApproved ? ",\"approved\":true}" : "}")
    }

    private mutating func append(_ cause: Cause, to text: inout JSONText) {
        text.append(text: "{\"seq\":")
        text.append(text: cause.number.description)
        text.append(text: ",\"time\":")
        text.append(seconds: cause.time)
        if let wallTime = cause.wallTime {
            text.append(text: ",\"wallTime\":")
            text.append(seconds: wallTime)
        }
        if cause.lens != lens || lensField.isEmpty {
            lens = cause.lens
            lensField = JSONText(",\"lens\":\(lens.quotedJSON),\"event\":".utf8)
        }
        text.append(contentsOf: lensField)
        text.append(contentsOf: cause.event)
    }
}

extension JSONText {
    /// To the last digit that a duration has, with at least one behind the point.
    fileprivate mutating func append(seconds time: Duration) {
        if time < .zero { return append(text: "\(time.inSeconds)") }
        let (seconds, attoseconds) = time.components
        append(text: seconds.description)
        guard attoseconds > 0 else { return append(text: ".0") }
        var digits = (1_000_000_000_000_000_000 + attoseconds).description.utf8.dropFirst()
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        append(text: ".")
        append(contentsOf: digits)
    }
}
