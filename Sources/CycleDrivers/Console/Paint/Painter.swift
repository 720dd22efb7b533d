/// Draws a screen, and then only what has changed. A value: it knows what it has drawn and where it left the cursor.
///
/// An inline screen does not know where on the terminal it stands: rows are reached by going up and down from where the
/// cursor is, columns always by their number. Nothing is cleared before something else is there to be drawn.
struct Painter: Hashable {
    let isFull: Bool
    private(set) var size: ConsoleDriver.Size
    private var writer: TerminalWriter
    /// The canvas on the terminal; `nil` if it is unknown, or none. Below its rows a full screen is blank.
    private var shown: ConsoleDriver.Canvas?
    /// Whether something else may stand where rows are drawn: each has to be drawn to its end.
    private var isDirty: Bool
    private var rowCount: Int { shown?.size.rows ?? 0 }

    init(isFull: Bool, size: ConsoleDriver.Size, abilities: TerminalAbilities = .all) {
        self.isFull = isFull
        self.size = size
        isDirty = isFull
        writer = TerminalWriter(isAbsolute: isFull, abilities: abilities)
        if isFull { writer.forgetPlace() }
    }

    /// The bytes after which `wanted` is shown, and the cursor stands where it should. A canvas that is larger than the terminal
    /// is cut off.
    mutating func painted(_ wanted: ConsoleDriver.Canvas) -> [UInt8] {
        let canvas = fitted(wanted)
        let old = shown ?? .init(.init(columns: size.columns, rows: 0))
        var comparison = CanvasComparison(old, canvas)
        var changed = comparison.changedRows
        if isFull, !isDirty, let scrolling = Scrolling.found(comparison, changed) {
            writer.scroll(scrolling.rows, by: scrolling.count)
            comparison = CanvasComparison(old, canvas, after: scrolling)
            changed = scrolling.changedRows(of: changed, comparison)
        }
        paint(changed, comparison)
        if canvas.size.rows < comparison.old.size.rows {
            writer.move(to: canvas.size.rows, 0)
            writer.eraseBelow()
        }
        isDirty = false
        shown = canvas
        placeCursor(canvas.cursor)
        return writer.takeBytes()
    }

    /// The bytes after which nothing of the screen is left, and the cursor stands where it began.
    mutating func erased() -> [UInt8] {
        guard !isFull, rowCount > 0 else { return [] }
        writer.move(to: 0, 0)
        writer.eraseBelow()
        shown = nil
        return writer.takeBytes()
    }

    /// The bytes after which the screen stays, and the cursor stands below it.
    var farewell: [UInt8] {
        guard !isFull, rowCount > 0 else { return [] }
        var last = writer
        last.move(to: rowCount - 1, 0)
        last.addRow()
        return last.takeBytes()
    }

    /// The bytes to write after the terminal has another size, before the screen is painted anew.
    mutating func resized(to size: ConsoleDriver.Size) -> [UInt8] {
        defer {
            self.size = size
            shown = nil
            isDirty = true
        }
        guard !isFull, let shown, size.columns > 0 else {
            if isFull { writer.forgetPlace() }
            return []
        }
        // A row that is longer than the terminal is wide now continues on the next, where terminals wrap anew.
        let heights = (0..<shown.size.rows).map {
            max(1, (shown.usedColumns(of: $0) + size.columns - 1) / size.columns)
        }
        let above = heights.prefix(writer.row).reduce(0, +)
        // After the last column of a row the cursor waits on it.
        let column = min(writer.column ?? .max, self.size.columns - 1)
        let height = writer.row < heights.count ? heights[writer.row] : 1
        writer.assume(row: above + min(column / size.columns, height - 1), column: nil)
        writer.move(to: 0, 0)
        return writer.takeBytes()
    }

    /// Whether something is shown that depends on what is behind the text.
    var isAdaptive: Bool { writer.isAdaptive }

    var abilities: TerminalAbilities {
        get { writer.abilities }
        set { writer.abilities = newValue }
    }

    /// The same in the width of the terminal, and no higher.
    private func fitted(_ canvas: ConsoleDriver.Canvas) -> ConsoleDriver.Canvas {
        let rows = min(canvas.size.rows, size.rows)
        guard canvas.size.columns != size.columns || canvas.size.rows != rows else { return canvas }
        var fitted = ConsoleDriver.Canvas(.init(columns: size.columns, rows: rows))
        fitted.draw(canvas, at: .init(row: 0, column: 0))
        return fitted
    }

    private mutating func placeCursor(_ place: ConsoleDriver.Position?) {
        let rowCount = isFull ? size.rows : rowCount
        if let place, rowCount > 0 {
            let row = min(max(place.row, 0), rowCount - 1)
            writer.move(to: row, min(max(place.column, 0), size.columns - 1))
        } else if !isFull, writer.column != 0 {
            // Where the cursor is at the end of a row, terminals disagree about where it is after a resize.
            writer.move(to: writer.row, 0)
        }
    }

    // MARK: Rows

    private mutating func paint(_ changed: [Int], _ comparison: CanvasComparison) {
        let (old, new) = (comparison.old, comparison.new)
        let end = isDirty && isFull ? new.usedRows : new.size.rows
        for row in changed where row < end {
            let isKnown = row < old.size.rows
            if !isKnown, !isFull, row > 0 {
                if writer.row != row - 1 { writer.move(to: row - 1, 0) }
                writer.addRow()
            }
            if isDirty, !isKnown {
                paintToEnd(row, comparison, isLast: row == end - 1)
            } else {
                paintChanges(row, comparison)
            }
        }
        guard isDirty, isFull, end < size.rows else { return }
        writer.move(to: end, 0)
        writer.eraseBelow()
    }

    /// Draws all of a row over whatever stands there.
    private mutating func paintToEnd(_ row: Int, _ comparison: CanvasComparison, isLast: Bool) {
        let used = comparison.new.usedColumns(of: row)
        let erasesBelow = isLast && !isFull
        // A row that is full has no place from where what is below could be erased once it is there.
        if erasesBelow, used == size.columns {
            writer.move(to: row, 0)
            writer.eraseBelow()
        }
        paintCells(row, comparison, upTo: used, forced: used)
        guard used < size.columns else { return }
        writer.move(to: row, used)
        if erasesBelow { writer.eraseBelow() } else { writer.eraseToEndOfRow() }
    }

    private mutating func paintChanges(_ row: Int, _ comparison: CanvasComparison) {
        let used = comparison.new.usedColumns(of: row)
        // From here on the row is blank: erased by one sequence where that is shorter.
        let isErased =
            comparison.differenceCount(row, used..<size.columns, atMost: TerminalWriter.shortestMove)
            == TerminalWriter.shortestMove
        let end = isErased ? used : size.columns
        let reach = paintCells(row, comparison, upTo: end, forced: 0)
        guard isErased || reach > end && end < size.columns else { return }
        writer.move(to: row, used)
        writer.eraseToEndOfRow()
    }

    /// - Parameter forced: Up to here all cells are written, whether they have changed or not.
    /// - Returns: Up to which column the terminal may have written something else.
    @discardableResult
    private mutating func paintCells(
        _ row: Int, _ comparison: CanvasComparison, upTo end: Int, forced: Int
    ) -> Int {
        comparison.withRow(row) { line in
            var forced = forced
            var column = 0
            while true {
                if column >= forced { column = line.nextDifference(from: column, upTo: end) }
                guard column < end else { break }
                // Both halves of a wide character are written by its first cell.
                if line.cells[column].width == 0, column > 0 { column -= 1 }
                advance(to: column, line, comparison.new)
                let next = line.endOfRun(from: column, upTo: end, forced: forced)
                if next > column {
                    writer.write(line.cells, column..<next, columns: size.columns)
                    column = next
                } else {
                    let cell = line.cells[column]
                    writer.write(cell, of: comparison.new, columns: size.columns)
                    // A terminal that shows the character wider has overwritten the next cells.
                    if cell.isDisputed { forced = max(forced, column + comparison.new.widestReach(of: cell)) }
                    column += Int(max(cell.width, 1))
                }
            }
            return forced
        }
    }

    /// Goes to a cell: over a few that are already right by writing them again, which is shorter.
    private mutating func advance(to column: Int, _ line: RowComparison, _ canvas: ConsoleDriver.Canvas) {
        guard writer.column != column || writer.row != line.row else { return }
        let isNear = writer.row == line.row && column - (writer.column ?? column) <= TerminalWriter.shortestMove
        if isNear, let place = writer.column, place < column {
            if line.endOfText(from: place, upTo: column, where: writer.isSet) == column {
                writer.write(line.cells, place..<column, columns: size.columns)
            }
        }
        writer.move(to: line.row, column)
    }
}
