/// Writes frames one after the other: whole, or as what has changed since the one before.
///
/// A whole frame stands where what changed would be longer, and where the changes since the last whole one have become
/// four times as long as that. So a frame costs what changed in it and a quarter more, and a reader that begins in the
/// middle has to go back that far at most.
struct FrameText {
    /// Frames up to this size are always written whole and not parsed: their changes would be hardly shorter.
    private static let shortByteCount = 256
    private static let changeFactor = 4

    /// The frame that was written last, as text or as a value or as both.
    private var text: JSONText?
    private var value: JSON?
    /// Of the last frame that was written whole, and of all changes since.
    private var wholeByteCount = 0
    private var changeByteCount = 0

    /// Whether this is the frame that was written last.
    func isLatest(_ frame: JSON) -> Bool { frame == value }

    /// Continues from a frame that the reader of the line gets by another way.
    mutating func begin(_ frame: JSONText) {
        (text, value) = (frame, nil)
        (wholeByteCount, changeByteCount) = (frame.count, 0)
    }

    mutating func begin(_ frame: JSON) {
        (text, value) = (nil, frame)
        (wholeByteCount, changeByteCount) = (frame.byteCount(), 0)
    }

    /// Appends a frame as the field of a line.
    ///
    /// - Parameter isWhole: Whether a reader of the line knows nothing of the frame before.
    mutating func append(_ frame: JSONText, to line: inout JSONText, isWhole: Bool) {
        if !isWhole, frame == text { return line.append(text: ",\"change\":[]") }
        if !isWhole, frame.count > Self.shortByteCount, let old = value ?? text.flatMap(parsed),
            let new = parsed(frame),
            appendChange(from: old, to: new, line: &line)
        {
            (text, value) = (frame, new)
        } else {
            appendWhole(frame, to: &line)
            begin(frame)
        }
    }

    mutating func append(_ frame: JSON, to line: inout JSONText, isWhole: Bool) {
        if !isWhole, frame == value { return line.append(text: ",\"change\":[]") }
        let isShort = frame.byteCount(upTo: Self.shortByteCount) <= Self.shortByteCount
        if !isWhole, !isShort, let value, appendChange(from: value, to: frame, line: &line) {
            self.value = frame
        } else {
            appendWhole(JSONText(frame), to: &line)
            begin(frame)
        }
    }

    private func appendWhole(_ frame: JSONText, to line: inout JSONText) {
        line.append(text: ",\"effect\":")
        line.append(contentsOf: frame)
    }

    /// - Returns: Whether it is worth it.
    private mutating func appendChange(from old: JSON, to new: JSON, line: inout JSONText) -> Bool {
        guard changeByteCount < Self.changeFactor * wholeByteCount else { return false }
        var change = JSONText()
        JSONDifference.patch(from: old, to: new).append(to: &change)
        guard change.count < new.byteCount(upTo: change.count) else { return false }
        line.append(text: ",\"change\":")
        line.append(contentsOf: change)
        changeByteCount += change.count
        return true
    }

    /// `nil` for what is nested too deep.
    private func parsed(_ text: JSONText) -> JSON? {
        do { return try JSONParser.parse(text) } catch { return nil }
    }
}
