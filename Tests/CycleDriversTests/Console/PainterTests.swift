import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers
@testable import CycleScreens
@testable import CycleTesting

@Suite("Painter")
struct PainterTests {
    typealias Canvas = ConsoleDriver.Canvas
    typealias Size = ConsoleDriver.Size

    /// `CYCLE_SEEDS=10000` for more.
    private static let seeds = TestSupport.seedCount(30)

    /// Terminals disagree about some characters: this one takes them for something between 1 and 4 wide.
    private static func terminal(_ size: Size, _ disagreement: Int) -> SimulatedTerminal {
        var terminal = SimulatedTerminal(columns: size.columns, rows: size.rows) { character in
            let (width, isDisputed) = ConsoleDriver.CharacterWidth.of(character)
            // No single one takes more than two.
            guard isDisputed, disagreement > 0 else { return width }
            return min(disagreement, max(2, 2 * (character.unicodeScalars.count - 1)))
        }
        terminal.write(Array("\u{1b}[?7l".utf8))
        return terminal
    }

    private static func forced(_ canvas: Canvas, isFull: Bool, _ size: Size, _ disagreement: Int) -> SimulatedTerminal {
        var terminal = terminal(size, disagreement)
        var painter = Painter(isFull: isFull, size: size)
        terminal.write(painter.painted(canvas))
        return terminal
    }

    /// The visible look of each cell: a blank has its background and the lines on it.
    private static func look(_ terminal: SimulatedTerminal) -> [[String]] {
        let (grid, texts) = (terminal.screen.grid, terminal.screen.grid.texts)
        return grid.rows.map { row in
            row.shown.map { cell in
                let text = texts.text(of: cell)
                var style = cell.style
                let isBlank =
                    text == " " && style.attributes.isDisjoint(with: [.reverse, .strikethrough, .overline, .blink])
                if isBlank, style.underline == .none {
                    style = .background(style.background)
                }
                let extra = texts.extra(of: cell)
                return "\(text)|\(style)|\(extra.link ?? "")|\(extra.underlineColor)"
            }
        }
    }

    @Test("leaves after any step what drawing all anew would leave", arguments: [true, false])
    func diffsLeadToTheNextScreen(isFull: Bool) {
        for seed in 0..<Self.seeds {
            var canvases = RandomCanvases(random: SplitMix(seed: seed))
            let size = Size(columns: canvases.number(1...24), rows: canvases.number(1...7))
            let disagreement = canvases.number(0...4)
            var shown = Self.terminal(size, disagreement)
            var painter = Painter(isFull: isFull, size: size)
            var canvas = Canvas(size)
            for step in 0..<20 {
                canvases.step(&canvas, size, isFull: isFull)
                let bytes = painter.painted(canvas)
                shown.write(bytes)
                let fresh = Self.forced(canvas, isFull: isFull, size, disagreement)
                let isSame = Self.look(shown) == Self.look(fresh)
                #expect(
                    isSame,
                    "seed \(seed) step \(step) width \(disagreement):\n\(shown.canvas)\ninstead of\n\(fresh.canvas)\nof\n\(canvas)\nby \(String(decoding: bytes, as: UTF8.self).debugDescription)"
                )
                if disagreement == 0 {
                    #expect(Self.look(shown) == Self.look(Self.shows(canvas, size)), "seed \(seed) step \(step)")
                }
                if let cursor = canvas.cursor, canvas.size.rows > 0 {
                    #expect(
                        shown.cursor == .init(row: min(cursor.row, shown.rows - 1), column: cursor.column),
                        "seed \(seed)")
                }
                #expect(shown.unknownCount == 0, "seed \(seed)")
                #expect(painter.painted(canvas) == [], "seed \(seed): an equal screen is not drawn again")
                if !isSame { return }
            }
        }
    }

    /// A terminal on which every cell was written by itself.
    private static func shows(_ canvas: Canvas, _ size: Size) -> SimulatedTerminal {
        var terminal = SimulatedTerminal(columns: size.columns, rows: size.rows)
        terminal.write(Array("\u{1b}[?7l".utf8))
        for row in 0..<min(canvas.size.rows, size.rows) {
            for column in 0..<canvas.size.columns {
                let cell = canvas.cells[canvas.index(row, column)]
                var pen = TextPen()
                var bytes: [UInt8] = []
                bytes.appendChange(from: &pen, to: TextPen(style: cell.style, extra: canvas.extra(of: cell)))
                bytes += "\u{1b}[\(row + 1);\(column + 1)H".utf8
                if cell.width > 0 { terminal.write(bytes + Array(canvas.text(of: cell).utf8)) }
                bytes = []
                bytes.appendChange(from: &pen, to: TextPen())
                terminal.write(bytes)
            }
        }
        return terminal
    }

    @Test("writes only the cells that changed, a few equal ones between them, and blanks at an end by one sequence")
    func writesOnlyChanges() {
        let size = Size(columns: 60, rows: 4)
        var painter = Painter(isFull: true, size: size)
        let text = "row 1 of a screen that is full of text"
        _ = painter.painted(Canvas([text, text, text].joined(separator: "\n"), fitting: size))
        func bytes(_ rows: String...) -> String {
            String(
                decoding: painter.painted(Canvas(sequences: rows.joined(separator: "\n"), fitting: size)), as: UTF8.self
            )
        }
        #expect(bytes(text, "row 8 of a screen that is full of text", text) == "\u{1b}[2;5H8")
        #expect(bytes(text, "raw 9 of a screen that is full of text", text) == "\u{1b}[2Gaw 9")
        #expect(bytes(text, "raw", text) == "\u{1b}[4G\u{1b}[K")
        #expect(bytes(text, "raw \u{1b}[31mX\u{1b}[1mY\u{1b}[m", text) == " \u{1b}[31mX\u{1b}[1mY\u{1b}[m")
    }

    @Test("moves the rows of a list by one sequence, up and down, with a header and a footer that stay")
    func scrolling() {
        let size = Size(columns: 40, rows: 12)
        var terminal = Self.terminal(size, 0)
        var painter = Painter(isFull: true, size: size)
        func list(_ first: Int) -> Canvas {
            let rows = (first..<first + 10).map { "item number \($0) of a long list" }
            return Canvas((["header"] + rows + ["footer \(first)"]).joined(separator: "\n"), fitting: size)
        }
        terminal.write(painter.painted(list(100)))
        for first in [101, 102, 100, 104, 103, 90, 200] {
            let bytes = painter.painted(list(first))
            terminal.write(bytes)
            #expect(terminal.canvas.text == list(first).text, "\(first)")
            if abs(first - 102) < 3 { #expect(bytes.count < 150, "\(first): \(bytes.count)") }
        }
        #expect(terminal.isAsFound == false)
        terminal.write(Array("\u{1b}[?7h".utf8))
        #expect(terminal.isAsFound)
    }

    @Test("moves the rows of a list of which each differs from the next in a digit, as that takes fewer bytes")
    func scrollingNumbers() {
        let size = Size(columns: 200, rows: 60)
        var terminal = Self.terminal(size, 0)
        var painter = Painter(isFull: true, size: size)
        func list(_ first: Int) -> Canvas {
            Canvas((first..<first + 60).map { "  \($0)" }.joined(separator: "\n"), fitting: size)
        }
        terminal.write(painter.painted(list(100)))
        let bytes = painter.painted(list(101))
        terminal.write(bytes)
        #expect(terminal.canvas.text == list(101).text)
        #expect(bytes.count < 50, "\(bytes.count)")
    }

    @Test("clears nothing before what comes there is drawn")
    func noFlicker() {
        let size = Size(columns: 30, rows: 6)
        for isFull in [true, false] {
            var painter = Painter(isFull: isFull, size: size)
            let canvas = Canvas("one\ntwo\n" + String(repeating: "x", count: 20), fitting: size)
            let first = painter.painted(canvas)
            let smaller = Size(columns: 20, rows: 6)
            let second = painter.resized(to: smaller) + painter.painted(canvas)
            for bytes in [first, second] {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("\u{1b}[2J") && !text.contains("\u{1b}[3J"))
                let erasing = text.firstRange(of: "\u{1b}[J")?.lowerBound ?? text.endIndex
                #expect(text[..<erasing].contains("two"))
            }
        }
    }

    @Test("keeps what was printed above an inline screen when the terminal is resized, also as it becomes smaller")
    func resizing() {
        for seed in 0..<Self.seeds {
            var random = SplitMix(seed: seed)
            var size = Size(columns: 30, rows: 12)
            var terminal = SimulatedTerminal(columns: size.columns, rows: size.rows)
            terminal.write(Array("$ run\r\n\u{1b}[?7l".utf8))
            var painter = Painter(isFull: false, size: size)
            for step in 0..<6 {
                let all = [
                    "first \(step) and something longer", "second", "日本語 third", "fourth and full of 30 columns!",
                ]
                let text = all.prefix(.random(in: 1...4, using: &random)).joined(separator: "\n")
                let canvas = Canvas(text, fitting: size)
                terminal.write(painter.painted(canvas))
                #expect(
                    terminal.scrolledLines + terminal.lines == ["$ run"]
                        + canvas.text.split(separator: "\n").map(String.init),
                    "seed \(seed), step \(step)")
                // So that all of it stays on the terminal, also when its lines are wrapped.
                size.columns = .random(in: 14...40, using: &random)
                size.rows = .random(in: 9...14, using: &random)
                terminal.resize(columns: size.columns, rows: size.rows)
                terminal.write(painter.resized(to: size))
            }
        }
    }

    /// The shipped counter: the last row of an inline screen vanishes, then the terminal is resized.
    @Test("survives a resize after a screen has lost its last row")
    func resizeAfterFewerRows() {
        for rows in 0...2 {
            var painter = Painter(isFull: false, size: Size(columns: 20, rows: 5))
            _ = painter.painted(Canvas("one\ntwo\nthree", fitting: .init(columns: 20, rows: 5)))
            _ = painter.painted(Canvas("one\ntwo\nthree", fitting: .init(columns: 20, rows: rows)))
            _ = painter.resized(to: Size(columns: 19, rows: 5))
            _ = painter.painted(Canvas("one", fitting: .init(columns: 19, rows: 5)))
        }
    }

    @Test("cuts a canvas that is larger than the terminal, and draws one that is smaller at the top left")
    func otherSizes() {
        for size in [Size(columns: 1, rows: 1), Size(columns: 20, rows: 5), Size(columns: 3, rows: 9)] {
            for isFull in [true, false] {
                var terminal = Self.terminal(size, 0)
                var painter = Painter(isFull: isFull, size: size)
                for columns in [1, 2, 10, 40] {
                    for rows in [1, 3, 30] {
                        var canvas = Canvas(.init(columns: columns, rows: rows))
                        for row in 0..<rows { canvas.draw("日\(row)abcdefghijklmnop", at: .init(row: row, column: 0)) }
                        terminal.write(painter.painted(canvas))
                        var expected = Canvas(size)
                        expected.draw(canvas, at: .init(row: 0, column: 0))
                        #expect(terminal.canvas.text == expected.text, "\(columns)x\(rows) on \(size)")
                    }
                }
            }
        }
    }
}

extension RandomCanvases {
    /// A canvas that differs from the last in some places, in all, by rows that move, or in its height.
    mutating func step(_ canvas: inout ConsoleDriver.Canvas, _ size: ConsoleDriver.Size, isFull: Bool) {
        switch number(0...9) {
        case 0: canvas = ConsoleDriver.Canvas(size, style: style())
        case 1:
            var other = ConsoleDriver.Canvas(isFull ? size : .init(columns: size.columns, rows: number(0...size.rows)))
            other.draw(canvas, at: .init(row: 0, column: 0))
            canvas = other
        case 2...4:
            var other = ConsoleDriver.Canvas(canvas.size)
            other.draw(canvas, at: .init(row: number(-2...2), column: 0))
            canvas = other
        default: break
        }
        guard canvas.size.rows > 0 else { return canvas.cursor = nil }
        for _ in 0..<number(1...4) { change(&canvas) }
    }
}
