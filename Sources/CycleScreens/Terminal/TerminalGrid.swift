import CycleBase
import CycleDrivers

/// The cells of a ``TerminalScreen``, the lines that have left it at the top, and the cursor that writes them.
///
/// It moves as tmux does, down to the column after the last one: there the cursor stands when the last column was written, and the
/// next character goes to the next line.
struct TerminalGrid: Hashable, Sendable {
    private(set) var columns: Int
    /// As many as the screen has rows.
    var rows: [TerminalRow]
    var row = 0
    /// From 0 up to and with ``columns``.
    var column = 0
    /// The rows that move when a line is fed at the last of them.
    var region: ClosedRange<Int>
    /// The rows of the main screen, while the alternate one is shown.
    private(set) var main: [TerminalRow]?
    /// The rows that have left at the top of the main screen, without blanks at their ends. The oldest is the first.
    private(set) var scrolled: [TerminalRow] = []
    /// How many rows have left, also those that are forgotten.
    private(set) var scrolledCount = 0
    let scrollLimit: Int
    var texts = TerminalTexts()
    /// So many texts and links are kept until those that no cell shows are forgotten.
    private var textLimit = 4_096
    /// Whether nothing has come since a character was written: the next scalar may be a part of it.
    var isJoining = false

    /// The most columns, and rows.
    static let limit = 10_000

    init(_ size: ConsoleDriver.Size, scrollLimit: Int) {
        let size = Self.possible(size)
        columns = size.columns
        rows = Array(repeating: TerminalRow(Self.blanks(size.columns)), count: size.rows)
        region = 0...size.rows - 1
        self.scrollLimit = max(0, scrollLimit)
    }

    /// A size that a window can have: from one place up to ten thousand columns and rows.
    private static func possible(_ size: ConsoleDriver.Size) -> ConsoleDriver.Size {
        .init(columns: min(max(size.columns, 1), limit), rows: min(max(size.rows, 1), limit))
    }

    static func blanks(_ count: Int, _ cell: CanvasCell = .blank) -> [CanvasCell] {
        Array(repeating: cell, count: count)
    }

    var size: ConsoleDriver.Size { .init(columns: columns, rows: rows.count) }
    var isAlternate: Bool { main != nil }

    /// Shows the alternate screen, empty, or the main one again.
    mutating func setAlternate(_ isWanted: Bool) {
        guard isWanted != isAlternate else { return }
        if let main {
            let size = size
            self.main = nil
            // The window may have been resized meanwhile.
            (rows, columns) = (main, main.first?.cells.count ?? columns)
            (row, column) = (min(row, rows.count - 1), min(column, columns - 1))
            resize(size)
        } else {
            main = rows
            rows = Array(repeating: TerminalRow(Self.blanks(columns)), count: rows.count)
        }
    }

    // MARK: Scrolling

    /// Goes down a row; from the last one of the region by moving its rows up.
    mutating func feedLine(_ blank: CanvasCell) {
        if row == region.upperBound {
            scrollUp(1, blank)
        } else if row < rows.count - 1 {
            row += 1
        }
    }

    /// Goes up a row; from the first one of the region by moving its rows down.
    mutating func feedLineBack(_ blank: CanvasCell) {
        if row == region.lowerBound {
            insertRows(1, at: row, upTo: region.upperBound, blank)
        } else if row > 0 {
            row -= 1
        }
    }

    /// Moves the rows of the region up. Rows that leave at the top of the main screen are kept.
    mutating func scrollUp(_ count: Int, _ blank: CanvasCell) {
        let count = min(max(count, 1), region.count)
        if !isAlternate, region.lowerBound == 0 { keep(rows[..<count]) }
        guard count == 1 else { return deleteRows(count, at: region.lowerBound, upTo: region.upperBound, blank) }
        breakWrap(above: region.lowerBound)
        // Its cells are used again: the allocator is not asked for each line.
        var row = rows.remove(at: region.lowerBound)
        row.fill(blank)
        rows.insert(row, at: region.upperBound)
    }

    private mutating func keep(_ leaving: ArraySlice<TerminalRow>) {
        scrolledCount += leaving.count
        guard scrollLimit > 0 else { return }
        scrolled += leaving.lazy.map(\.trimmed)
        // A quarter at a time: to take the first off an array moves all others.
        if scrolled.count - scrollLimit > scrollLimit / 4 { scrolled.removeFirst(scrolled.count - scrollLimit) }
    }

    mutating func forgetScrolled() {
        scrolled = []
    }

    mutating func insertRows(_ count: Int, at first: Int, upTo last: Int, _ blank: CanvasCell) {
        let count = min(max(count, 1), last - first + 1)
        rows.removeSubrange(last - count + 1...last)
        breakWrap(above: last - count + 1)
        rows.insert(contentsOf: repeatElement(TerminalRow(Self.blanks(columns, blank)), count: count), at: first)
        breakWrap(above: first)
    }

    mutating func deleteRows(_ count: Int, at first: Int, upTo last: Int, _ blank: CanvasCell) {
        let count = min(max(count, 1), last - first + 1)
        rows.removeSubrange(first..<first + count)
        let blanks = repeatElement(TerminalRow(Self.blanks(columns, blank)), count: count)
        breakWrap(above: last - count + 1)
        rows.insert(contentsOf: blanks, at: last - count + 1)
        breakWrap(above: first)
    }

    /// The line of the row above ends there: another row than that in which it went on comes behind it.
    private mutating func breakWrap(above row: Int) {
        if row > 0 { rows[row - 1].isWrapped = false }
    }

    // MARK: Size

    /// Gives it another size. On the main screen a text that was wrapped is wrapped anew, and rows that have no room leave at the top;
    /// the alternate one is cut, or goes on with blanks.
    mutating func resize(_ size: ConsoleDriver.Size) {
        let size = Self.possible(size)
        guard size != self.size else { return }
        var place = ConsoleDriver.Position(row: row, column: min(column, columns - 1))
        var wrapped = isAlternate ? rows : TerminalReflow(rows, size.columns, at: &place).rows
        while wrapped.count > size.rows, place.row < wrapped.count - 1, wrapped[wrapped.count - 1].isEmpty {
            wrapped.removeLast()
        }
        let surplus = max(0, wrapped.count - size.rows)
        if !isAlternate { keep(wrapped[..<surplus]) }
        wrapped.removeFirst(surplus)
        while wrapped.count < size.rows { wrapped.append(TerminalRow([])) }
        for index in wrapped.indices { wrapped[index].setCount(size.columns) }
        (rows, columns, region) = (wrapped, size.columns, 0...size.rows - 1)
        row = min(max(0, place.row - surplus), size.rows - 1)
        column = min(place.column, size.columns - 1)
    }

    // MARK: Texts

    /// Forgets texts that no cell shows any more, once they may be most.
    mutating func tidyTexts() -> Bool {
        guard max(texts.clusters.count, texts.extras.count) >= textLimit else { return false }
        let old = texts
        texts = TerminalTexts()
        for index in rows.indices { rows[index].renumber(&texts, from: old) }
        for index in scrolled.indices { scrolled[index].renumber(&texts, from: old) }
        if var main {
            for index in main.indices { main[index].renumber(&texts, from: old) }
            self.main = main
        }
        textLimit = max(4_096, 2 * max(texts.clusters.count, texts.extras.count))
        return true
    }
}

extension TerminalRow {
    /// Whether nothing is written in it.
    fileprivate var isEmpty: Bool { cells.allSatisfy { $0.glyph == 0x20 } }

    fileprivate mutating func setCount(_ count: Int) {
        if cells.count > count {
            cells.removeLast(cells.count - count)
        } else {
            cells += repeatElement(.blank, count: count - cells.count)
        }
    }

    fileprivate mutating func renumber(_ texts: inout TerminalTexts, from old: TerminalTexts) {
        guard cells.contains(where: { $0.cluster != nil || $0.extra != 0 }) else { return }
        for index in cells.indices { texts.renumber(&cells[index], from: old) }
    }
}
