import CycleBase
import CycleDrivers
import CycleScreens
import TestSupport
import Testing

@Suite("TerminalScreen, fed with anything")
struct TerminalFuzzTests {
    private static let output = Mutator(
        [
            "\u{1b}[?1049h\u{1b}[2J\u{1b}[1;1Hab\u{1b}[1;31mc\u{1b}[0m\u{1b}[4:3m日本\u{1b}[K\r\n\u{1b}[?25l\u{1b}[?1049l",
            "\u{1b}]2;title\u{7}\u{1b}]8;;http://a.b\u{1b}\\link\u{1b}]8;;\u{1b}\\\u{1b}]52;c;YQ==\u{7}\u{1b}]11;?\u{7}\u{1b}P1$q\u{1b}\\",
            "\u{1b}[38;5;200mx\u{1b}[48;2;1;2;3my\u{1b}[2;5r\u{1b}[3S\u{1b}[2T\u{1b}M\u{1b}7\u{1b}8e\u{301}👨‍👩‍👧🇩🇪\u{1b}[2L\u{1b}[3M",
            "\u{1b}[6n\u{1b}[c\u{1b}[>q\u{1b}[?7$p\u{1b}[4h\u{1b}[2@\u{1b}[3P\u{1b}[9X\t\u{8}x\u{1b}[5b\u{1b}(0lqk\u{e}\u{1b}c\u{1b}#8",
            "\u{1b}[?2026hheld\u{1b}[?2026l\u{1b}[?6h\u{1b}[3;4H\u{1b}[?7l\u{1b}[22t\u{1b}[23t\u{1b}[?1003h\u{1b}[?1006h\u{1b}[5 q",
        ],
        words: [
            "\u{1b}[", "\u{1b}]", "\u{1b}\\", "\u{7}", ";", "m", "H", "\u{1b}P", "日", "e\u{301}", "क्ष्म्य", "🇩", "\u{200d}",
            "\u{1b}[?1049h", "\u{1b}[?1049l", "\r\n\r\n\r\n", "4294967296", "9223372036854775807",
        ], limit: 8 << 10)

    @Test("becomes the same screen wherever the bytes are cut")
    func cuts() {
        for seed in FuzzSeeds(300) {
            var chance = SeededChance(seed: seed)
            let bytes = Self.output.bytes(&chance)
            var whole = TerminalScreen(.init(columns: 1 + chance.below(20), rows: 1 + chance.below(6)), scrollback: 20)
            var cut = whole
            whole.receive(bytes)
            for piece in chance.pieces(of: bytes) { cut.receive(piece) }
            #expect(whole == cut, "seed \(seed)")
        }
    }

    @Test("becomes the same screen when the bytes are cut at each place in turn")
    func everyCut() {
        var chance = SeededChance(seed: 1)
        for sample in (0..<12).map({ _ in Self.output.bytes(&chance) }) {
            let start = TerminalScreen(.init(columns: 12, rows: 4))
            var whole = start
            whole.receive(sample.prefix(600))
            for place in 0...min(600, sample.count) {
                var cut = start
                cut.receive(sample[..<place])
                cut.receive(sample[place...].prefix(600 - place))
                #expect(whole == cut, "cut at \(place)")
            }
        }
    }

    @Test("keeps its cursor inside, its rows whole and its memory bounded, at any size")
    func anySize() {
        let sizes = [-1, 0, 1, 2, 3, 9, 40, 300]
        for seed in FuzzSeeds(200) {
            var chance = SeededChance(seed: seed)
            var screen = TerminalScreen(
                .init(columns: chance.one(of: sizes), rows: chance.one(of: sizes)), scrollback: 5)
            for _ in 0..<12 {
                screen.receive(Self.output.bytes(&chance))
                let size = screen.size
                #expect((0..<size.columns).contains(screen.cursor.column), "seed \(seed)")
                #expect((0..<size.rows).contains(screen.cursor.row), "seed \(seed)")
                #expect(
                    screen.canvas().size == size && screen.canvas(scrolledBy: chance.below(9)).size == size,
                    "seed \(seed)")
                #expect(screen.lines.count <= size.rows && screen.scrollbackCount <= 6, "seed \(seed)")
                #expect(screen.takeAnswers().count < 66_000 && screen.notifications.count <= 64, "seed \(seed)")
                if chance.once(in: 3) {
                    screen.resize(to: .init(columns: chance.one(of: sizes), rows: chance.one(of: sizes)))
                }
            }
        }
    }

    @Test("keeps the texts of the main screen and of the scrollback while another screen shows a million others")
    func hiddenTexts() {
        let lines = (0..<6).map { "e\u{301}\($0)o\u{308}" }
        var screen = TerminalScreen(.init(columns: 20, rows: 3))
        screen.receive(lines.joined(separator: "\r\n").utf8)
        screen.receive("\u{1b}[?1049h".utf8)
        for number in 0..<20_000 {
            let letter = Unicode.Scalar(UInt32(0x4e00 + number)).map { String(Character($0)) } ?? ""
            screen.receive("\(letter)\u{301}".utf8)
        }
        screen.receive("\u{1b}[?1049l".utf8)
        #expect(screen.scrolledLines + screen.lines == lines)
    }

    @Test("keeps no text that nothing shows: a million different letters and links take the memory of a few")
    func texts() {
        var screen = TerminalScreen(.init(columns: 20, rows: 3), scrollback: 10)
        var latest = ""
        for number in 0..<40_000 {
            let mark = Unicode.Scalar(UInt32(0x300 + number % 0x60)).map { String(Character($0)) } ?? ""
            let letter = Unicode.Scalar(UInt32(0x4e00 + number / 8)).map { String(Character($0)) } ?? ""
            latest = letter + mark
            screen.receive("\u{1b}]8;;http://x/\(number)\u{7}\(latest)".utf8)
        }
        #expect(screen.lines.last?.hasSuffix(latest) == true)
        let links = (0..<20).map { screen.canvas().link(at: .init(row: screen.cursor.row, column: $0)) }
        #expect(links.contains("http://x/39999"))
    }
}
