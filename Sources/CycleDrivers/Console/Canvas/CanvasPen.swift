extension ConsoleDriver.Canvas {
    /// Writes a row of text; see `draw`.
    mutating func draw(
        _ bytes: UnsafeBufferPointer<UInt8>, at position: Position, _ style: Style, extra: UInt16, clip: Rectangle?
    ) -> Int {
        let area = clip ?? bounds
        let (first, end) = (max(area.column, 0), min(area.endColumn, size.columns))
        guard first < end, (0..<size.rows).contains(position.row), position.row >= area.row,
            position.row < area.endRow, (Int.min / 2..<end).contains(position.column)
        else { return 0 }
        if !clusters.isEmpty || !extras.isEmpty { tidy() }
        var pen = CanvasPen(
            base: index(position.row, 0), first: first, end: end, column: position.column,
            cell: CanvasCell(glyph: 0x20, extra: extra, style: style))
        while true {
            guard let cluster = cells.withUnsafeMutableBufferPointer({ pen.write(bytes, $0) }) else { break }
            let number = number(of: cluster.cluster ?? "")
            cells.withUnsafeMutableBufferPointer { pen.put(cluster, as: number, $0) }
        }
        if pen.hasWide { hasWide = true }
        let start = max(position.column, first)
        if hasWide { mendEdges(pen.base + start..<pen.base + max(start, min(pen.column, end)), position.row) }
        return pen.column - position.column
    }
}

/// Writes characters one after the other into the cells of a row, between two columns.
private struct CanvasPen {
    /// The row's first cell.
    let base: Int
    let first: Int
    let end: Int
    var column: Int
    /// The parts of every cell but for the character.
    let cell: CanvasCell
    private var offset = 0
    private(set) var hasWide = false

    init(base: Int, first: Int, end: Int, column: Int, cell: CanvasCell) {
        self.base = base
        self.first = first
        self.end = end
        self.column = column
        self.cell = cell
    }

    /// Writes up to the end of the text or of the row.
    ///
    /// - Returns: A character of several scalars that is to be numbered and put first.
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, _ cells: UnsafeMutableBufferPointer<CanvasCell>) -> Glyph?
    {
        while offset < bytes.count, column < end {
            writePrintable(bytes, cells)
            guard offset < bytes.count, column < end else { break }
            let byte = bytes[offset]
            if Glyph.isAlone(byte, at: offset, bytes) {
                offset += 1
                guard ConsoleDriver.CharacterWidth.isShown(byte) else { continue }
                let blank = Glyph(scalar: 0x20, byteCount: 1, width: 1)
                put(blank, as: blank.scalar, cells)
            } else {
                let glyph = Glyph.read(bytes, at: offset)
                offset += glyph.byteCount
                if glyph.width == 0 { continue }
                if glyph.cluster != nil { return glyph }
                put(glyph, as: glyph.scalar, cells)
            }
        }
        return nil
    }

    /// Writes printable characters of ASCII, which are nearly all: two loops without a branch for each cell but one.
    private mutating func writePrintable(
        _ bytes: UnsafeBufferPointer<UInt8>, _ cells: UnsafeMutableBufferPointer<CanvasCell>
    ) {
        let limit = min(bytes.count, offset + (end - column))
        var next = endOfPrintable(bytes, from: offset, upTo: limit)
        // The last one may be joined by what follows.
        if next > offset, next < bytes.count, bytes[next] >= 0x80 { next -= 1 }
        let hidden = max(min(first - column, next - offset), 0)
        defer {
            column += next - offset
            offset = next
        }
        guard let cells = cells.baseAddress, let bytes = bytes.baseAddress, hidden < next - offset else { return }
        fillCells(
            cells + base + column + hidden, with: cell, showing: bytes + offset + hidden, count: next - offset - hidden)
    }

    /// Writes one character, or blanks where it is cut by an edge.
    mutating func put(_ glyph: Glyph, as number: UInt32, _ cells: UnsafeMutableBufferPointer<CanvasCell>) {
        let next = column + glyph.width
        defer { column = min(next, end) }
        guard column >= first, next <= end else {
            for column in max(column, first)..<max(min(next, end), first) { cells[base + column] = cell }
            return
        }
        var whole = cell
        whole.glyph = number
        whole.width = UInt8(truncatingIfNeeded: glyph.width)
        whole.isDisputed = glyph.isDisputed
        cells[base + column] = whole
        guard glyph.width == 2 else { return }
        hasWide = true
        whole.glyph = 0
        whole.width = 0
        whole.isDisputed = false
        cells[base + column + 1] = whole
    }
}
