import CycleBase
import CycleDrivers
import CycleTesting
import Testing

/// The bytes of a program may be anything: the emulator of tests takes it, whatever it says.
@Suite("The emulator of a terminal, fed with anything")
struct EmulatorFuzzTests {
    static let numbers = [
        "", "0", "1", "7", "80", "-1", "99999", "4294967296", "9223372036854775807", "99999999999999999999", "1:2", ";",
    ]
    static let texts = [
        "a", "日", "é", "e\u{301}", "👨‍👩‍👧", "🇩🇪", "क्ष्म्य", "စာ", "กำ", "ｶﾞ", "\r", "\n", "\t", "\u{8}", "\u{7}", "\u{1b}M",
        "\u{1b}c", "\u{1b}",
    ]

    private func piece(_ random: inout SplitMix) -> [UInt8] {
        func number() -> String { Self.numbers.randomElement(using: &random) ?? "" }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        case 1:
            let final = "ABCDGHJKXrtmhlcsuLMPST@dfgn".randomElement(using: &random) ?? "A"
            let mark = ["", "?", ">"].randomElement(using: &random) ?? ""
            return Array("\u{1b}[\(mark)\(number());\(number())\(final)".utf8)
        case 2:
            return Array("\u{1b}]\(number());\(number());x\(Bool.random(using: &random) ? "\u{7}" : "\u{1b}\\")".utf8)
        case 3:
            return Array(
                "\u{1b}[?\([7, 25, 1049, 2004, 2031].randomElement(using: &random) ?? 7)\(Bool.random(using: &random) ? "h" : "l")"
                    .utf8)
        default: return Array((Self.texts.randomElement(using: &random) ?? "").utf8)
        }
    }

    /// `CYCLE_FUZZ_BYTES=10000000` for the figure of the issue.
    @Test("keeps its cursor inside and its rows whole, at any size", arguments: [UInt64(1), 2, 3, 4])
    func anything(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var left = (getenv("CYCLE_FUZZ_BYTES").flatMap { Int(String(cString: $0)) } ?? 200_000) / 4
        while left > 0 {
            let size = [-1, 0, 1, 2, 3, 9, 40]
            var terminal = SimulatedTerminal(
                columns: size.randomElement(using: &random) ?? 1, rows: size.randomElement(using: &random) ?? 1)
            for _ in 0..<300 {
                let bytes = piece(&random)
                left -= bytes.count
                terminal.write(bytes)
                if Int.random(in: 0..<40, using: &random) == 0 {
                    terminal.resize(
                        columns: size.randomElement(using: &random) ?? 1, rows: size.randomElement(using: &random) ?? 1)
                }
                guard (0..<terminal.columns).contains(terminal.cursor.column),
                    (0..<terminal.rows).contains(terminal.cursor.row)
                else {
                    Issue.record("seed \(seed): the cursor is at \(terminal.cursor) after \(bytes)")
                    return
                }
            }
            #expect(terminal.canvas.size == .init(columns: terminal.columns, rows: terminal.rows))
            #expect(terminal.lines.count <= terminal.rows)
        }
    }

    @Test("takes numbers at the edges where it is made", arguments: [Int.min, -1, 0, 1, Int.max])
    func edges(number: Int) {
        let terminal = SimulatedTerminal(columns: min(number, 20_000), rows: 1)
        #expect((1...10_000).contains(terminal.columns))
        let console = SimulatedConsole(
            columns: number == .max ? 10_000 : number, rows: number == .max ? 1 : number, screenRate: number,
            faults: .init(seed: 1, resizeStorms: 0, outputStalls: 0, inputLimit: number, outputLimit: number))
        console.type("abc")
        #expect(console.terminal.columns >= 1)
        let canvas = ConsoleDriver.Canvas(.init(columns: number == .max ? 10_001 : number, rows: 1))
        #expect((0...10_000).contains(canvas.size.columns))
    }
}
