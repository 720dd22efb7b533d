import CycleDrivers

/// The cells of a ``SimulatedTerminal``, and the cursor that writes them. A value.
struct TerminalGrid {
    /// One place: a character, or nothing where the wide one before it reaches.
    struct Place: Hashable {
        var text: String
        var pen = TextPen()
        static let blank = Place(text: " ")
    }

    typealias Row = [Place]

    private(set) var columns: Int
    private(set) var rows: Int
    private let width: (Character) -> Int
    private(set) var cells: [Row]
    var cursor = ConsoleDriver.Position(row: 0, column: 0)
    var pen = TextPen()
    /// Whether a character after the last column goes to the next row.
    var isWrapping = true
    /// The rows that move when a line is fed at the last of them.
    var region: ClosedRange<Int>
    /// The rows and the cursor of before a full screen, while one is shown.
    private var main: (cells: [Row], cursor: ConsoleDriver.Position)?
    /// The lines that have left at the top.
    private(set) var scrolledLines: [String] = []
    /// The last column was written: the next character goes to the next line, if lines wrap.
    private var isWrapPending = false
    /// The cursor has not been moved since a character was written: the next scalar may join it.
    private var isJoining = false

    init(columns: Int, rows: Int, width: @escaping (Character) -> Int) {
        let (columns, rows) = Self.size(columns, rows)
        self.columns = columns
        self.rows = rows
        self.width = width
        region = 0...max(rows - 1, 0)
        cells = Array(repeating: TerminalGrid.blank(columns), count: rows)
    }

    /// A size that a window can have: from one place up to ten thousand columns and rows.
    private static func size(_ columns: Int, _ rows: Int) -> (columns: Int, rows: Int) {
        (min(max(columns, 1), 10_000), min(max(rows, 1), 10_000))
    }

    static func blank(_ columns: Int) -> Row { Array(repeating: .blank, count: columns) }

    static func text(_ row: Row) -> String {
        var row = row
        while row.last?.text == " " { row.removeLast() }
        return row.map(\.text).joined()
    }

    /// Whether a full screen is shown.
    var isAlternate: Bool { main != nil }

    mutating func setAlternate(_ isWanted: Bool) {
        guard isWanted != isAlternate else { return }
        if let main {
            let size = (columns, rows)
            (cells, cursor) = main
            self.main = nil
            // The window may have been resized meanwhile.
            if (cells.first?.count ?? 0, cells.count) != size { resize(columns: size.0, rows: size.1) }
        } else {
            main = (cells, cursor)
            cells = Array(repeating: TerminalGrid.blank(columns), count: rows)
        }
    }

    /// What a program has set and not taken back, in words.
    var settings: [String] {
        var settings: [String] = []
        if isAlternate { settings.append("alternate screen") }
        if !isWrapping { settings.append("no wrapping") }
        if pen != TextPen() { settings.append("style") }
        if region != 0...max(rows - 1, 0) { settings.append("scrolling region") }
        return settings
    }

    /// The cursor is about to be moved, or cells to be erased: the next scalar joins no character.
    mutating func endCharacter() {
        isJoining = false
        isWrapPending = false
    }

    /// A control character has come: the next scalar joins no character.
    mutating func endJoining() {
        isJoining = false
    }

    mutating func returnCarriage() {
        cursor.column = 0
        isWrapPending = false
    }

    /// Gives the terminal another size, as those do that wrap lines anew.
    mutating func resize(columns: Int, rows: Int) {
        let (columns, rows) = Self.size(columns, rows)
        var place = cursor
        var wrapped: [Row] = []
        for (index, row) in cells.enumerated() {
            let used = TerminalGrid.text(row).isEmpty ? 0 : (row.lastIndex { $0 != .blank } ?? 0) + 1
            let pieces = isAlternate ? 1 : max(1, (used + columns - 1) / columns)
            if index == cursor.row {
                let piece = min(pieces - 1, cursor.column / columns)
                place = .init(row: wrapped.count + piece, column: min(columns - 1, cursor.column - piece * columns))
            }
            for piece in 0..<pieces {
                let part = Array(row.dropFirst(piece * columns).prefix(columns))
                wrapped.append(part + Array(repeating: .blank, count: columns - part.count))
            }
        }
        while wrapped.count > rows, place.row < wrapped.count - 1,
            TerminalGrid.text(wrapped[wrapped.count - 1]) == ""
        {
            wrapped.removeLast()
        }
        while wrapped.count > rows {
            let row = wrapped.removeFirst()
            if !isAlternate { scrolledLines.append(TerminalGrid.text(row)) }
            place.row = max(0, place.row - 1)
        }
        while wrapped.count < rows { wrapped.append(TerminalGrid.blank(columns)) }
        (cells, cursor, self.columns, self.rows) = (wrapped, place, columns, rows)
        region = 0...max(rows - 1, 0)
        isWrapPending = false
        isJoining = false
    }

    // MARK: Characters

    mutating func put(_ scalar: Unicode.Scalar) {
        if join(scalar) { return }
        let character = Character(scalar)
        let width = max(1, width(character))
        if isWrapPending, isWrapping || cursor.column + width > columns {
            if isWrapping { wrap() }
        }
        if cursor.column + width > columns {
            guard isWrapping else { return }
            wrap()
        }
        // A terminal of one column has no room for a wide one.
        guard cursor.column + width <= columns else { return }
        erase(cursor.row, cursor.column..<cursor.column + width)
        cells[cursor.row][cursor.column] = Place(text: String(character), pen: pen)
        for column in cursor.column + 1..<cursor.column + width {
            cells[cursor.row][column] = Place(text: "", pen: pen)
        }
        advance(by: width)
        isJoining = true
    }

    /// A scalar that belongs to the character just written joins it, and may change its width.
    private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
        guard isJoining else { return false }
        var column = isWrapPending ? columns - 1 : cursor.column - 1
        while column > 0, cells[cursor.row][column].text == "" { column -= 1 }
        guard column >= 0, let before = cells[cursor.row][column].text.first, before != " " else { return false }
        let joined = cells[cursor.row][column].text + String(scalar)
        guard joined.count == 1, let character = joined.first else { return false }
        let end = isWrapPending ? columns : cursor.column
        let width = min(max(1, width(character)), columns - column)
        cells[cursor.row][column].text = joined
        if column + width > end {
            erase(cursor.row, end..<column + width)
            for index in end..<column + width { cells[cursor.row][index] = Place(text: "", pen: pen) }
            cursor.column = column
            isWrapPending = false
            advance(by: width)
        }
        return true
    }

    private mutating func advance(by width: Int) {
        isWrapPending = cursor.column + width >= columns
        cursor.column = min(cursor.column + width, columns - 1)
    }

    private mutating func wrap() {
        isWrapPending = false
        cursor.column = 0
        lineFeed()
    }

    /// Blanks columns, and what is left of wide characters that reach into or out of them.
    mutating func erase(_ row: Int, _ range: Range<Int>) {
        let range = range.clamped(to: 0..<columns)
        guard !range.isEmpty else { return }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, cells[row][start].text == "" { start -= 1 }
        while end < columns, cells[row][end].text == "" { end += 1 }
        for column in start..<end { cells[row][column].text = " " }
        for column in range { cells[row][column].pen = pen.erasing }
    }

    /// Goes down a row; from the last one of the region by moving its rows up.
    mutating func lineFeed() {
        isWrapPending = false
        isJoining = false
        guard cursor.row == region.upperBound else {
            cursor.row = min(rows - 1, cursor.row + 1)
            return
        }
        let row = cells.remove(at: region.lowerBound)
        if !isAlternate, region.lowerBound == 0 { scrolledLines.append(TerminalGrid.text(row)) }
        cells.insert(Array(repeating: Place(text: " ", pen: pen.erasing), count: columns), at: region.upperBound)
    }

    /// Goes up a row; from the first one of the region by moving its rows down.
    mutating func reverseLineFeed() {
        guard cursor.row == region.lowerBound else {
            cursor.row = max(0, cursor.row - 1)
            return
        }
        cells.remove(at: region.upperBound)
        cells.insert(Array(repeating: Place(text: " ", pen: pen.erasing), count: columns), at: region.lowerBound)
    }
}
