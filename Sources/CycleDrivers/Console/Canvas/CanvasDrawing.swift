import CycleBase

extension ConsoleDriver.Canvas {
    /// A cell.
    public typealias Position = ConsoleDriver.Position
    /// A region of cells.
    public typealias Rectangle = ConsoleDriver.Rectangle
    /// Rows and columns.
    public typealias Size = ConsoleDriver.Size
    /// How the text of a cell looks.
    public typealias Style = ConsoleDriver.Style
    /// A colour of a terminal.
    public typealias Color = ConsoleDriver.Color

    /// Writes one row of text, from a position on. A tab or a new line in it shows as a blank.
    ///
    /// - Parameters:
    ///   - text: One row.
    ///   - position: The first cell; it may lie outside.
    ///   - style: The style of all cells.
    ///   - clip: The cells that may be written; by default all.
    /// - Returns: How many cells the text takes from `position` on, up to the end of `clip`, whatever of it is seen.
    /// - Complexity: O(bytes).
    @discardableResult
    public mutating func draw(
        _ text: String, at position: Position, style: Style = .plain, clip: Rectangle? = nil
    ) -> Int {
        // Without a copy to be changed, as `withUTF8` needs.
        if let columns = text.utf8.withContiguousStorageIfAvailable({
            draw($0, at: position, style, extra: 0, clip: clip)
        }) {
            return columns
        }
        var text = text
        return text.withUTF8 { draw($0, at: position, style, extra: 0, clip: clip) }
    }

    /// The same with a part of a text.
    @discardableResult
    public mutating func draw(
        _ text: Substring, at position: Position, style: Style = .plain, clip: Rectangle? = nil
    ) -> Int {
        var text = text
        return text.withUTF8 { draw($0, at: position, style, extra: 0, clip: clip) }
    }

    /// Fills cells with one character of one cell; one of another width is taken for a blank.
    public mutating func fill(
        _ rectangle: Rectangle, with scalar: Unicode.Scalar = " ", style: Style = .plain, clip: Rectangle? = nil
    ) {
        let isNarrow = CellWidth.of(scalar.value) == 1 && scalar.value < 0x1f000
        let cell = CanvasCell(glyph: isNarrow ? scalar.value : 0x20, style: style)
        for row in rows(rectangle, clip) {
            cells.withUnsafeMutableBufferPointer {
                fillCells(UnsafeMutableBufferPointer(rebasing: $0[row.cells]), with: cell)
            }
            mendEdges(row.cells, row.row)
        }
    }

    /// Lays a style over what is drawn: see ``ConsoleDriver/Style/with(_:)``.
    public mutating func restyle(_ rectangle: Rectangle, _ style: Style, clip: Rectangle? = nil) {
        changeLooks(rectangle, clip) { cell in cell.style = cell.style.with(style) }
    }

    /// The same, where the colour of what is drawn is none of some.
    package mutating func restyle(
        _ rectangle: Rectangle, _ style: Style, except colors: [Color], clip: Rectangle? = nil
    ) {
        changeLooks(rectangle, clip) { cell in
            if !colors.contains(cell.style.foreground) { cell.style = cell.style.with(style) }
        }
    }

    /// Makes cells open an address when they are clicked, where the terminal can; `nil` makes them plain again. An address
    /// with blanks or control characters is none.
    public mutating func link(_ rectangle: Rectangle, to address: String?, clip: Rectangle? = nil) {
        let link = CellExtra.link(address)
        changeExtras(rectangle, clip) { $0.link = link }
    }

    /// Gives underlines a colour of their own.
    public mutating func colorUnderlines(_ rectangle: Rectangle, _ color: Color, clip: Rectangle? = nil) {
        changeExtras(rectangle, clip) { $0.underlineColor = color }
    }

    /// Copies another canvas, with its top left at a position, over what is there; its cursor, too, if it has one that is
    /// seen.
    public mutating func draw(_ canvas: Self, at position: Position, clip: Rectangle? = nil) {
        let place = Rectangle(
            row: position.row, column: position.column, rows: canvas.size.rows, columns: canvas.size.columns)
        tidy()
        if canvas.hasWide { hasWide = true }
        let copies = canvas.clusters.isEmpty && canvas.extras.isEmpty ? nil : CellCopies(source: canvas)
        for row in rows(place, clip) {
            let column = row.cells.lowerBound - index(row.row, 0)
            let source = canvas.index(row.row - position.row, column - position.column)
            if let copies {
                for offset in 0..<row.cells.count {
                    cells[row.cells.lowerBound + offset] = copies.copy(canvas.cells[source + offset], into: &self)
                }
            } else {
                canvas.cells.withUnsafeBufferPointer { others in
                    cells.withUnsafeMutableBufferPointer {
                        copyCells(
                            .init(rebasing: others[source..<source + row.cells.count]),
                            to: .init(rebasing: $0[row.cells]))
                    }
                }
            }
            mendEdges(row.cells, row.row)
        }
        if let inner = canvas.cursor {
            let outer = Position(
                row: inner.row.addingSaturated(position.row), column: inner.column.addingSaturated(position.column))
            if bounds.contains(outer), clip?.contains(outer) ?? true { cursor = outer }
        }
    }

    // MARK: How it works

    /// The cells of a row, and what they are part of.
    private struct RowPart {
        let row: Int
        let cells: Range<Int>
    }

    private func rows(_ rectangle: Rectangle, _ clip: Rectangle?) -> some Sequence<RowPart> {
        var area = rectangle.intersection(bounds)
        if let clip { area = area.intersection(clip) }
        let (columns, width) = (area.columns, size.columns)
        return (area.isEmpty ? 0..<0 : area.row..<area.endRow).lazy.map { [column = area.column] row in
            let start = row * width + column
            return RowPart(row: row, cells: start..<start + columns)
        }
    }

    private mutating func changeExtras(_ rectangle: Rectangle, _ clip: Rectangle?, _ body: (inout CellExtra) -> Void) {
        tidy()
        for row in rows(rectangle, clip) {
            for index in row.cells where cells[index].width > 0 {
                var extra = extra(of: cells[index])
                body(&extra)
                cells[index].extra = number(of: extra)
                if cells[index].width == 2 { cells[index + 1].extra = cells[index].extra }
            }
        }
    }

    /// A wide character looks the same in both its cells: as the first of them.
    private mutating func changeLooks(_ rectangle: Rectangle, _ clip: Rectangle?, _ body: (inout CanvasCell) -> Void) {
        for row in rows(rectangle, clip) {
            for index in row.cells where cells[index].width > 0 {
                body(&cells[index])
                guard cells[index].width == 2 else { continue }
                cells[index + 1].style = cells[index].style
                cells[index + 1].extra = cells[index].extra
            }
        }
    }

    /// 0 for none, and when there are more than a cell can number.
    mutating func number(of extra: CellExtra) -> UInt16 {
        guard extra != .none, extras.count < Int(UInt16.max) else { return 0 }
        return UInt16(extras.number(of: extra) + 1)
    }

    mutating func number(of cluster: String) -> UInt32 {
        CanvasCell.clusterBit | UInt32(clusters.number(of: cluster))
    }

    /// Forgets what no cell shows any more, once that may be most: the canvas does not grow with the number of
    /// drawings.
    mutating func tidy() {
        guard clusters.count > 2 * cells.count + 64 || extras.count > Int(UInt16.max) / 2 else { return }
        let old = self
        clusters = Numbering()
        extras = Numbering()
        for index in cells.indices {
            if let cluster = cells[index].cluster {
                cells[index].glyph = CanvasCell.clusterBit | UInt32(clusters.number(of: old.clusters.values[cluster]))
            }
            if cells[index].extra != 0 {
                cells[index].extra = UInt16(extras.number(of: old.extra(of: cells[index])) + 1)
            }
        }
    }

    /// A wide character that was covered by half leaves nothing.
    mutating func mendEdges(_ range: Range<Int>, _ row: Int) {
        guard hasWide else { return }
        let (start, end) = (index(row, 0), index(row + 1, 0))
        if range.lowerBound > start, range.lowerBound < end, cells[range.lowerBound - 1].width == 2,
            cells[range.lowerBound].width != 0
        {
            cells[range.lowerBound - 1].blank()
        }
        if range.lowerBound < end, cells[range.lowerBound].width == 0,
            range.lowerBound == start || cells[range.lowerBound - 1].width != 2
        {
            cells[range.lowerBound].blank()
        }
        guard range.upperBound > start else { return }
        if range.upperBound < end, cells[range.upperBound].width == 0, cells[range.upperBound - 1].width != 2 {
            cells[range.upperBound].blank()
        }
        if cells[range.upperBound - 1].width == 2, range.upperBound == end || cells[range.upperBound].width != 0 {
            cells[range.upperBound - 1].blank()
        }
    }
}

extension CanvasCell {
    /// A blank in the same style.
    mutating func blank() {
        self = CanvasCell(glyph: 0x20, extra: extra, style: style)
    }
}

/// Brings cells of one canvas into another, whose numbers of clusters and extras are others.
private struct CellCopies {
    let source: ConsoleDriver.Canvas

    func copy(_ cell: CanvasCell, into canvas: inout ConsoleDriver.Canvas) -> CanvasCell {
        guard cell.extra != 0 || cell.glyph & CanvasCell.clusterBit != 0 else { return cell }
        var cell = cell
        if let cluster = cell.cluster { cell.glyph = canvas.number(of: source.clusters.values[cluster]) }
        cell.extra = canvas.number(of: source.extra(of: cell))
        return cell
    }
}

extension ConsoleDriver.Canvas {
    /// This with a style below that of each cell.
    package func over(_ style: ConsoleDriver.Style) -> Self {
        guard style != .plain else { return self }
        var canvas = self
        for index in cells.indices { canvas.cells[index].style = style.with(cells[index].style) }
        return canvas
    }

    /// This with colours in the place of tokens: see ``ConsoleDriver/Style/replacingTokens(by:)``.
    package func replacingTokens(by colors: [ConsoleDriver.Color]) -> Self {
        guard cells.contains(where: { $0.style.hasTokens }) else { return self }
        var canvas = self
        for index in cells.indices { canvas.cells[index].style = cells[index].style.replacingTokens(by: colors) }
        return canvas
    }
}
