import CycleDrivers

/// Where a text is broken into rows: for drawing, for measuring, and for the cursor, so that all three agree.
///
/// Between words, and around wide characters; a word that is longer than a row is broken between two characters. Blanks at
/// a break stay at the end of the row, outside if there is no room. A no-break space is no blank.
enum LineBreaks {
    /// The bytes of each row: all but line ends.
    ///
    /// - Parameter count: How many rows are looked for; what is below them is one more.
    static func lines(of text: String, columns: Int, upTo count: Int = .max) -> [Range<Int>] {
        var text = text
        text.makeContiguousUTF8()
        var breaker = Breaker(columns: max(1, columns))
        let copy = text
        _ = copy.utf8.withContiguousStorageIfAvailable { bytes in breaker.run(copy, bytes, upTo: count) }
        return breaker.lines
    }

    /// How many columns and rows a text takes.
    static func size(of text: String, in available: ConsoleDriver.Size) -> ConsoleDriver.Size {
        // Nothing is seen of it, so that it is no higher than a text that is not wrapped.
        guard available.columns > 0 else { return .init(columns: 0, rows: min(1, available.rows)) }
        let lines = lines(of: text, columns: available.columns, upTo: available.rows)
        var width = 0
        for line in lines.prefix(max(0, available.rows)) where width < available.columns {
            width = max(width, ConsoleDriver.CharacterWidth.of(text.bytes(trimmed(line, of: text))))
        }
        return .init(columns: min(width, available.columns), rows: min(lines.count, available.rows))
    }

    /// A row without the blanks at its end.
    static func trimmed(_ line: Range<Int>, of text: String) -> Range<Int> {
        let part = text.bytes(line).utf8
        let blanks = part.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        return line.lowerBound..<line.upperBound - blanks
    }
}

private struct Breaker {
    let columns: Int
    var lines: [Range<Int>] = []
    private var start = 0
    private var width = 0
    /// The last place where the row may be broken, and how wide it is up to there.
    private var chance: (offset: Int, width: Int)?
    private var mayBreakNext = false

    init(columns: Int) {
        self.columns = columns
    }

    mutating func run(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>, upTo count: Int) {
        var (offset, end) = (0, 0)
        while offset < bytes.count, lines.count < count {
            // A word of ASCII that fits is taken as a whole. Of one that does not the end is looked for once, however long it is.
            if offset >= end { end = endOfWord(from: offset, bytes) }
            if end > offset + 1, width + (end - offset) <= columns, !mayBreakNext {
                width += end - offset
                offset = end
                continue
            }
            let byte = bytes[offset]
            // A control character is joined by nothing.
            let isAlone = byte < 0x20 || offset + 1 == bytes.count || bytes[offset + 1] < 0x80
            if byte < 0x80, isAlone, byte != 0x0d {
                take(byte, at: offset)
                offset += 1
            } else {
                let index = text.utf8.index(text.startIndex, offsetBy: offset)
                let character = text[index]
                take(character, at: offset)
                offset += character.utf8.count
            }
        }
        lines.append(start..<bytes.count)
    }

    /// Where printable characters of ASCII end, but for one that what follows may join.
    private func endOfWord(from offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var end = offset
        while end < bytes.count, bytes[end] &- 0x21 < 0x5e { end += 1 }
        return end > offset && end < bytes.count && bytes[end] >= 0x80 ? end - 1 : end
    }

    private mutating func take(_ byte: UInt8, at offset: Int) {
        switch byte {
        case 0x0a: newLine(offset, offset + 1)
        case 0x20, 0x09: takeBlank(offset, 1)
        default:
            if mayBreakNext { mark(offset) }
            mayBreakNext = false
            takeShown(byte < 0x20 || byte == 0x7f ? 0 : 1, at: offset)
        }
    }

    private mutating func take(_ character: Character, at offset: Int) {
        // Scalars are compared at a tenth of what characters cost, which are normalized first.
        let scalars = character.unicodeScalars
        let sole = scalars.count == 1 ? scalars.first : nil
        if character.isNewLine { return newLine(offset, offset + character.utf8.count) }
        if sole == " " || sole == "\u{3000}" { return takeBlank(offset, character.utf8.count) }
        let width = ConsoleDriver.CharacterWidth.of(character).width
        // Between two of East Asia a line may break; the second cell of another is of its own letters.
        let isWide = width == 2 && ConsoleDriver.CharacterWidth.of(String(scalars.prefix(1))) == 2
        if isWide || mayBreakNext, !Breaker.closing.contains(sole ?? "\0") { mark(offset) }
        mayBreakNext = isWide && !Breaker.opening.contains(sole ?? "\0")
        takeShown(width, at: offset)
    }

    /// Characters that stay with the one before them, and those that stay with the one behind them.
    private static let closing = Set("、。，．）」』】〉\u{232a}》！？：；ー々…)]}.,!?:;".unicodeScalars)
    private static let opening = Set("（「『【〈\u{2329}《".unicodeScalars)

    private mutating func newLine(_ end: Int, _ next: Int) {
        lines.append(start..<end)
        begin(next, 0)
        mayBreakNext = false
    }

    private mutating func begin(_ offset: Int, _ width: Int) {
        start = offset
        self.width = width
        chance = nil
    }

    private mutating func mark(_ offset: Int) {
        if offset > start { chance = (offset, width) }
    }

    private mutating func takeBlank(_ offset: Int, _ byteCount: Int) {
        width += byteCount == 3 ? 2 : 1
        chance = (offset + byteCount, width)
        mayBreakNext = false
    }

    private mutating func takeShown(_ own: Int, at offset: Int) {
        if width + own > columns, offset > start {
            if let chance {
                lines.append(start..<chance.offset)
                begin(chance.offset, width - chance.width)
            }
            if width + own > columns, offset > start {
                lines.append(start..<offset)
                begin(offset, 0)
            }
        }
        width += own
    }
}

extension Character {
    fileprivate var isNewLine: Bool {
        switch unicodeScalars.first {
        case "\n", "\r", "\u{2028}": true
        default: false
        }
    }
}

extension String {
    /// Some bytes, between two characters.
    func bytes(_ range: Range<Int>) -> Substring {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return self[start..<utf8.index(start, offsetBy: range.count)]
    }
}
