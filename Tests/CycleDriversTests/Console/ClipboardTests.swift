import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The clipboard of a terminal")
struct ClipboardTests {
    /// Draws one screen after the other, each with what was copied by then.
    private func output(
        _ copied: [ConsoleDriver.Clipboard?], isTerminal: Bool = true, term: String = "xterm"
    ) async -> SimulatedConsole {
        let changes = copied.map { one -> (inout ConsoleDriver.Model) -> Void in { $0.clipboard = one } }
        return await drawnConsole(changes, isTerminal: isTerminal, ["TERM": term])
    }

    private func sequenceCount(_ console: SimulatedConsole) -> Int {
        console.output.split(separator: "\u{1b}]52;", omittingEmptySubsequences: false).count - 1
    }

    @Test("holds what was copied last; it is written when it changes, also when it is the same text again")
    func changes() async {
        var clipboard = ConsoleDriver.Clipboard("one")
        var copied: [ConsoleDriver.Clipboard?] = [nil, clipboard, clipboard]
        clipboard.copy("日本\ttwo\n")
        copied.append(clipboard)
        clipboard.copy("日本\ttwo\n")
        copied += [clipboard, clipboard, nil]
        let console = await output(copied)
        #expect(console.terminal.clipboard == "日本\ttwo\n" && console.terminal.unknownCount == 0)
        #expect(sequenceCount(console) == 3)
    }

    @Test("gets no control characters, nothing in part, and nothing in a pipe or from a terminal that would print it")
    func limits() async {
        let hostile = await output([.init("a\u{1b}[31m\u{7}b\r\u{9b}c\u{0}")])
        #expect(hostile.terminal.clipboard == "a[31mbc")
        let limit = ConsoleDriver.Clipboard.longestByteCount
        let whole = await output([.init(String(repeating: "x", count: limit))])
        #expect(whole.terminal.clipboard?.utf8.count == limit)
        let more = await output([.init("kept"), .init(String(repeating: "x", count: limit + 1)), .init("")])
        #expect(more.terminal.clipboard == "kept" && sequenceCount(more) == 1)
        let old = await output([.init("text")], term: "linux")
        #expect(sequenceCount(old) == 0)
        let pipe = await output([.init("text")], isTerminal: false)
        #expect(sequenceCount(pipe) == 0 && pipe.output == "0\n")
    }
}
