import Cycle
import CycleTesting
import Testing

@testable import CycleDrivers
@testable import CycleScreens

/// No text that an application shows, in a screen, a line, a title or a clipboard, reaches the terminal as a control.
@Suite("Hostile text")
struct HostileTextTests {
    private static let pieces = [
        "a", "日", "é", "e\u{301}", "👨‍👩‍👧", "🇩", "\u{1b}", "\u{1b}[", "\u{1b}]", "\u{1b}P", "\u{1b}_", "\u{9b}", "\u{9d}",
        "\u{90}",
        "\u{9c}", "\u{7}", "\u{18}", "\u{0}", "\u{7f}", "\u{8}", "\r", "\n", "\r\n", "\t", "\u{85}", "\u{2028}",
        "\u{202e}",
        "\u{2066}", "\u{200e}", "\u{61c}", "\u{feff}", "\u{200b}", "\u{200d}", "[31m", "31;1m", "2J", "?1049h",
        "8;;http://x", "0;title",
        "\\", ";", ":", "m", "1", "38:2::", "58;5;", "\u{fffe}", "\u{e0001}", "\u{600}", "\u{1100}", "\u{10ffff}", "c",
        "(0", "7",
    ]

    private func text(_ random: inout SplitMix) -> String {
        (0..<Int.random(in: 0...40, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    /// The sequences that a program may not write. It may write text, styles, links, moves and its modes.
    private func strangers(in bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        var strangers: [String] = []
        var parser = TerminalParser()
        for byte in bytes {
            switch parser.take(byte) {
            case .none: break
            case .scalar(let scalar):
                let value = scalar.value
                let isMark =
                    [0x61c, 0x200e, 0x200f].contains(value) || (0x202a...0x202e).contains(value)
                    || (0x2066...0x2069).contains(value) || (0x80...0x9f).contains(value)
                if isMark { strangers.append("U+\(String(value, radix: 16))") }
            case .control(0x0d), .control(0x0a), .control(0x09): break
            case .control(let byte): strangers.append("control \(byte)")
            case .sequence(let final) where parser.marks == 0:
                if !"mHGABKJtr".utf8.contains(final) { strangers.append("sequence \(final)") }
            case .sequence:
                let parameters = String(decoding: parser.collected, as: UTF8.self)
                if !["7", "25", "1049"].contains(parameters) { strangers.append("mode \(parameters)") }
            case .command(let bytes):
                let command = String(decoding: bytes, as: UTF8.self)
                let isLink =
                    command.utf8.starts(with: "8;;".utf8) && command.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
                let letters = command.utf8.dropFirst(5)
                let isCopied =
                    command.utf8.starts(with: "52;c;".utf8)
                    && letters.allSatisfy {
                        "+/=".utf8.contains($0) || Character(.init($0)).isNumber || Character(.init($0)).isLetter
                    }
                if !command.utf8.starts(with: "2;".utf8), !isLink, !isCopied, TerminalNotice(command) == nil {
                    strangers.append("command \(command.debugDescription)")
                }
                if command.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }) {
                    strangers.append("in a command: \(command.debugDescription)")
                }
            // The end of a command.
            case .escape(UInt8(ascii: "M")), .escape(UInt8(ascii: "\\")): break
            case .escape, .unknown: strangers.append("escape")
            }
        }
        return strangers.isEmpty ? [] : strangers + [text.debugDescription]
    }

    @Test(
        "in screens, lines, titles, clipboards and notifications leaves nothing but text, styles and links",
        arguments: UInt64(0)..<24)
    func everywhere(seed: UInt64) async {
        var random = SplitMix(seed: seed)
        for isTerminal in [true, false] {
            let texts = (0..<12).map { _ in text(&random) }
            let size = (columns: Int.random(in: 1...30, using: &random), rows: Int.random(in: 1...6, using: &random))
            let kinds = [["TERM": "xterm-kitty"], ["TERM": "foot"], ["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"]]
            let console = SimulatedConsole(
                columns: size.columns, rows: size.rows, isTerminal: isTerminal, environment: kinds[Int(seed % 3)])
            console.type(String(repeating: "x", count: texts.count - 1))
            console.end()
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: console,
                    frameFilter: { number in
                        let text = texts[number % texts.count]
                        var model: ConsoleDriver.Model =
                            number % 3 == 0 ? .fullScreen(text, input: .keys) : .screen(text, input: .keys)
                        model.lines = number % 4 == 0 ? [text] : []
                        model.title = text
                        model.clipboard = .init(text)
                        model.notification = .init(text, text, edition: number)
                        return model
                    },
                    eventFilter: { frame, event in if case .key = event { frame += 1 } })
            }
            _ = await cycle.run(on: ImpatientTime())
            let bytes = Array(console.output.utf8)
            if isTerminal {
                #expect(strangers(in: bytes) == [], "seed \(seed)")
                #expect(console.terminal.isAsFound, "seed \(seed)")
                #expect(console.terminal.unknownCount == 0, "seed \(seed)")
            } else {
                #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0a && $0 != 0x09 || $0 == 0x7f }, "seed \(seed)")
                #expect(strangers(in: bytes) == [], "seed \(seed)")
            }
        }
    }

    /// A colour, a hidden letter, a link, a title, a clipboard, an erased screen and a change of the writing direction.
    private static let attack =
        "\u{1b}[38;5;201;8mx\u{1b}]8;;file:///etc/passwd\u{1b}\\invoice\u{1b}]8;;\u{1b}\\"
        + "\u{1b}]0;owned\u{7}\u{1b}]52;c;eA==\u{7}\u{9b}2J\u{202e}y"

    private func console(
        _ model: ConsoleDriver.Model, isTerminal: Bool = true, _ environment: [String: String] = ["TERM": "xterm-kitty"]
    ) async -> SimulatedConsole {
        let console = SimulatedConsole(columns: 30, rows: 4, isTerminal: isTerminal, environment: environment)
        console.end()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: console, frameFilter: { _ in model }, eventFilter: { _, _ in })
        }
        _ = await cycle.run(on: ImpatientTime())
        return console
    }

    /// The colours and links that the terminal has seen.
    private func looks(_ console: SimulatedConsole) -> [String] {
        ["38;5;201", "38:5:201", "[8m", "]8;;file", "]8;;http", "]0;", "]52;"].filter { console.output.contains($0) }
    }

    @Test("decision 18: is inert in a screen, a full screen, lines, a title and plain lines")
    func inertEverywhere() async {
        let attack = Self.attack
        var titled = ConsoleDriver.Model.screen(ConsoleDriver.Canvas(.init(columns: 3, rows: 1)), input: .keys)
        titled.title = attack
        let models: [ConsoleDriver.Model] = [
            .screen(attack, input: .keys), .fullScreen(attack, input: .keys), .lines(attack, input: .keys),
            .screen("safe", plain: attack, input: .keys), titled,
        ]
        for (number, model) in models.enumerated() {
            let terminal = await console(model)
            #expect(looks(terminal).isEmpty && terminal.terminal.isAsFound, "model \(number)")
            #expect(terminal.terminal.title == "" && terminal.terminal.clipboard == nil, "model \(number)")
            if number < 3, number != 1 { #expect(terminal.terminal.lines == ["xinvoicey"], "model \(number)") }
            for isTerminal in [true, false] {
                let forced = ["TERM": "dumb", "CLICOLOR_FORCE": "1"]
                let plain = await console(model, isTerminal: isTerminal, forced)
                #expect(!plain.output.contains("\u{1b}") && looks(plain).isEmpty, "model \(number)")
            }
        }
    }

    @Test("styles a screen and lines that are asked to obey it, and links to no file")
    func obeyed() async {
        let attack = Self.attack
        for model in [ConsoleDriver.Model.screen(sequences: attack, input: .keys), .lines(sequences: [attack])] {
            let terminal = await console(model)
            #expect(terminal.output.contains("38;5;201") && !terminal.output.contains("]8;;file"))
            #expect(terminal.terminal.lines == ["xinvoicey"] && terminal.terminal.isAsFound)
        }
        let linked = "\u{1b}]8;;https://x\u{7}a\u{1b}]8;;\u{7}"
        #expect(await console(.lines(sequences: [linked])).output.contains("]8;;https://x\u{1b}\\a"))
    }

    @Test("of a million combining marks writes a few bytes")
    func tower() async {
        let text = "a" + String(repeating: "\u{301}", count: 1_000_000) + "b"
        let console = SimulatedConsole(columns: 10, rows: 2)
        console.end()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: console, frameFilter: { _ in .screen(text, plain: "", input: .keys) }, eventFilter: { _, _ in })
        }
        _ = await cycle.run(on: ImpatientTime())
        #expect(console.output.utf8.count < 200)
        #expect(console.terminal.lines.first?.last == "b")
    }

    @Test("a title is one line without marks, and no longer than 512 bytes")
    func titles() {
        #expect(PrintedText.title("a\nb\tc\u{1b}[31md\u{202e}e\u{7}f\u{1b}]0;x\u{7}") == "a b cdef")
        #expect(PrintedText.title(String(repeating: "日", count: 1_000)).utf8.count <= 512)
    }
}
