import CycleDrivers

/// A small terminal: what a person would see after these bytes.
///
/// It knows what programs that draw with `ConsoleDriver` write, and fails to move at anything else; those sequences are
/// counted in ``unknownCount``.
public struct SimulatedTerminal {
    /// One place: a character, or nothing where the wide one before it reaches.
    struct Place: Hashable {
        var text: String
        var style = ""
        static let blank = Place(text: " ")
    }

    typealias Row = [Place]

    public private(set) var columns: Int
    public private(set) var rows: Int
    /// Where the cursor is, counted from 0.
    public private(set) var cursor = ConsoleDriver.Position(row: 0, column: 0)
    public private(set) var isCursorVisible = true
    public private(set) var isWrapping = true
    /// Whether the screen is shown that full-screen programs have for themselves.
    public private(set) var isAlternate = false
    /// The private modes that are set, other than those above: mouse, paste, focus.
    public private(set) var modes: Set<Int> = []
    public private(set) var title = ""
    /// Lines that have left at the top.
    public private(set) var scrolledLines: [String] = []
    /// Sequences that were not understood.
    public private(set) var unknownCount = 0
    /// What bytes have come in all.
    public private(set) var byteCount = 0

    private let width: (Character) -> Int
    private(set) var cells: [Row]
    private var style = ""
    private var main: (cells: [Row], cursor: ConsoleDriver.Position)?
    private var titles: [String] = []
    /// The last column was written: the next character goes to the next line, if lines wrap.
    private var isWrapPending = false
    private var parser = TerminalParser()

    /// - Parameter width: How many columns a character takes; terminals disagree.
    public init(columns: Int = 80, rows: Int = 24, width: ((Character) -> Int)? = nil) {
        self.columns = columns
        self.rows = rows
        self.width = width ?? { ConsoleDriver.CharacterWidth.of($0).width }
        cells = Array(repeating: SimulatedTerminal.blank(columns), count: rows)
    }

    private static func blank(_ columns: Int) -> Row { Array(repeating: .blank, count: columns) }

    /// The rows as text, without blanks at their ends and without empty rows at the bottom.
    public var lines: [String] {
        var lines = cells.map { SimulatedTerminal.text($0) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Whether nothing is left of what a program may have set: normal screen, visible cursor, no modes.
    public var isAsFound: Bool {
        !isAlternate && isCursorVisible && isWrapping && modes.isEmpty && titles.isEmpty && style.isEmpty
    }

    private static func text(_ row: Row) -> String {
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
        isWrapPending = false
    }

    private mutating func apply(_ action: TerminalParser.Action) {
        switch action {
        case .scalar(let scalar): put(scalar)
        case .control(let byte): control(byte)
        case .sequence(let prefix, let numbers, let final): sequence(prefix, numbers, final)
        case .command(let text): if text.hasPrefix("2;") { title = String(text.dropFirst(2)) }
        case .unknown: unknownCount += 1
        }
    }

    // MARK: Characters

    private mutating func put(_ scalar: Unicode.Scalar) {
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
        erase(cursor.row, cursor.column..<cursor.column + width)
        cells[cursor.row][cursor.column] = Place(text: String(character), style: style)
        for column in cursor.column + 1..<cursor.column + width {
            cells[cursor.row][column] = Place(text: "", style: style)
        }
        advance(by: width)
    }

    /// A scalar that belongs to the character just written joins it, and may change its width.
    private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
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
            for index in end..<column + width { cells[cursor.row][index] = Place(text: "", style: style) }
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
    private mutating func erase(_ row: Int, _ range: Range<Int>) {
        var range = range.clamped(to: 0..<columns)
        guard !range.isEmpty else { return }
        while range.lowerBound > 0, cells[row][range.lowerBound].text == "" {
            range = range.lowerBound - 1..<range.upperBound
        }
        while range.upperBound < columns, cells[row][range.upperBound].text == "" {
            range = range.lowerBound..<range.upperBound + 1
        }
        for column in range { cells[row][column] = .blank }
    }

    // MARK: Controls

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x0d:
            cursor.column = 0
            isWrapPending = false
        case 0x0a: lineFeed()
        case 0x08: cursor.column = max(0, cursor.column - 1)
        case 0x09: cursor.column = min(columns - 1, (cursor.column / 8 + 1) * 8)
        case 0x07: break
        default: unknownCount += 1
        }
    }

    private mutating func lineFeed() {
        isWrapPending = false
        guard cursor.row == rows - 1 else { return cursor.row += 1 }
        let row = cells.removeFirst()
        if !isAlternate { scrolledLines.append(SimulatedTerminal.text(row)) }
        cells.append(SimulatedTerminal.blank(columns))
    }

    private mutating func sequence(_ prefix: UInt8?, _ numbers: [Int], _ final: UInt8) {
        if prefix == UInt8(ascii: "?") {
            for number in numbers { setMode(number, final == UInt8(ascii: "h")) }
            return
        }
        let first = numbers.first ?? 0
        let count = max(1, first)
        if final != UInt8(ascii: "m") { isWrapPending = false }
        switch final {
        case UInt8(ascii: "A"): cursor.row = max(0, cursor.row - count)
        case UInt8(ascii: "B"): cursor.row = min(rows - 1, cursor.row + count)
        case UInt8(ascii: "G"): cursor.column = min(columns, count) - 1
        case UInt8(ascii: "H"):
            let column = numbers.count > 1 ? max(1, numbers[1]) : 1
            cursor = .init(row: min(rows, count) - 1, column: min(columns, column) - 1)
        case UInt8(ascii: "J"):
            if first == 0 { erase(cursor.row, cursor.column..<columns) }
            for row in (first == 0 ? cursor.row + 1 : 0)..<rows { cells[row] = SimulatedTerminal.blank(columns) }
        case UInt8(ascii: "K"): erase(cursor.row, first == 0 ? cursor.column..<columns : 0..<columns)
        case UInt8(ascii: "m"): style = numbers == [0] ? "" : numbers.map(String.init).joined(separator: ";")
        case UInt8(ascii: "t") where first == 22: titles.append(title)
        case UInt8(ascii: "t") where first == 23: title = titles.popLast() ?? title
        default: unknownCount += 1
        }
    }

    private mutating func setMode(_ number: Int, _ isSet: Bool) {
        switch number {
        case 7: isWrapping = isSet
        case 25: isCursorVisible = isSet
        case 1049:
            guard isSet != isAlternate else { return }
            isAlternate = isSet
            if isSet {
                main = (cells, cursor)
                cells = Array(repeating: SimulatedTerminal.blank(columns), count: rows)
            } else if let main {
                (cells, cursor) = main
                self.main = nil
            }
        default: if isSet { modes.insert(number) } else { modes.remove(number) }
        }
    }
}
