import CycleBase

extension ConsoleDriver {
    /// The content of a screen as a value: rows of cells, each with a character and a style, and the place of the cursor.
    ///
    ///     var canvas = ConsoleDriver.Canvas(size)
    ///     canvas.draw("total \(frame.total)", at: .init(row: 0, column: 2), style: .bold)
    ///
    /// Two are equal when they show the same characters in the same styles, however they were made. Every part that is drawn
    /// outside is cut off, never an error; of a wide character that is covered by half, or cut at an edge, a blank stays.
    /// Text is shown, not obeyed: control characters and marks of writing direction are left out.
    ///
    /// - Complexity: 16 bytes for each cell. Copies share them until one is changed.
    public struct Canvas: Sendable {
        /// How many cells it has. It does not change while it is drawn on.
        public internal(set) var size: Size
        /// Row by row.
        var cells: [CanvasCell]
        /// Texts of several scalars. Most canvases have none.
        var clusters = Numbering<String>()
        var extras = Numbering<CellExtra>()
        /// Whether a character of two cells was ever drawn. Most canvases have none.
        var hasWide = false
        /// Where the cursor stands; `nil` hides it.
        public var cursor: Position?

        /// Blanks. A size is taken for the nearest that is possible.
        public init(_ size: Size, style: Style = .plain) {
            let columns = min(max(size.columns, 0), Canvas.limit)
            let rows = min(max(size.rows, 0), Canvas.limit)
            self.size = Size(columns: columns, rows: rows)
            // The empty array is one for all threads, and is written to by this initialiser.
            guard columns > 0, rows > 0 else {
                cells = []
                return
            }
            cells = Array(unsafeUninitializedCapacity: columns * rows) { cells, count in
                fillCells(
                    UnsafeMutableBufferPointer(rebasing: cells[..<(columns * rows)]),
                    with: CanvasCell(glyph: 0x20, style: style))
                count = columns * rows
            }
        }

        /// The highest number of rows, and of columns.
        static let limit = 10_000

        /// All of it.
        public var bounds: Rectangle { Rectangle(size) }

        /// The character of a cell; empty right of a wide character, `nil` outside.
        public func character(at position: Position) -> Character? {
            guard bounds.contains(position) else { return nil }
            return text(of: cells[index(position.row, position.column)]).first
        }

        /// The character of a cell, if it is of one scalar: without a text that is made for it, as for each cell of a line.
        package func scalar(at position: Position) -> Unicode.Scalar? {
            guard bounds.contains(position) else { return nil }
            let cell = cells[index(position.row, position.column)]
            return cell.width == 0 || cell.cluster != nil ? nil : Unicode.Scalar(cell.glyph)
        }

        /// Whether a cell shows a blank, as outside of the canvas.
        package func isBlank(at position: Position) -> Bool {
            !bounds.contains(position) || cells[index(position.row, position.column)].glyph == 0x20
        }

        /// The style of a cell; `nil` outside.
        public func style(at position: Position) -> Style? {
            guard bounds.contains(position) else { return nil }
            return cells[index(position.row, position.column)].style
        }

        /// The address that a cell links to.
        public func link(at position: Position) -> String? {
            guard bounds.contains(position) else { return nil }
            return extra(of: cells[index(position.row, position.column)]).link
        }

        func index(_ row: Int, _ column: Int) -> Int { row * size.columns + column }

        func text(of cell: CanvasCell) -> String {
            if let cluster = cell.cluster { return clusters.values[cluster] }
            guard cell.width > 0, let scalar = Unicode.Scalar(cell.glyph) else { return "" }
            return String(Character(scalar))
        }

        func extra(of cell: CanvasCell) -> CellExtra {
            cell.extra == 0 ? .none : extras.values[Int(cell.extra) - 1]
        }
    }
}

extension ConsoleDriver.Canvas: Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        guard one.size == other.size, one.cursor == other.cursor else { return false }
        let areNumbersAlike = one.clusters.values == other.clusters.values && one.extras.values == other.extras.values
        return one.cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                if areNumbersAlike, haveSameBytes(cells, others) { return true }
                if one.clusters.isEmpty, one.extras.isEmpty, other.clusters.isEmpty, other.extras.isEmpty {
                    return false
                }
                return cells.indices.allSatisfy { one.shows(cells[$0], as: others[$0], of: other) }
            }
        }
    }

    /// Whether a cell of this looks like one of another.
    func shows(_ cell: CanvasCell, as other: CanvasCell, of canvas: Self) -> Bool {
        guard cell.style == other.style, cell.width == other.width else { return false }
        if cell.extra != other.extra || cell.extra != 0, extra(of: cell) != canvas.extra(of: other) { return false }
        guard (cell.glyph | other.glyph) & CanvasCell.clusterBit != 0 else { return cell.glyph == other.glyph }
        return cell.cluster != nil && other.cluster != nil && text(of: cell) == canvas.text(of: other)
    }

    /// Clusters and links count as such: it does not matter which.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(cursor)
        for cell in cells {
            hasher.combine(cell.cluster == nil ? cell.glyph : CanvasCell.clusterBit)
            hasher.combine(cell.style.bits)
        }
    }
}
