import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

/// The driver's screens in tmux, beside the same text printed there: a terminal that was not written by the authors of this one.
///
/// Behind `CYCLE_TMUX=1`, which draws every scalar up to U+1FFFF: some rows still differ.
@Suite(
    "Screens in tmux", .serialized, .waiting,
    .enabled(
        if: getenv("CYCLE_TMUX") != nil && TmuxScreens.isInstalled, "CYCLE_TMUX is not set, or tmux is not installed"))
struct TmuxTests {
    static let columns = 100
    static let rows = 400

    /// The text that tmux shows of painted rows, and of the same rows printed.
    private func shown(_ rows: [String]) throws -> [(painted: String, printed: String)] {
        let size = ConsoleDriver.Size(columns: Self.columns, rows: Self.rows)
        let screens = stride(from: 0, to: rows.count, by: Self.rows).map { rows[$0..<min($0 + Self.rows, rows.count)] }
        let painted = screens.map { screen in
            var canvas = ConsoleDriver.Canvas(size)
            for (row, text) in screen.enumerated() { canvas.draw(text, at: .init(row: row, column: 0)) }
            var painter = Painter(isFull: true, size: size, abilities: .all)
            return painter.painted(canvas)
        }
        let printed = screens.map { Array($0.joined(separator: "\r\n").utf8) }
        let shown = try TmuxScreens.shown(painted + printed, columns: Self.columns, rows: Self.rows)
        return screens.indices.flatMap { index in
            zip(shown[index].rows, shown[index + screens.count].rows).prefix(screens[index].count).map {
                (painted: $0, printed: $1)
            }
        }
    }

    /// Scalar by scalar: marks that nothing joins are not one character with the letter before them.
    private func letters(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { $0 != " " } }

    @Test("show words of many scripts as they are printed, and lose no letter of others")
    func words() throws {
        let agreed = ScriptWords.agreed.sorted { $0.key < $1.key }.map { "\($0.value)|" }
        let disputed = ScriptWords.disputed.sorted { $0.key < $1.key }.map { "\($0.value)|" }
        for (row, text) in zip(try shown(agreed + disputed), agreed + disputed) {
            if agreed.contains(text) { #expect(Array(row.painted.unicodeScalars) == Array(row.printed.unicodeScalars)) }
            #expect(letters(row.painted) == letters(row.printed), "\(text)")
        }
    }

    @Test("show every scalar that is printed, on a letter and by itself")
    func scalars() throws {
        let end: UInt32 = getenv("CYCLE_TMUX") == nil ? 0x4000 : 0x2_0000
        let shown: [Unicode.Scalar] = (0xa1..<end).compactMap { Unicode.Scalar($0) }.filter { scalar in
            switch scalar.properties.generalCategory {
            // A canvas leaves out what is no letter; of what is not assigned yet each terminal thinks as it likes.
            case .control, .format, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                false
            // Fillers of Hangul, which nobody sees.
            default: ![0x115f, 0x1160, 0x3164, 0xffa0].contains(scalar.value)
            }
        }
        let rows = stride(from: 0, to: shown.count, by: 16).map { start in
            shown[start..<min(start + 16, shown.count)].map { "a\($0)|" }.joined()
        }
        var lostCount = 0
        for (row, text) in zip(try self.shown(rows), rows) where letters(row.painted) != letters(row.printed) {
            lostCount += 1
            Issue.record(
                "\(text.unicodeScalars.map { String($0.value, radix: 16) }): \(row.painted), printed \(row.printed)")
        }
        print("tmux: \(shown.count) scalars in \(rows.count) rows, \(lostCount) rows with a lost letter")
    }
}
