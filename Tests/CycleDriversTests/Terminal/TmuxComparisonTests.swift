import CycleBase
import CycleDrivers
import TestSupport
import Testing

@testable import CycleScreens

/// `CYCLE_SEEDS=5000` for the ten million bytes of the issue.
@Suite(
    "TerminalScreen beside tmux", .serialized, .waiting,
    .enabled(if: TmuxScreens.isInstalled, "tmux is not installed"))
struct TmuxComparisonTests {
    private static let sizes = [(40, 10), (80, 24), (23, 7), (132, 5)]

    /// The rows as tmux tells them: halves of wide characters that were written over take no place, and letters that draw lines are letters.
    private func told(_ screen: TerminalScreen) -> [String] {
        screen.grid.rows.map { row in
            var text = ""
            for cell in row.cells where cell.width > 0 {
                for scalar in screen.grid.texts.text(of: cell).unicodeScalars {
                    let index = TerminalPen.lines.firstIndex(of: scalar.value)
                    text.unicodeScalars.append(index.map { Unicode.Scalar(UInt8(0x60 + $0)) } ?? scalar)
                }
            }
            while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
            return text
        }
    }

    @Test("shows the same text and cursor after any bytes")
    func random() throws {
        let seeds = Array(Seeds(48))
        var (byteCount, failureCount) = (0, 0)
        for (index, (columns, rows)) in Self.sizes.enumerated() {
            let own = seeds.filter { Int($0) % Self.sizes.count == index }
            let streams = own.map { RandomTerminalBytes(seed: $0, columns: columns, rows: rows, byteCount: 2_000) }
            let shown = try TmuxScreens.shown(streams.map(\.bytes), columns: columns, rows: rows, isBare: true)
            for ((seed, stream), shown) in zip(zip(own, streams), shown) {
                byteCount += stream.bytes.count
                guard !isSame(stream.screen, shown) else { continue }
                failureCount += 1
                if failureCount < 4 { try explain(stream, seed) } else { Issue.record("seed \(seed)") }
            }
        }
        if getenv("CYCLE_SEEDS") != nil { print("tmux: \(byteCount) bytes of \(seeds.count) seeds") }
    }

    private func isSame(_ screen: TerminalScreen, _ shown: TmuxScreens.Shown) -> Bool {
        // By bytes: an accent by itself is not the same as one on its letter.
        told(screen).map { Array($0.utf8) } == shown.rows.map { Array($0.utf8) }
            && (screen.grid.column, screen.grid.row) == (shown.column, shown.row)
    }

    /// Finds the first piece after which tmux shows something else.
    private func explain(_ stream: RandomTerminalBytes, _ seed: UInt64) throws {
        let size = stream.screen.size
        let parts = stream.pieces.indices.map { stream.pieces[...$0].joined() + RandomTerminalBytes.end }
        let shown = try TmuxScreens.shown(parts.map { Array($0) }, columns: size.columns, rows: size.rows, isBare: true)
        for (index, (part, shown)) in zip(parts, shown).enumerated() {
            var screen = TerminalScreen(size)
            screen.receive(part)
            guard !isSame(screen, shown) else { continue }
            let latest = stream.pieces[max(0, index - 3)...index].map { String(decoding: $0, as: UTF8.self) }
            Issue.record(
                "seed \(seed), after \(latest): \(told(screen)) at \(screen.grid.column) \(screen.grid.row), tmux \(shown)"
            )
            return
        }
        Issue.record("seed \(seed): it depends on how the bytes are cut")
    }
}
