import CycleBase

/// Rows of cells between bars.
enum MarkdownTable {
    /// More columns are not shown: a screen has no room for them, and short rows would cost as much as long ones.
    static let mostColumns = 100

    private static func isBlank(_ byte: UInt8) -> Bool { byte.isWhitespace && byte != 0x0a && byte != 0x0d }

    /// Whether a line of a table has a cell: one bar alone has none.
    static func isRow(_ line: MarkdownLine) -> Bool {
        let source = line.source
        guard line.mark == UInt8(ascii: "|") else { return !line.isBlank }
        return source.skip(line.first + 1, while: isBlank) < source.end
    }

    /// The alignments that a line of dashes below the titles gives.
    static func alignments(_ line: MarkdownLine) -> [ScreenAlignment]? {
        let source = line.source
        var (index, result): (Int, [ScreenAlignment]) = (line.first, [])
        if source[index] == UInt8(ascii: "|") { index += 1 }
        while index < source.end {
            index = source.skip(index, while: isBlank)
            let isLeft = source[index] == UInt8(ascii: ":")
            let start = index + (isLeft ? 1 : 0)
            index = source.skip(start) { $0 == UInt8(ascii: "-") }
            guard index > start else { return nil }
            let isRight = source[index] == UInt8(ascii: ":")
            result.append(isRight ? isLeft ? .center : .end : .start)
            index = source.skip(index + (isRight ? 1 : 0), while: isBlank)
            guard index < source.end else { break }
            guard source[index] == UInt8(ascii: "|") else { return nil }
            index = source.skip(index + 1, while: isBlank)
        }
        return result.isEmpty ? nil : result
    }

    /// The cells of a line, each without the blanks around it. A bar behind a backslash ends none, in code as well.
    static func cells(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
        var rest = trimmed(line)
        if rest.first == UInt8(ascii: "|") { rest = rest.dropFirst() }
        var cells: [[UInt8]] = []
        while !rest.isEmpty {
            var (cell, index): ([UInt8], Int) = ([], rest.startIndex)
            while index < rest.endIndex, rest[index] != UInt8(ascii: "|") {
                let next = index + 1 < rest.endIndex ? rest[index + 1] : 0
                if rest[index] == UInt8(ascii: "\\"), next == UInt8(ascii: "|") { index += 1 }
                cell.append(rest[index])
                index += 1
            }
            cells.append(Array(trimmed(cell[...])))
            rest = rest[min(index + 1, rest.endIndex)...]
        }
        return cells
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: \.isWhitespace)
        while bytes.last?.isWhitespace == true { bytes.removeLast() }
        return bytes
    }
}
