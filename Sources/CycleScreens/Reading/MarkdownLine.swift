import CycleBase

/// One line as the reader of blocks walks through it: a place in its bytes, and the column that tabs before it have reached.
struct MarkdownLine {
    let source: MarkdownSource
    private(set) var offset: Int
    private(set) var column = 0
    /// Whether the byte at the place is a tab of which some columns have been taken.
    private(set) var isInsideTab = false
    /// Where the first byte stands that is no blank, from the place on, and how many columns are before it.
    private(set) var first = 0
    private(set) var indent = 0

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        source = MarkdownSource(bytes, end: range.upperBound)
        offset = range.lowerBound
        findFirst()
    }

    var isBlank: Bool { first >= source.end }
    var isIndented: Bool { indent >= 4 }
    /// The first byte that is no blank; zero for a blank line.
    var mark: UInt8 { source[first] }
    var rest: Range<Int> { offset..<max(offset, source.end) }
    /// The rest of a tab, as blanks.
    var blanksOfTab: Int { isInsideTab ? 4 - column % 4 : 0 }

    private mutating func findFirst() {
        (first, indent) = (offset, 0)
        while first < source.end {
            switch source.bytes[first] {
            case 0x20: indent += 1
            case 0x09: indent += 4 - (column + indent) % 4
            default: return
            }
            first += 1
        }
    }

    /// Goes on by so many columns, perhaps into a tab.
    mutating func skip(columns: Int) {
        var left = columns
        while left > 0, offset < source.end {
            var width = 1
            if source.bytes[offset] == 0x09 {
                width = min(left, 4 - column % 4)
                isInsideTab = width < 4 - column % 4
            } else {
                isInsideTab = false
            }
            column += width
            left -= width
            if !isInsideTab { offset += 1 }
        }
        findFirst()
    }

    /// Goes on behind what begins at the first byte that is no blank.
    mutating func skip(mark bytes: Int) {
        skipBlanks()
        column += bytes
        offset += bytes
        findFirst()
    }

    mutating func skipBlanks() {
        column += indent
        (offset, isInsideTab) = (first, false)
        findFirst()
    }

    mutating func skipAll() {
        (offset, isInsideTab) = (source.end, false)
        findFirst()
    }

    /// Leaves out some bytes at the end.
    func ending(at end: Int) -> MarkdownLine {
        var line = MarkdownLine(source.bytes, offset..<max(offset, end))
        line.column = column
        line.isInsideTab = isInsideTab
        line.findFirst()
        return line
    }
}

/// The blocks that may begin at the first byte of a line that is no blank.
extension MarkdownLine {
    /// The level of a heading `# text`, and how many bytes its mark has.
    var heading: (level: Int, count: Int)? {
        let end = source.skip(first) { $0 == UInt8(ascii: "#") }
        guard (1...6).contains(end - first), end == source.end || source[end].isSpaceOrTab else { return nil }
        return (end - first, source.skip(end, while: \.isSpaceOrTab) - first)
    }

    /// Where the text of a heading ends: a closing mark that stands alone says nothing.
    var headingEnd: Int {
        var end = source.end
        func trim() { while end > offset, source.bytes[end - 1].isWhitespace { end -= 1 } }
        trim()
        var start = end
        while start > offset, source.bytes[start - 1] == UInt8(ascii: "#") { start -= 1 }
        guard start < end, start == offset || source.bytes[start - 1].isSpaceOrTab else { return end }
        end = start
        trim()
        return end
    }

    /// The level, 1 or 2, of a heading whose text stands above this line.
    var underlinedLevel: Int? {
        guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return nil }
        let end = source.skip(first) { $0 == mark }
        guard source.skip(end, while: \.isSpaceOrTab) == source.end else { return nil }
        return mark == UInt8(ascii: "=") ? 1 : 2
    }

    var isRule: Bool {
        guard mark == UInt8(ascii: "*") || mark == UInt8(ascii: "-") || mark == UInt8(ascii: "_") else { return false }
        var count = 0
        for index in first..<source.end where !source.bytes[index].isSpaceOrTab {
            guard source.bytes[index] == mark else { return false }
            count += 1
        }
        return count >= 3
    }

    /// Three marks at least, which begin a block of code.
    var fence: (mark: UInt8, count: Int)? {
        guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let end = source.skip(first) { $0 == mark }
        let hasMarks = mark == UInt8(ascii: "`") && source.bytes[end..<source.end].contains(mark)
        return end - first >= 3 && !hasMarks ? (mark, end - first) : nil
    }

    func ends(_ fence: (mark: UInt8, count: Int)) -> Bool {
        guard mark == fence.mark, !isIndented else { return false }
        let end = source.skip(first) { $0 == fence.mark }
        return end - first >= fence.count && source.skip(end, while: \.isSpaceOrTab) == source.end
    }

    /// The mark of an item, and how many bytes it has.
    ///
    /// - Parameter interrupts: Whether a paragraph stands right above, which only an item with a text ends, and of counted ones the first.
    func marker(interrupts: Bool) -> (marker: MarkdownMarker, count: Int)? {
        var (marker, end) = (MarkdownMarker(mark: mark), first + 1)
        if mark.isDigit {
            end = source.skip(first, while: \.isDigit)
            guard end - first < 10, let start = Int(source.text(first..<end)), !interrupts || start == 1 else {
                return nil
            }
            marker = MarkdownMarker(mark: source[end], start: start)
            guard marker.mark == UInt8(ascii: ".") || marker.mark == UInt8(ascii: ")") else { return nil }
            end += 1
        } else if mark != UInt8(ascii: "-"), mark != UInt8(ascii: "*"), mark != UInt8(ascii: "+") {
            return nil
        }
        guard end >= source.end || source[end].isSpaceOrTab else { return nil }
        if interrupts, source.skip(end, while: \.isSpaceOrTab) == source.end { return nil }
        return (marker, end - first)
    }
}

/// The mark of an item: a bullet, or a number and what follows it.
struct MarkdownMarker: Hashable, Sendable {
    /// A bullet; `.` or `)` behind a number.
    var mark: UInt8
    /// `nil` for a bullet.
    var start: Int?
    /// How many columns stand before it, and how many from there to its text.
    var indent = 0
    var padding = 0

    /// How far to the right everything in the item stands.
    var width: Int { indent + padding }

    func belongs(to list: MarkdownMarker) -> Bool { mark == list.mark && (start == nil) == (list.start == nil) }
}
