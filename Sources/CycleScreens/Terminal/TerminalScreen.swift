import CycleBase
public import CycleDrivers

/// The screen of a terminal as a value: the bytes of a program in, its cells out.
///
///     var screen = TerminalScreen(.init(columns: 80, rows: 24))
///     screen.receive(bytes)                           // what the program has printed
///     program.write(screen.takeAnswers())             // what the terminal replies to it
///     program.write(screen.bytes(for: .key(.up)))     // what the user does
///     View.canvas { _ in screen.canvas() }            // what is seen
///
/// It is a terminal of the kind `xterm-256color`, and moves its cursor as tmux does. `ProcessDriver` gives the program a
/// pseudo-terminal, and ``TerminalView`` shows the screen in a pane. The same bytes lead to the same screen, wherever they are cut.
/// No bytes trap or hang, and memory is bounded by the size and the scrollback.
///
/// - Complexity: 16 bytes for a cell. Copies share the rows that they have in common.
public struct TerminalScreen: Hashable, Sendable {
    /// Columns and rows.
    public typealias Size = ConsoleDriver.Size
    /// A cell, counted from the top left.
    public typealias Position = ConsoleDriver.Position

    /// The look of the cursor, as a program asks for it.
    public enum CursorShape: String, Hashable, Sendable, Codable {
        /// The whole cell.
        case block
        /// A line at its bottom, or at its left.
        case underline, bar
    }

    var grid: TerminalGrid
    var parser = TerminalParser()
    var pen = TerminalPen()
    var modes = TerminalState()
    /// The cursors that were saved.
    var saved = TerminalSaved()
    /// The things that a program has for others than its screen.
    var reports = TerminalReports()
    /// The columns at which a tab stops.
    var tabs: [Bool]
    /// The screen that was seen before a program began to change the screen as a whole.
    private var held: TerminalGrid?
    /// How many bytes have come since.
    private var heldByteCount = 0

    /// A program that never says that its change is over is shown after so many bytes.
    private static let longestHold = 1 << 20

    /// An empty screen.
    ///
    /// - Parameters:
    ///   - size: From 1 to 10,000 columns and rows; a size outside is taken for the nearest inside.
    ///   - scrollback: How many of the lines that have left the main screen at its top are kept, at least; a quarter more, at most.
    public init(_ size: Size, scrollback: Int = 1_000) {
        grid = TerminalGrid(size, scrollLimit: scrollback)
        tabs = Self.everyEighth(grid.columns)
    }

    static func everyEighth(_ columns: Int) -> [Bool] { (0..<columns).map { $0 % 8 == 0 } }

    /// Takes what the program has printed.
    public mutating func receive(_ bytes: some Sequence<UInt8>) { receive(bytes, measuring: nil) }

    /// The same for a terminal that gives other widths to characters.
    package mutating func receive(_ bytes: some Sequence<UInt8>, measuring width: ((Character) -> Int)?) {
        let isTaken: Void? = bytes.withContiguousStorageIfAvailable { take($0, width) }
        if isTaken == nil { Array(bytes).withUnsafeBufferPointer { take($0, width) } }
    }

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ width: ((Character) -> Int)?) {
        var index = 0
        while index < bytes.count {
            let start = index
            defer { countHeld(index - start) }
            if parser.isGround {
                let end = endOfPrintable(bytes, from: index, upTo: bytes.count)
                if end > index {
                    write(UnsafeBufferPointer(rebasing: bytes[index..<end]))
                    index = end
                    continue
                }
            }
            obey(parser.take(bytes[index]), width)
            index += 1
        }
    }

    private mutating func countHeld(_ byteCount: Int) {
        guard held != nil else { return }
        heldByteCount += byteCount
        if heldByteCount > Self.longestHold { setHeld(false) }
    }

    /// Gives the screen another size. On the main screen lines that were wrapped are wrapped anew, and those that have no room go into the
    /// scrollback; the lines that are there keep the width that they had. The program hears of it by its pseudo-terminal.
    public mutating func resize(to size: Size) {
        if size != grid.size { setHeld(false) }
        grid.resize(size)
        guard tabs.count != grid.columns else { return }
        tabs = Array(tabs.prefix(grid.columns)) + (tabs.count..<max(tabs.count, grid.columns)).map { $0 % 8 == 0 }
    }

    var isHeld: Bool { held != nil }

    /// Holds what is seen until the program has changed all that it wants to.
    mutating func setHeld(_ isHeld: Bool) {
        held = isHeld ? held ?? grid : nil
        heldByteCount = 0
    }
}

/// The parts of a screen.
extension TerminalScreen {
    /// How large it is.
    public var size: Size { grid.size }
    /// The cell of the next character.
    public var cursor: Position { .init(row: grid.row, column: min(grid.column, grid.columns - 1)) }
    /// Whether the program shows its cursor.
    public var isCursorVisible: Bool { modes.isCursorVisible }
    /// The look of the cursor.
    public var cursorShape: CursorShape { modes.cursorShape }
    /// Whether the screen is shown that full-screen programs have for themselves, without scrollback.
    public var isAlternate: Bool { grid.isAlternate }
    /// How many lines stand above the screen, in the scrollback.
    public var scrollbackCount: Int { grid.scrolled.count }
    /// How many lines have left the screen at its top, also those that are forgotten.
    public var scrolledCount: Int { grid.scrolledCount }
    /// The title of the window that the program has set.
    public var title: String { reports.title }
    /// How often the program has rung the bell.
    public var bellCount: Int { reports.bellCount }
    /// The text that the program has copied last, by the sequence `ESC ] 52`. No program can read the clipboard.
    public var clipboard: String? { reports.clipboard }
    /// The newest messages for the desktop that the program has sent, the oldest first. Their editions are 0.
    public var notifications: [ConsoleDriver.Notification] { reports.notifications }
    /// The events of the mouse that the program asks for: without any the terminal keeps it.
    public var mouse: ConsoleDriver.Mouse.Reports {
        modes.mouse == 1_003 ? .moves : modes.mouse == nil ? .none : .drags
    }

    /// The colour behind the text, which a program may ask for; `nil`, the default, for a terminal that does not answer. A change is
    /// reported to a program that wants that.
    public var background: ConsoleDriver.Background? {
        get { reports.background }
        set {
            guard newValue != reports.background else { return }
            reports.background = newValue
            guard let newValue, modes.others.contains(2_031) else { return }
            reports.answer("\u{1b}[?997;\(newValue == .dark ? 1 : 2)n")
        }
    }

    /// The replies of the terminal to the program: bytes to write to its input.
    public mutating func takeAnswers() -> [UInt8] {
        defer { reports.answers = [] }
        return reports.answers
    }

    /// The rows as text, without blanks at their ends and without empty rows at the bottom.
    public var lines: [String] {
        var lines = grid.rows.map { text(of: $0) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The lines that have left at the top, the oldest first, without blanks at their ends.
    public var scrolledLines: [String] { grid.scrolled.map { text(of: $0) } }

    private func text(of row: TerminalRow) -> String {
        var text = ""
        var blankCount = 0
        for cell in row.shown where cell.width > 0 {
            guard cell.glyph != 0x20 else {
                blankCount += 1
                continue
            }
            if blankCount > 0 { text += String(repeating: " ", count: blankCount) }
            blankCount = 0
            text += grid.texts.text(of: cell)
        }
        return text
    }

    /// The cells, with the cursor where it is seen.
    ///
    /// - Parameter lineCount: How many lines further up is looked: the last so many rows are not seen.
    /// - Complexity: O(cells).
    public func canvas(scrolledBy lineCount: Int = 0) -> ConsoleDriver.Canvas {
        let shown = held ?? grid
        let above = min(max(lineCount, 0), shown.scrolled.count)
        let rows = Array(shown.scrolled.suffix(above).prefix(shown.rows.count)) + shown.rows.dropLast(above)
        var canvas = ConsoleDriver.Canvas(
            shown.size, rows: rows.map(\.shown), clusters: shown.texts.clusters, extras: shown.texts.extras)
        if isCursorVisible, shown.row + above < shown.rows.count {
            canvas.cursor = .init(row: shown.row + above, column: min(shown.column, shown.columns - 1))
        }
        return canvas
    }
}
