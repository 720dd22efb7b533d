import CycleDrivers

/// A small terminal: what a person would see after these bytes.
///
/// It knows what programs that draw with `ConsoleDriver` write, styles and links included, and fails to move at anything
/// else; those sequences are counted in ``unknownCount``.
public struct SimulatedTerminal {
    /// One place: a character, or nothing where the wide one before it reaches.
    struct Place: Hashable {
        var text: String
        var pen = TextPen()
        static let blank = Place(text: " ")
    }

    typealias Row = [Place]

    public internal(set) var columns: Int
    public internal(set) var rows: Int
    /// Where the cursor is, counted from 0.
    public internal(set) var cursor = ConsoleDriver.Position(row: 0, column: 0)
    public internal(set) var isCursorVisible = true
    public internal(set) var isWrapping = true
    /// Whether the screen is shown that full-screen programs have for themselves.
    public internal(set) var isAlternate = false
    /// The private modes that are set, other than those above: mouse, paste, focus.
    public internal(set) var modes: Set<Int> = []
    public internal(set) var title = ""
    /// The text that was copied to its clipboard last.
    public internal(set) var clipboard: String?
    /// The colour behind its text, which it reports on request; `nil` for a terminal that does not answer.
    public internal(set) var background: ConsoleDriver.Background?
    /// Its replies, which arrive as input.
    private var answers = ""
    /// Lines that have left at the top.
    public internal(set) var scrolledLines: [String] = []
    /// Sequences that were not understood.
    public internal(set) var unknownCount = 0
    /// The number of bytes that were written to it.
    public private(set) var byteCount = 0

    let width: (Character) -> Int
    var cells: [Row]
    var pen = TextPen()
    var main: (cells: [Row], cursor: ConsoleDriver.Position)?
    var titles: [String] = []
    /// The rows that move when a line is fed at the last of them.
    var region: ClosedRange<Int>
    /// The last column was written: the next character goes to the next line, if lines wrap.
    var isWrapPending = false
    /// The cursor has not been moved since a character was written: what follows may join it.
    var isJoining = false
    private var parser = TerminalParser()

    /// - Parameters:
    ///   - columns: Of the window.
    ///   - rows: Of the window.
    ///   - width: How many columns a character takes; terminals disagree.
    public init(columns: Int = 80, rows: Int = 24, width: ((Character) -> Int)? = nil) {
        self.columns = columns
        self.rows = rows
        self.width = width ?? { ConsoleDriver.CharacterWidth.of($0).width }
        region = 0...max(rows - 1, 0)
        cells = Array(repeating: SimulatedTerminal.blank(columns), count: rows)
    }

    static func blank(_ columns: Int) -> Row { Array(repeating: .blank, count: columns) }

    /// The rows as text, without blanks at their ends and without empty rows at the bottom.
    public var lines: [String] {
        var lines = cells.map { SimulatedTerminal.text($0) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The screen, as cells with their styles and links.
    public var canvas: ConsoleDriver.Canvas {
        var canvas = ConsoleDriver.Canvas(.init(columns: columns, rows: rows))
        for (row, places) in cells.enumerated() {
            for (column, place) in places.enumerated() where place.text != "" && place != .blank {
                let width = canvas.draw(place.text, at: .init(row: row, column: column), style: place.pen.style)
                guard place.pen.link != nil || place.pen.underlineColor != .standard else { continue }
                let area = ConsoleDriver.Rectangle(row: row, column: column, rows: 1, columns: width)
                canvas.link(area, to: place.pen.link)
                canvas.colorUnderlines(area, place.pen.underlineColor)
            }
        }
        canvas.cursor = isCursorVisible ? cursor : nil
        return canvas
    }

    /// Whether nothing is left of what a program may have set: normal screen, visible cursor, no modes.
    public var isAsFound: Bool {
        !isAlternate && isCursorVisible && isWrapping && modes.isEmpty && titles.isEmpty && pen == TextPen()
            && region == 0...max(rows - 1, 0)
    }

    static func text(_ row: Row) -> String {
        var row = row
        while row.last?.text == " " { row.removeLast() }
        return row.map(\.text).joined()
    }

    public mutating func write(_ bytes: some Sequence<UInt8>) {
        var actions: [TerminalParser.Action] = []
        for byte in bytes {
            byteCount += 1
            parser.take(byte) { actions.append($0) }
            for action in actions { apply(action) }
            actions.removeAll(keepingCapacity: true)
        }
    }

    /// Takes another theme, and tells it where that is wanted.
    mutating func take(_ background: ConsoleDriver.Background?) {
        self.background = background
        if let background, modes.contains(2_031) { answers += "\u{1b}[?997;\(background == .dark ? 1 : 2)n" }
    }

    mutating func answerBackground() {
        let part = background == .light ? "fafa" : "1e1e"
        if background != nil { answers += "\u{1b}]11;rgb:\(part)/\(part)/\(part)\u{1b}\\" }
    }

    /// Replies to the request for its identity, as all terminals do.
    mutating func answerIdentity() {
        answers += "\u{1b}[?62;1c"
    }

    mutating func takeAnswers() -> [UInt8] {
        defer { answers = "" }
        return Array(answers.utf8)
    }

    /// Gives the terminal another size, as those do that wrap lines anew.
    public mutating func resize(columns: Int, rows: Int) {
        var place = cursor
        var wrapped: [Row] = []
        for (index, row) in cells.enumerated() {
            let used = SimulatedTerminal.text(row).isEmpty ? 0 : (row.lastIndex { $0 != .blank } ?? 0) + 1
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
            SimulatedTerminal.text(wrapped[wrapped.count - 1]) == ""
        {
            wrapped.removeLast()
        }
        while wrapped.count > rows {
            let row = wrapped.removeFirst()
            if !isAlternate { scrolledLines.append(SimulatedTerminal.text(row)) }
            place.row = max(0, place.row - 1)
        }
        while wrapped.count < rows { wrapped.append(SimulatedTerminal.blank(columns)) }
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
        if !isAlternate, region.lowerBound == 0 { scrolledLines.append(SimulatedTerminal.text(row)) }
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
