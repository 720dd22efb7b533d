import CycleBase

extension ConsoleDriver {
    /// A size in cells.
    public struct Size: Hashable, Sendable, Codable {
        /// Counted in cells.
        public var columns: Int
        /// Counted in cells.
        public var rows: Int

        /// So many cells; less than none is for the caller to avoid.
        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// A cell of a screen, counted from 0 at the top left.
    public struct Position: Hashable, Sendable, Codable {
        /// Counted from 0 at the top.
        public var row: Int
        /// Counted from 0 at the left.
        public var column: Int

        /// A cell, which need not be on any canvas.
        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// Some rows and columns of a screen. One without any is empty, wherever it lies.
    public struct Rectangle: Hashable, Sendable, Codable {
        /// Counted from 0 at the top.
        public var row: Int
        /// Counted from 0 at the left.
        public var column: Int
        /// Counted in cells.
        public var rows: Int
        /// Counted in cells.
        public var columns: Int

        /// A region, which need not lie on any canvas: what does not is not drawn.
        public init(row: Int, column: Int, rows: Int, columns: Int) {
            self.row = row
            self.column = column
            self.rows = max(rows, 0)
            self.columns = max(columns, 0)
        }

        /// All cells of a screen of this size.
        public init(_ size: Size) {
            self.init(row: 0, column: 0, rows: size.rows, columns: size.columns)
        }

        /// How many cells it has.
        public var size: Size { Size(columns: columns, rows: rows) }
        /// Whether no cell is in it.
        public var isEmpty: Bool { rows <= 0 || columns <= 0 }
        /// The row below the last one, or `Int.max`.
        public var endRow: Int { row.addingSaturated(rows) }
        /// The column after the last one, or `Int.max`.
        public var endColumn: Int { column.addingSaturated(columns) }

        /// Whether a cell is in it.
        public func contains(_ position: Position) -> Bool {
            position.row >= row && position.row < endRow && position.column >= column && position.column < endColumn
        }

        /// The cells that are in both.
        public func intersection(_ other: Rectangle) -> Rectangle {
            let (top, left) = (max(row, other.row), max(column, other.column))
            return Rectangle(
                row: top, column: left, rows: min(endRow, other.endRow).subtractingSaturated(top),
                columns: min(endColumn, other.endColumn).subtractingSaturated(left))
        }
    }
}
