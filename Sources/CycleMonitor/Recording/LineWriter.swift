import CycleBase

/// Writes the lines of a recording: a moment each.
///
///     {"seq":7,"time":1.5,"wallTime":1795345200.25,"lens":"console","event":{"key":"+"},"change":[{"op":"replace","path":"/total","value":4}]}
///
/// The frame before is the frame after of the line above, and is written only where it is not. The frame after is whole
/// (`effect`), or a JSON Patch of the frame before (`change`).
///
/// A whole frame stands where the change would be longer, and where the changes since the last whole one have become four times
/// as long as that. So a frame costs what changed in it and a quarter more, and a reader that begins in the middle has to go back
/// that far at most.
struct LineWriter {
    /// The part of a line beside its frames.
    struct Head {
        let number: Int
        let time: Duration
        let wallTime: Duration?
        let lens: String
        let event: JSON

        var isStart: Bool { lens == RecordedMoment.start }
    }

    /// Frames up to this size are always written whole: their changes would be hardly shorter.
    private static let shortByteCount = 256
    private static let changeFactor = 4

    /// The frame that was written last.
    private var frame: JSON?
    /// The size of the last frame that was written whole, and of all changes since.
    private var wholeByteCount = 0
    private var changeByteCount = 0
    /// Most lines come from the lens of the line above.
    private var lens = ""
    private var lensField = JSONText()
    private var latestNumber: Int?

    /// - Parameter context: `nil` where that is the frame of the line above, and at a start, which has none.
    mutating func append(_ head: Head, context: JSON?, effect: JSON, to text: inout JSONText) {
        append(head, to: &text)
        if let context { append(context, as: ",\"context\":", to: &text) }
        append(effect, isWhole: head.isStart, to: &text)
        text.append(text: "}")
    }

    mutating func append(_ moment: RecordedMoment, to text: inout JSONText) {
        let isNext = latestNumber.map { moment.number == $0 + 1 } ?? false
        latestNumber = moment.number
        let isContinued = moment.isStart || isNext && moment.context.value == frame
        let head = Head(
            number: moment.number, time: moment.time, wallTime: moment.wallTime, lens: moment.lens,
            event: moment.event.value)
        append(head, context: isContinued ? nil : moment.context.value, effect: moment.effect.value, to: &text)
        guard moment.isApproved || moment.isLost || moment.sender != nil else { return }
        text.removeLast()
        if let sender = moment.sender { text.append(text: ",\"sender\":\(sender.quotedJSON)") }
        if moment.isLost { text.append(text: ",\"lost\":true") }
        text.append(text: moment.isApproved ? ",\"approved\":true}" : "}")
    }

    private mutating func append(_ head: Head, to text: inout JSONText) {
        text.append(text: "{\"seq\":")
        text.append(text: head.number.description)
        text.append(text: ",\"time\":")
        text.append(seconds: head.time)
        if let wallTime = head.wallTime {
            text.append(text: ",\"wallTime\":")
            text.append(seconds: wallTime)
        }
        if head.lens != lens || lensField.isEmpty {
            lens = head.lens
            lensField = JSONText(",\"lens\":\(lens.quotedJSON),\"event\":".utf8)
        }
        text.append(contentsOf: lensField)
        text.append(head.event)
    }

    // MARK: Frames

    /// - Parameter isWhole: Whether a reader of the line knows nothing of the frame before.
    private mutating func append(_ effect: JSON, isWhole: Bool, to text: inout JSONText) {
        if !isWhole, let frame, appendChange(from: frame, to: effect, text: &text) {
            self.frame = effect
        } else {
            append(effect, as: ",\"effect\":", to: &text)
        }
    }

    /// Appends a whole frame.
    private mutating func append(_ frame: JSON, as field: String, to text: inout JSONText) {
        text.append(text: field)
        let start = text.count
        text.append(frame)
        (self.frame, wholeByteCount, changeByteCount) = (frame, text.count - start, 0)
    }

    /// - Returns: Whether the change is shorter than the frame; else nothing was appended.
    private mutating func appendChange(from old: JSON, to new: JSON, text: inout JSONText) -> Bool {
        let isWanted =
            changeByteCount < Self.changeFactor * wholeByteCount
            && new.byteCount(upTo: Self.shortByteCount) > Self.shortByteCount
        guard isWanted || old == new else { return false }
        let patch = JSONDifference.patch(from: old, to: new)
        let start = text.count
        text.append(text: ",\"change\":")
        let valueStart = text.count
        patch.append(to: &text)
        let byteCount = text.count - valueStart
        guard patch.operations.isEmpty || byteCount < new.byteCount(upTo: byteCount) else {
            text.removeSubrange(start...)
            return false
        }
        changeByteCount += byteCount
        return true
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
