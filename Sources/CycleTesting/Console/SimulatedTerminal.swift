import CycleDrivers

/// A small terminal: what a person would see after these bytes.
///
///     console.type("tee")
///     #expect(console.terminal.lines.first == "> tee")
///
/// It knows what programs that draw with `ConsoleDriver` write, styles and links included, and fails to move at anything
/// else; those sequences are counted in ``unknownCount``.
public struct SimulatedTerminal {
    var grid: TerminalGrid
    private var parser = TerminalParser()
    public internal(set) var isCursorVisible = true
    /// The private modes that are set, apart from those that have a property of their own: mouse, paste, focus.
    public internal(set) var modes: Set<Int> = []
    public internal(set) var title = ""
    /// The titles that programs have saved.
    var titles: [String] = []
    /// The text that was copied to its clipboard last.
    public internal(set) var clipboard: String?
    /// How often its bell has rung.
    public internal(set) var bellCount = 0
    /// The messages for the desktop that it has shown, oldest first. Their editions are 0.
    public internal(set) var notifications: [ConsoleDriver.Notification] = []
    /// The title of a message whose body is about to come.
    var unfinishedNotification: String?
    /// The colour behind its text, which it reports on request; `nil` for a terminal that does not answer.
    public internal(set) var background: ConsoleDriver.Background?
    /// Its replies, which arrive as input.
    private var answers = ""
    /// The number of sequences that were not understood.
    public internal(set) var unknownCount = 0
    /// The number of bytes that were written to it.
    public private(set) var byteCount = 0

    /// The most columns, and rows.
    private static let limit = 10_000

    /// - Parameters:
    ///   - columns: The width of the window: from 1 to 10,000.
    ///   - rows: The height of the window: from 1 to 10,000.
    ///   - width: How many columns a character takes; terminals disagree.
    public init(columns: Int = 80, rows: Int = 24, width: ((Character) -> Int)? = nil) {
        grid = TerminalGrid(
            columns: min(max(columns, 1), SimulatedTerminal.limit), rows: min(max(rows, 1), SimulatedTerminal.limit),
            width: width ?? { ConsoleDriver.CharacterWidth.of($0).width })
    }

    public var columns: Int { grid.columns }
    public var rows: Int { grid.rows }
    /// Where the cursor is, counted from 0.
    public var cursor: ConsoleDriver.Position { grid.cursor }
    public var isWrapping: Bool { grid.isWrapping }
    /// Whether the screen is shown that full-screen programs have for themselves.
    public var isAlternate: Bool { grid.isAlternate }
    /// The lines that have left at the top.
    public var scrolledLines: [String] { grid.scrolledLines }

    /// The rows as text, without blanks at their ends and without empty rows at the bottom.
    public var lines: [String] {
        var lines = grid.cells.map { TerminalGrid.text($0) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The screen, as cells with their styles and links.
    public var canvas: ConsoleDriver.Canvas {
        var canvas = ConsoleDriver.Canvas(.init(columns: columns, rows: rows))
        for (row, places) in grid.cells.enumerated() {
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
    public var isAsFound: Bool { settings.isEmpty }

    /// What a program has set and not taken back, in words.
    private var settings: [String] {
        var settings = grid.settings
        if !isCursorVisible { settings.append("hidden cursor") }
        if !modes.isEmpty { settings.append("modes \(modes.sorted().map(String.init).joined(separator: " "))") }
        if !titles.isEmpty { settings.append("saved title") }
        return settings
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

    /// Takes another theme, and reports it where a program wants that.
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
        grid.resize(
            columns: min(max(columns, 1), SimulatedTerminal.limit), rows: min(max(rows, 1), SimulatedTerminal.limit))
    }
}

extension SimulatedTerminal: CustomStringConvertible {
    /// The lines of the screen; below them, in brackets, what a program has set and not taken back.
    public var description: String {
        let settings = settings.joined(separator: ", ")
        return (lines + (settings.isEmpty ? [] : ["[\(settings)]"])).joined(separator: "\n")
    }
}
