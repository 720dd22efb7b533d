extension ConsoleDriver {
    /// A size in cells.
    public struct Size: Hashable, Sendable, Codable {
        public var columns: Int
        public var rows: Int

        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// A cell of a screen, counted from 0 at the top left.
    public struct Position: Hashable, Sendable, Codable {
        public var row: Int
        public var column: Int

        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// Some rows and columns of a screen. One without any is empty, wherever it lies.
    public struct Rectangle: Hashable, Sendable, Codable {
        public var row: Int
        public var column: Int
        public var rows: Int
        public var columns: Int

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

        public var size: Size { Size(columns: columns, rows: rows) }
        public var isEmpty: Bool { rows <= 0 || columns <= 0 }
        /// The row below the last one, or `Int.max`.
        public var endRow: Int { row.addingSaturated(rows) }
        /// The column after the last one, or `Int.max`.
        public var endColumn: Int { column.addingSaturated(columns) }

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

extension Int {
    /// The sum, or the nearest there is: a position far outside a screen is clipped, it does not trap.
    func addingSaturated(_ other: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other > 0 ? .max : .min) : sum
    }

    func subtractingSaturated(_ other: Int) -> Int {
        let (difference, isOver) = subtractingReportingOverflow(other)
        return isOver ? (other < 0 ? .max : .min) : difference
    }
}
