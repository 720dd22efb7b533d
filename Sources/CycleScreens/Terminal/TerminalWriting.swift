import CycleBase
import CycleDrivers

/// Characters and erasing.
extension TerminalGrid {
    /// The modes in which characters are written.
    struct Writing: Hashable, Sendable {
        /// Whether a character behind the last column goes to the next line.
        var isWrapping = true
        /// Whether a character moves those behind it to the right.
        var isInserting = false
    }

    /// Writes printable ASCII: nearly everything that a terminal is sent.
    ///
    /// - Parameter cell: All of each cell but its character.
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, as cell: CanvasCell, _ writing: Writing) {
        guard writing.isWrapping, !writing.isInserting, let first = bytes.baseAddress else {
            var cell = cell
            for byte in bytes {
                cell.glyph = UInt32(byte)
                put(cell, writing)
            }
            return
        }
        var offset = 0
        while offset < bytes.count {
            if column >= columns { wrap() }
            let count = min(bytes.count - offset, columns - column)
            rows[row].write(first + offset, count, at: column, cell)
            column += count
            offset += count
        }
        isJoining = true
    }

    /// Writes one character, as wide as the cell says.
    mutating func put(_ cell: CanvasCell, _ writing: Writing) {
        let width = Int(cell.width)
        if !writing.isWrapping, width > 1, width > columns || column != columns && column > columns - width { return }
        if writing.isInserting { insertCells(width, .blank) }
        if writing.isWrapping, column > columns - width { wrap() }
        // A terminal of one column has no room for a wide one, and one without wrapping none behind the last column.
        guard column <= columns - width else { return }
        rows[row].put(cell, at: column)
        isJoining = true
        let last = writing.isWrapping ? 0 : 1
        column = column <= columns - last - width ? column + width : columns - last
    }

    private mutating func wrap() {
        rows[row].isWrapped = true
        feedLine(.blank)
        column = 0
    }

    /// The column of the character left of the cursor.
    var columnBefore: Int? {
        var before = min(column, columns) - 1
        while before > 0, rows[row].cells[before].width == 0 { before -= 1 }
        return before >= 0 ? before : nil
    }

    /// Gives the character left of the cursor another text, and perhaps another width.
    mutating func replace(at place: Int, by cell: CanvasCell, width: Int) {
        let isWider = width > Int(rows[row].cells[place].width)
        rows[row].cells[place].glyph = cell.glyph
        rows[row].cells[place].isDisputed = cell.isDisputed
        let wide = min(width, columns - place)
        guard isWider, place + wide > column else { return }
        var whole = rows[row].cells[place]
        whole.width = UInt8(wide)
        rows[row].put(whole, at: place)
        column = place + wide
    }

    // MARK: Erasing

    mutating func erase(_ row: Int, _ columns: Range<Int>, _ blank: CanvasCell) {
        let columns = columns.clamped(to: 0..<self.columns)
        guard !columns.isEmpty else { return }
        if columns.count == self.columns {
            rows[row].fill(blank)
            if row > 0 { rows[row - 1].isWrapped = false }
        } else {
            rows[row].fill(columns, blank)
            // The line that went on from here to the next row has lost its end.
            if columns.upperBound == self.columns { rows[row].isWrapped = false }
        }
    }

    mutating func erase(_ range: Range<Int>, _ blank: CanvasCell) {
        for row in range { rows[row].fill(blank) }
        if range.lowerBound > 0, !range.isEmpty { rows[range.lowerBound - 1].isWrapped = false }
    }

    /// Moves the characters from the cursor on to the right.
    mutating func insertCells(_ count: Int, _ blank: CanvasCell) {
        guard column < columns else { return }
        let count = min(count, columns - column)
        rows[row].cells.removeLast(count)
        rows[row].cells.insert(contentsOf: repeatElement(blank, count: count), at: column)
    }

    /// Moves the characters behind some to the left.
    mutating func deleteCells(_ count: Int, _ blank: CanvasCell) {
        guard column < columns else { return }
        let count = min(count, columns - column)
        rows[row].cells.removeSubrange(column..<column + count)
        rows[row].cells += repeatElement(blank, count: count)
    }
}

extension TerminalRow {
    mutating func fill(_ blank: CanvasCell) {
        cells.withUnsafeMutableBufferPointer { fillCells($0, with: blank) }
        isWrapped = false
    }

    fileprivate mutating func fill(_ columns: Range<Int>, _ blank: CanvasCell) {
        cells.withUnsafeMutableBufferPointer {
            fillCells(UnsafeMutableBufferPointer(rebasing: $0[columns]), with: blank)
        }
    }

    fileprivate mutating func write(
        _ letters: UnsafePointer<UInt8>, _ count: Int, at column: Int, _ cell: CanvasCell
    ) {
        clearHalves(column..<column + count)
        cells.withUnsafeMutableBufferPointer { cells in
            guard let first = cells.baseAddress else { return }
            fillCells(first + column, with: cell, showing: letters, count: count)
        }
    }

    fileprivate mutating func put(_ cell: CanvasCell, at column: Int) {
        let (width, before) = (Int(cell.width), Int(cells[column].width))
        // As tmux: a single character over another one leaves alone what stands behind it, and one over the second half of a wide one
        // takes the character before with it.
        if width == 1, before == 1 {
            if column == cells.count - 1 { isWrapped = false }
            return cells[column] = cell
        }
        if before == 0, let start = cells[..<column].lastIndex(where: { $0.width != 0 }) { cells[start] = .blank }
        clearHalves(column..<column + width)
        cells[column] = cell
        var rest = cell
        (rest.glyph, rest.width, rest.isDisputed) = (0, 0, false)
        for index in column + 1..<max(column + width, column + 1) { cells[index] = rest }
    }

    /// Blanks the parts outside of some columns of the wide characters that reach into them. A new end of the line goes on in the next
    /// row only when the next character has come.
    private mutating func clearHalves(_ columns: Range<Int>) {
        if columns.upperBound == cells.count { isWrapped = false }
        if cells[columns.lowerBound].width == 0 {
            var start = columns.lowerBound
            while start > 0, cells[start].width == 0 {
                cells[start] = .blank
                start -= 1
            }
            if cells[start].width != 1 { cells[start] = .blank }
        }
        var end = columns.upperBound
        while end < cells.count, cells[end].width == 0 {
            cells[end] = .blank
            end += 1
        }
    }
}
