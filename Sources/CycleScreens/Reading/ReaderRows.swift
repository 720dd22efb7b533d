import CycleBase
import CycleDrivers

/// A place in a text of many lines.
struct ReaderPlace: Hashable, Codable, Sendable, Comparable {
    /// Counted from 0.
    var line = 0
    /// The bytes of the line before it.
    var offset = 0

    static func < (one: Self, other: Self) -> Bool { (one.line, one.offset) < (other.line, other.offset) }
}

/// A row of a line: some of its bytes.
struct ReaderRow: Hashable {
    var line: Int
    var range: Range<Int>

    var place: ReaderPlace { ReaderPlace(line: line, offset: range.lowerBound) }
}

/// The rows of a text, each found from the one beside it: no line is read that is not on the way.
///
/// A line of more than ``pieceLength`` bytes is cut into pieces of that length, which begin rows of their own, so that a row costs no more
/// than that, wherever it is in a line.
struct ReaderRows {
    static let pieceLength = 2_048

    /// How many lines there are, at least one.
    let count: Int
    /// How wide a row is; `nil` where a line is one row.
    let columns: Int?
    /// Lines below others that are folded away, in order.
    private let folded: [Range<Int>]
    private let make: (Int) -> StyledText
    private var known: [Int: ReaderLine] = [:]

    /// - Parameters:
    ///   - count: How many lines there are.
    ///   - columns: See ``columns``.
    ///   - folds: Each line that can be folded, with those below it that go then; in order, none in another.
    ///   - closed: The lines that are folded.
    ///   - make: Makes a line.
    init(
        count: Int, columns: Int?, folds: [Range<Int>] = [], closed: Set<Int> = [],
        make: @escaping (Int) -> StyledText
    ) {
        self.count = max(1, count)
        self.columns = columns.map { max(1, $0) }
        self.make = count > 0 ? make : { _ in "" }
        folded = closed.sorted().compactMap { line in
            folds.fold(of: line).flatMap { $0.lowerBound == line && $0.upperBound <= count ? $0 : nil }
        }
    }

    mutating func line(_ number: Int) -> ReaderLine {
        if let line = known[number] { return line }
        // Lines that were seen before a jump are of no use.
        if known.count > 1_024 { known = [:] }
        let line = ReaderLine(make(number))
        known[number] = line
        return line
    }

    /// The row that a place is in, or the nearest that is seen.
    mutating func row(at place: ReaderPlace) -> ReaderRow {
        var place = ReaderPlace(line: min(max(place.line, 0), count - 1), offset: place.offset)
        if let fold = folded.fold(of: place.line), fold.lowerBound < place.line {
            place = ReaderPlace(line: fold.lowerBound, offset: 0)
        }
        return ReaderRow(line: place.line, range: line(place.line).row(at: place.offset, columns: columns))
    }

    mutating func row(after row: ReaderRow) -> ReaderRow? {
        if let next = line(row.line).row(after: row.range, columns: columns) {
            return ReaderRow(line: row.line, range: next)
        }
        let next = folded.fold(of: row.line)?.upperBound ?? row.line + 1
        return next < count ? self.row(at: ReaderPlace(line: next)) : nil
    }

    mutating func row(before row: ReaderRow) -> ReaderRow? {
        if row.range.lowerBound > 0 {
            return self.row(at: ReaderPlace(line: row.line, offset: row.range.lowerBound - 1))
        }
        return row.line > 0 ? self.row(at: ReaderPlace(line: row.line - 1, offset: .max)) : nil
    }

    /// The row that is so many below, or above, or the last one on the way.
    mutating func row(_ distance: Int, from start: ReaderRow) -> ReaderRow {
        var row = start
        for _ in 0..<min(distance.magnitude, 1 << 20) {
            guard let next = distance > 0 ? self.row(after: row) : self.row(before: row) else { return row }
            row = next
        }
        return row
    }

    /// The first of so many rows that end with the text.
    mutating func lastTop(_ page: Int) -> ReaderRow {
        row(1 - page, from: row(at: ReaderPlace(line: count - 1, offset: .max)))
    }

    /// So many rows from a row on.
    mutating func rows(from first: ReaderRow, _ page: Int) -> [ReaderRow] {
        var rows = [first]
        while rows.count < page, let next = row(after: rows[rows.count - 1]) { rows.append(next) }
        return rows
    }

    /// The line beside one that is seen, below it or above; those that are folded away are passed over.
    func line(_ step: Int, from line: Int) -> Int {
        if step > 0 { return folded.fold(of: line)?.upperBound ?? line + step }
        return folded.fold(of: line + step)?.lowerBound ?? line + step
    }

    /// How many lines are folded away below a line.
    func hiddenCount(below line: Int) -> Int {
        folded.fold(of: line).map { $0.lowerBound == line ? $0.count - 1 : 0 } ?? 0
    }
}

extension [Range<Int>] {
    /// The one that a line is in, of ranges in order.
    func fold(of line: Int) -> Range<Int>? {
        let place = indices.partitioningIndex { self[$0].upperBound > line }
        return place < count && self[place].contains(line) ? self[place] : nil
    }
}

/// A line with styles, as rows of it are cut. It lives as long as a frame is drawn, and keeps the rows that were looked at.
final class ReaderLine {
    let styled: StyledText
    let text: String
    let byteCount: Int
    private var known: [Int: [Range<Int>]] = [:]

    /// Tabs are blanks, up to the next column that is a multiple of four; in a line of several pieces one blank.
    init(_ line: StyledText) {
        styled = line.runs.allSatisfy({ $0.text.utf8.count <= ReaderRows.pieceLength }) ? line.withoutTabs : line
        text = styled.text
        byteCount = text.utf8.count
    }

    private var lastPiece: Int { max(0, byteCount - 1) / ReaderRows.pieceLength }

    /// Where a piece begins: between two characters.
    private func start(of piece: Int) -> Int {
        guard piece > 0 else { return 0 }
        guard piece <= lastPiece else { return byteCount }
        let index = text.utf8.index(text.startIndex, offsetBy: piece * ReaderRows.pieceLength)
        return text.utf8.distance(from: text.startIndex, to: text.index(before: text.index(after: index)))
    }

    /// - Parameter columns: The same in all calls.
    private func rows(of piece: Int, _ columns: Int?) -> [Range<Int>] {
        if let rows = known[piece] { return rows }
        let rows = makeRows(of: piece, columns)
        known[piece] = rows
        return rows
    }

    private func makeRows(of piece: Int, _ columns: Int?) -> [Range<Int>] {
        let bounds = start(of: piece)..<start(of: piece + 1)
        guard let columns, !bounds.isEmpty else { return [bounds] }
        var rows = LineBreaks.lines(of: String(text.bytes(bounds)), columns: columns)
        // The end of the line itself, as the CR of CR LF, begins no row.
        if rows.count > 1, rows[rows.count - 1].isEmpty { rows.removeLast() }
        return rows.map { $0.lowerBound + bounds.lowerBound..<$0.upperBound + bounds.lowerBound }
    }

    func row(at offset: Int, columns: Int?) -> Range<Int> {
        let offset = min(max(0, offset), byteCount)
        var piece = min(offset / ReaderRows.pieceLength, lastPiece)
        while piece < lastPiece, start(of: piece + 1) <= offset { piece += 1 }
        let rows = rows(of: piece, columns)
        return rows.last { $0.lowerBound <= offset } ?? rows[0]
    }

    func row(after row: Range<Int>, columns: Int?) -> Range<Int>? {
        var piece = min(row.lowerBound / ReaderRows.pieceLength, lastPiece)
        while piece < lastPiece, start(of: piece + 1) <= row.lowerBound { piece += 1 }
        if let next = rows(of: piece, columns).first(where: { $0.lowerBound > row.lowerBound }) { return next }
        while piece < lastPiece {
            piece += 1
            if let next = rows(of: piece, columns).first(where: { $0.lowerBound > row.lowerBound }) { return next }
        }
        return nil
    }
}

extension StyledText {
    /// This with a style over some bytes.
    func marking(_ range: Range<Int>, _ style: ConsoleDriver.Style) -> StyledText {
        let count = runs.reduce(0) { $0 + $1.text.utf8.count }
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return self }
        let marked = bytes(range).runs.map { Run($0.text, $0.style.with(style), link: $0.link) }
        return bytes(0..<range.lowerBound) + StyledText(marked) + bytes(range.upperBound..<count)
    }

    fileprivate var withoutTabs: StyledText {
        guard runs.contains(where: { $0.text.utf8.contains(0x09) }) else { return self }
        var column = 0
        return StyledText(
            runs.map { run in
                let blanks = String(repeating: " ", count: column % 4)
                // Bytes: a run may begin with a mark of the letter before it.
                let text = String(Substring((blanks + run.text).withoutTabs.utf8.dropFirst(blanks.utf8.count)))
                column += ConsoleDriver.CharacterWidth.of(text)
                return Run(text, run.style, link: run.link)
            })
    }
}
