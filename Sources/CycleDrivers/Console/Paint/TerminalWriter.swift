/// Writes what moves the cursor, changes the style and shows cells, and no more of it than is needed. A value: it knows
/// where the cursor is and what is set.
struct TerminalWriter: Hashable {
    /// Going over so many cells takes as many bytes as writing them again.
    static let shortestMove = 4

    /// Whether rows are counted from the top of the terminal; otherwise from the beginning of the screen, wherever that is.
    let isAbsolute: Bool
    var abilities: TerminalAbilities
    /// Whether a colour was met that depends on the background.
    private(set) var isAdaptive = false
    private(set) var bytes: [UInt8] = []
    private(set) var row = 0
    /// `nil` when terminals disagree about where it is.
    private(set) var column: Int? = 0
    private var style = ConsoleDriver.Style.plain
    private var extra = CellExtra.none { didSet { hasExtra = extra != .none } }
    private var hasExtra = false

    init(isAbsolute: Bool, abilities: TerminalAbilities) {
        self.isAbsolute = isAbsolute
        self.abilities = abilities
    }

    mutating func takeBytes() -> [UInt8] {
        setPlain()
        defer { bytes = [] }
        return bytes
    }

    // MARK: Moving

    /// Sets the known cursor position; writes nothing.
    mutating func assume(row: Int, column: Int?) {
        self.row = row
        self.column = column
    }

    /// Forgets the cursor position. A full screen finds it again by absolute moves.
    mutating func forgetPlace() {
        assume(row: Int.min / 2, column: nil)
    }

    mutating func move(to row: Int, _ column: Int) {
        guard row != self.row || column != self.column else { return }
        if row == self.row {
            moveInRow(column)
        } else if row == self.row + 1, column == 0 {
            bytes.append(0x0d)
            bytes.append(0x0a)
        } else if isAbsolute {
            moveAbsolutely(row, column)
        } else {
            sequence(abs(row - self.row), row < self.row ? "A" : "B")
            // Some go to the last column after the last character, others beyond it.
            if column != self.column { moveInRow(column) }
        }
        self.row = row
        self.column = column
    }

    private mutating func moveInRow(_ column: Int) {
        if column == 0 { bytes.append(0x0d) } else { sequence(column + 1, "G") }
    }

    private mutating func moveAbsolutely(_ row: Int, _ column: Int) {
        append("\u{1b}[")
        if row > 0 || column > 0 { bytes.appendDecimal(row + 1) }
        if column > 0 {
            bytes.append(UInt8(ascii: ";"))
            bytes.appendDecimal(column + 1)
        }
        bytes.append(UInt8(ascii: "H"))
    }

    /// Goes to the beginning of a new row below the last one.
    mutating func addRow() {
        setPlain()
        append("\r\n")
        row += 1
        column = 0
    }

    // MARK: Erasing, in the plain style

    mutating func eraseToEndOfRow() {
        setPlain()
        append("\u{1b}[K")
    }

    mutating func eraseBelow() {
        setPlain()
        append("\u{1b}[J")
    }

    /// Moves rows of a full screen up, or down by a negative count; what comes in is blank. The cursor is then at the top.
    mutating func scroll(_ rows: ClosedRange<Int>, by count: Int) {
        setPlain()
        append("\u{1b}[")
        bytes.appendDecimal(rows.lowerBound + 1)
        bytes.append(UInt8(ascii: ";"))
        bytes.appendDecimal(rows.upperBound + 1)
        append("r")
        // At the edge of the region: as old terminals scroll, too.
        assume(row: 0, column: 0)
        move(to: count > 0 ? rows.upperBound : rows.lowerBound, 0)
        for _ in 0..<abs(count) { append(count > 0 ? "\n" : "\u{1b}M") }
        append("\u{1b}[r")
        assume(row: 0, column: 0)
    }

    // MARK: Cells

    /// Writes cells of printable ASCII at the cursor, which all have the style of the first.
    mutating func write(_ cells: UnsafeBufferPointer<CanvasCell>, _ run: Range<Int>, columns: Int) {
        guard !run.isEmpty else { return }
        if cells[run.lowerBound].style != style || hasExtra {
            // Blanks alone may do without a colour for letters.
            var shown = run.lowerBound
            while shown < run.upperBound - 1, cells[shown].glyph == 0x20 { shown += 1 }
            setStyle(of: cells[shown])
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: run.count) { letters in
            var index = 0
            // No loop over a range, which takes most of the time of a debug build here.
            while index < run.count {
                letters[index] = UInt8(truncatingIfNeeded: cells[run.lowerBound + index].glyph)
                index += 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(letters))
        }
        let next = (column ?? 0) + run.count
        column = next >= columns ? nil : next
    }

    /// Writes a cell at the cursor, in a row of so many columns.
    mutating func write(_ cell: CanvasCell, of canvas: ConsoleDriver.Canvas, columns: Int) {
        let place = column ?? 0
        set(cell, canvas)
        if cell.isDisputed {
            // A terminal that shows the character narrower must not leave old cells behind it.
            for _ in 0..<cell.width { bytes.append(0x20) }
            column = nil
            move(to: row, place)
        }
        if cell.glyph < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: cell.glyph))
        } else if cell.cluster == nil, let scalar = Unicode.Scalar(cell.glyph) {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            bytes.append(contentsOf: canvas.text(of: cell).utf8)
        }
        let next = place + Int(cell.width)
        column = cell.isDisputed || next >= columns ? nil : next
        if cell.isDisputed, next < columns { move(to: row, next) }
    }

    /// Whether a cell can be written without changing the style.
    func isSet(_ cell: CanvasCell) -> Bool { cell.extra == 0 && !hasExtra && abilities.reduced(cell.style) == style }

    mutating func setPlain() {
        guard style.bits != 0 || hasExtra else { return }
        set(.plain, .none)
    }

    private mutating func set(_ cell: CanvasCell, _ canvas: ConsoleDriver.Canvas) {
        if cell.extra == 0 {
            setStyle(of: cell)
        } else {
            if cell.style.isAdaptive { isAdaptive = true }
            set(abilities.reduced(cell.style), abilities.reduced(canvas.extra(of: cell)))
        }
    }

    /// Sets the style of a cell without extras.
    private mutating func setStyle(of cell: CanvasCell) {
        guard !hasExtra else { return set(abilities.reduced(cell.style), .none) }
        if cell.style == style || cell.glyph == 0x20 && style.looksSameOnBlank(as: cell.style) { return }
        if cell.style.isAdaptive { isAdaptive = true }
        let wanted = abilities.reduced(cell.style)
        bytes.appendStyle(from: style, to: wanted)
        style = wanted
    }

    private mutating func set(_ wanted: ConsoleDriver.Style, _ wantedExtra: CellExtra) {
        bytes.appendStyle(from: style, to: wanted, underlines: extra.underlineColor, to: wantedExtra.underlineColor)
        if hasExtra || wantedExtra.link != nil, extra.link != wantedExtra.link {
            append("\u{1b}]8;;")
            bytes.append(contentsOf: (wantedExtra.link ?? "").utf8)
            append("\u{1b}\\")
        }
        style = wanted
        if hasExtra || wantedExtra != .none { extra = wantedExtra }
    }

    // MARK: Bytes

    private mutating func sequence(_ number: Int, _ final: StaticString) {
        append("\u{1b}[")
        if number != 1 { bytes.appendDecimal(number) }
        append(final)
    }

    private mutating func append(_ text: StaticString) {
        for index in 0..<text.utf8CodeUnitCount { bytes.append(text.utf8Start[index]) }
    }
}

extension ConsoleDriver.Style {
    /// The parts of a style that a blank shows: all but the colour and weight of a letter.
    private static let blankMask =
        ~(foregroundMask | Self(attributes: [.bold, .dim, .italic, .conceal]).bits)

    func looksSameOnBlank(as other: Self) -> Bool {
        let difference = bits ^ other.bits
        if difference & Self.blankMask != 0 { return false }
        // Lines and what is reversed have the colour of the text.
        return (bits & Self.blankMask & ~Self.backgroundMask) == 0
    }
}
