public import CycleDrivers
import CycleScreens

/// A small terminal: what a person would see after these bytes.
///
///     console.type("tee")
///     #expect(console.terminal.lines.first == "> tee")
///
/// It is a `TerminalScreen` with the counts and the words that tests need. Sequences that it does not understand are counted in
/// ``unknownCount``.
public struct SimulatedTerminal {
    private(set) var screen: TerminalScreen
    /// How many columns a character takes; `nil` for what the screen thinks.
    private let width: ((Character) -> Int)?
    /// The number of bytes that were written to it.
    public private(set) var byteCount = 0

    /// - Parameters:
    ///   - columns: The width of the window: from 1 to 10,000.
    ///   - rows: The height of the window: from 1 to 10,000.
    ///   - width: How many columns a character takes; terminals disagree.
    public init(columns: Int = 80, rows: Int = 24, width: ((Character) -> Int)? = nil) {
        screen = TerminalScreen(.init(columns: columns, rows: rows), scrollback: 1_000_000)
        self.width = width
    }

    public var columns: Int { screen.size.columns }
    public var rows: Int { screen.size.rows }
    /// Where the cursor is, counted from 0.
    public var cursor: ConsoleDriver.Position { screen.cursor }
    public var isCursorVisible: Bool { screen.isCursorVisible }
    public var isWrapping: Bool { screen.isWrapping }
    /// Whether the screen is shown that full-screen programs have for themselves.
    public var isAlternate: Bool { screen.isAlternate }
    /// The private modes that are set, apart from those that have a property of their own: mouse, paste, focus.
    public var modes: Set<Int> { screen.otherModes }
    public var title: String { screen.title }
    /// The text that was copied to its clipboard last.
    public var clipboard: String? { screen.clipboard }
    /// How often its bell has rung.
    public var bellCount: Int { screen.bellCount }
    /// The messages for the desktop that it has shown, oldest first. Their editions are 0.
    public var notifications: [ConsoleDriver.Notification] { screen.notifications }
    /// The colour behind its text, which it reports on request; `nil` for a terminal that does not answer.
    public var background: ConsoleDriver.Background? { screen.background }
    /// The number of sequences that were not understood.
    public var unknownCount: Int { screen.unknownCount }
    /// The lines that have left at the top.
    public var scrolledLines: [String] { screen.scrolledLines }

    /// The rows as text, without blanks at their ends and without empty rows at the bottom.
    public var lines: [String] { screen.lines }

    /// The screen, as cells with their styles and links.
    public var canvas: ConsoleDriver.Canvas { screen.canvas() }

    /// Whether nothing is left of what a program may have set: normal screen, visible cursor, no modes.
    public var isAsFound: Bool { screen.settings.isEmpty }

    public mutating func write(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        byteCount += bytes.count
        screen.receive(bytes, measuring: width)
    }

    /// Takes another theme, and reports it where a program wants that.
    mutating func take(_ background: ConsoleDriver.Background?) {
        screen.background = background
    }

    mutating func takeAnswers() -> [UInt8] { screen.takeAnswers() }

    /// Gives the terminal another size, as those do that wrap lines anew.
    public mutating func resize(columns: Int, rows: Int) {
        screen.resize(to: .init(columns: columns, rows: rows))
    }
}

extension SimulatedTerminal: CustomStringConvertible {
    /// The lines of the screen; below them, in brackets, what a program has set and not taken back.
    public var description: String {
        let settings = screen.settings.joined(separator: ", ")
        return (lines + (settings.isEmpty ? [] : ["[\(settings)]"])).joined(separator: "\n")
    }
}
