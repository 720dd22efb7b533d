import CycleBase

extension ConsoleDriver.Canvas {
    /// The cells of rows that are kept elsewhere, as a terminal keeps them.
    ///
    /// - Parameters:
    ///   - size: Of the canvas. Rows that are longer are cut, and shorter ones go on with blanks.
    ///   - rows: No more than there are rows. Each cell of two columns has one of none behind it.
    ///   - clusters: The texts to which cells refer.
    ///   - extras: The links and underlines to which they refer.
    package init(
        _ size: Size, rows: some Collection<[CanvasCell]>, clusters: Numbering<String>, extras: Numbering<CellExtra>
    ) {
        self.init(size)
        (self.clusters, self.extras, hasWide) = (clusters, extras, true)
        for (row, cells) in rows.prefix(self.size.rows).enumerated() {
            let count = min(cells.count, self.size.columns)
            let start = index(row, 0)
            self.cells.replaceSubrange(start..<start + count, with: cells[..<count])
            if count > 0 { mendEdges(start..<start + count, row) }
        }
    }
}
