import CycleDrivers
import CycleTesting
import TestSupport
import Testing

/// The bytes of a terminal, and for a terminal: changed, and cut anywhere.
@Suite("Bytes of terminals from anywhere")
struct InputFuzzTests {
    private static let keys = Mutator(
        KeyDecoderTests.samples.map(\.0) + [
            KeyDecoderTests.samples.map(\.0).joined(), "\u{1b}[200~a\u{1b}[A\r\nb\u{1b}[201~q", "é日👨‍👩‍👧🇩🇪",
            "\u{1b}[<0;3;2M\u{1b}[<0;3;2m\u{1b}[M !!", "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\",
        ],
        words: [
            "\u{1b}[", "\u{1b}", "\u{1b}O", "\u{1b}]", ";", "\u{1b}[200~", "\u{1b}[201~", "\u{9b}", "\u{3}", "\u{7}",
        ], limit: 16 << 10)

    @Test("keys are the same however their bytes are cut, and so is what is left")
    func keys() {
        for seed in FuzzSeeds(2_000) {
            var chance = SeededChance(seed: seed)
            let bytes = Self.keys.bytes(&chance)
            var (whole, cut) = (KeyDecoder(), KeyDecoder())
            var (events, pieces): ([ConsoleDriver.Event], [ConsoleDriver.Event]) = ([], [])
            whole.decode(bytes) { events.append($0) }
            for piece in chance.pieces(of: bytes) { cut.decode(piece) { pieces.append($0) } }
            #expect(events == pieces && whole == cut, "seed \(seed)")
            whole.finish { events.append($0) }
            #expect(!whole.isUndecided && !whole.isUnfinished, "seed \(seed)")
            // An old mouse, a reply or a title is many bytes and no event; nothing is more events than bytes.
            #expect(events.count <= bytes.count, "seed \(seed)")
            var next: [ConsoleDriver.Event] = []
            whole.decode(Array("q".utf8)) { next.append($0) }
            #expect(next == [.key("q")], "seed \(seed): the decoder is deaf after \(bytes)")
        }
    }

    private static let output = Mutator(
        [
            "\u{1b}[?1049h\u{1b}[2J\u{1b}[1;1Hab\u{1b}[1;31mc\u{1b}[0m\u{1b}[4:3m日本\u{1b}[K\r\n\u{1b}[?25l",
            "\u{1b}]2;title\u{7}\u{1b}]8;;http://a.b\u{1b}\\link\u{1b}]8;;\u{1b}\\\u{1b}]52;c;YQ==\u{7}\u{1b}]11;?\u{7}",
            "\u{1b}[38;5;200mx\u{1b}[48;2;1;2;3my\u{1b}[58:2::1:2:3mz\u{1b}[2;5r\u{1b}[3S\u{1b}M\u{1b}7\u{1b}8e\u{301}👨‍👩‍👧🇩🇪",
            "\u{1b}[6n\u{1b}[c\u{1b}[>u\u{1b}[=1;1u\u{1b}]9;hello\u{7}\u{1b}]777;notify;a;b\u{7}\t\u{8}\u{1b}[5b\u{1b}c",
        ],
        words: EmulatorFuzzTests.numbers + EmulatorFuzzTests.texts + [
            "\u{1b}[", "\u{1b}]", "\u{1b}\\", "\u{7}", ";", "m", "H", "\u{1b}P",
        ],
        limit: 8 << 10)

    @Test("the emulator shows the same however the bytes of a program are cut")
    func output() {
        for seed in FuzzSeeds(400) {
            var chance = SeededChance(seed: seed)
            let bytes = Self.output.bytes(&chance)
            let (columns, rows) = (1 + chance.below(20), 1 + chance.below(6))
            var whole = SimulatedTerminal(columns: columns, rows: rows)
            var cut = whole
            whole.write(bytes)
            for piece in chance.pieces(of: bytes) { cut.write(piece) }
            #expect(
                whole.canvas == cut.canvas && whole.cursor == cut.cursor && whole.title == cut.title, "seed \(seed)")
            #expect(whole.modes == cut.modes && whole.unknownCount == cut.unknownCount, "seed \(seed)")
            #expect(whole.clipboard == cut.clipboard && whole.scrolledLines == cut.scrolledLines, "seed \(seed)")
            #expect(
                (0..<columns).contains(whole.cursor.column) && (0..<rows).contains(whole.cursor.row), "seed \(seed)")
        }
    }
}
