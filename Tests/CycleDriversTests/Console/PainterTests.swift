import Testing

@testable import CycleDrivers
@testable import CycleTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Painter")
struct PainterTests {
    typealias Position = ConsoleDriver.Position

    private static let alphabet = [
        "a", "b", "c", " ", " ", " ", "\n", "é", "日", "本", "한", "😀", "e\u{301}", "❤\u{fe0f}", "👨‍👩‍👧", "🇫🇷", "👍🏽", "\t",
        "\u{1b}[1m", "\u{1b}[31m", "\u{1b}[48;5;200m", "\u{1b}[0m", "\u{07}", "\u{200b}",
    ]

    private static func randomText(_ random: inout SplitMix) -> String {
        (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
    }

    /// A text that differs in some places only.
    private static func changed(_ text: String, _ random: inout SplitMix) -> String {
        var characters = Array(text)
        for _ in 0..<Int.random(in: 0...3, using: &random) where !characters.isEmpty {
            let index = Int.random(in: 0..<characters.count, using: &random)
            characters[index] = (alphabet.randomElement(using: &random) ?? "x").first ?? "x"
        }
        return String(characters)
    }

    /// Terminals disagree about characters of several scalars: this one takes them for something between 1 and 4 wide.
    private static func terminal(_ size: ConsoleDriver.Size, _ disagreement: Int) -> SimulatedTerminal {
        SimulatedTerminal(columns: size.columns, rows: size.rows) { character in
            let (width, isUnsure) = ConsoleDriver.CharacterWidth.of(character)
            return isUnsure && disagreement > 0 ? disagreement : width
        }
    }

    /// `CYCLE_SEEDS=1000` for more.
    private static let seeds = getenv("CYCLE_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 200

    @Test("what it writes to get from one screen to the next leaves the next one", arguments: [true, false])
    func diffsLeadToTheNextScreen(isFull: Bool) {
        for seed in 0..<Self.seeds {
            var random = SplitMix(seed: seed)
            let size = ConsoleDriver.Size(
                columns: .random(in: 4...40, using: &random), rows: .random(in: 2...8, using: &random))
            let disagreement = Int.random(in: 0...4, using: &random)
            var shown = Self.terminal(size, disagreement)
            var painter = Painter(isFull: isFull, size: size)
            var text = Self.randomText(&random)
            shown.write(Array("\u{1b}[?7l".utf8))
            for _ in 0..<8 {
                text = Bool.random(using: &random) ? Self.changed(text, &random) : Self.randomText(&random)
                let rows = StyledText.rows(of: text, fitting: size, hasColor: true)
                let cursor = Bool.random(using: &random) ? Position(row: 1, column: 2) : nil
                shown.write(painter.painted(rows, cursor: cursor))
                var fresh = Self.terminal(size, disagreement)
                var other = Painter(isFull: isFull, size: size)
                fresh.write(Array("\u{1b}[?7l".utf8))
                fresh.write(other.painted(rows, cursor: cursor))
                let isSame = shown.cells == fresh.cells
                #expect(isSame, "seed \(seed): \(shown.lines) instead of \(fresh.lines)")
                if cursor != nil { #expect(shown.cursor.column == fresh.cursor.column, "seed \(seed)") }
                #expect(shown.unknownCount == 0, "seed \(seed)")
                if !isSame { return }
            }
        }
    }

    @Test("writes nothing for a screen that has not changed")
    func unchangedIsSilent() {
        let size = ConsoleDriver.Size(columns: 20, rows: 5)
        let rows = StyledText.rows(of: "one\ntwo 日本\n\u{1b}[31mred\u{1b}[0m 👨‍👩‍👧", fitting: size, hasColor: true)
        var painter = Painter(isFull: false, size: size)
        _ = painter.painted(rows, cursor: .init(row: 1, column: 1))
        #expect(painter.painted(rows, cursor: .init(row: 1, column: 1)) == [])
    }

    @Test("writes only the cells that changed")
    func writesOnlyChanges() {
        let size = ConsoleDriver.Size(columns: 80, rows: 24)
        let tall = (0..<24).map { "row \($0) of a screen that is full of text" }
        var painter = Painter(isFull: true, size: size)
        _ = painter.painted(
            StyledText.rows(of: tall.joined(separator: "\n"), fitting: size, hasColor: true), cursor: nil)
        var next = tall
        next[7] = "row 8 of a screen that is full of text"
        let bytes = painter.painted(
            StyledText.rows(of: next.joined(separator: "\n"), fitting: size, hasColor: true), cursor: nil)
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1b}[8;5H8")
    }

    @Test("keeps what was printed above an inline screen when the terminal is resized")
    func resizing() {
        for seed in 0..<Self.seeds {
            var random = SplitMix(seed: seed)
            var size = ConsoleDriver.Size(columns: 30, rows: 12)
            var terminal = SimulatedTerminal(columns: size.columns, rows: size.rows)
            terminal.write(Array("$ run\r\n\u{1b}[?7l".utf8))
            var painter = Painter(isFull: false, size: size)
            for step in 0..<6 {
                let text = "first \(step) and something longer\nsecond\n日本語 third"
                let rows = StyledText.rows(of: text, fitting: size, hasColor: true)
                terminal.write(painter.painted(rows, cursor: nil))
                let cut = rows.map { row in row.map(\.text).joined() }
                #expect(terminal.scrolledLines + terminal.lines == ["$ run"] + cut, "seed \(seed), step \(step)")
                size.columns = .random(in: 8...40, using: &random)
                size.rows = .random(in: 8...14, using: &random)
                terminal.resize(columns: size.columns, rows: size.rows)
                terminal.write(painter.resized(to: size))
            }
        }
    }
}
