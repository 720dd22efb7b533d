import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("A screen where nothing can be redrawn")
struct PlainNewsTests {
    private func printed(_ texts: [String], _ console: SimulatedConsole) -> [String] {
        let time = VirtualTime()
        let (texts, inlet) = (texts, Signal<String>.pipe())
        let cycle = CycledLens(startingWith: texts[0]) { frames in
            frames.lens(driver: console, frameFilter: { .screen($0, input: .keys) })
            frames.lens(events: inlet.0) { frame, text in frame = text }
        }
        time.drive(cycle)
        for text in texts.dropFirst() {
            inlet.1.send(text)
            time.advance(by: .seconds(1))
        }
        cycle.stop()
        return console.output.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.filter { $0 != "\r" })
        }
    }

    private func dumb() -> SimulatedConsole { SimulatedConsole(environment: ["TERM": "dumb"]) }

    @Test("is printed once, and then only the lines that are new, on a terminal that is dumb or read aloud")
    func newLines() {
        let texts = ["Fruit\n❯ Apple\n  Pear\n2 in all", "Fruit\n  Apple\n❯ Pear\n2 in all", "Fruit\n❯ Pear\n1 in all"]
        let news = ["Fruit", "❯ Apple", "  Pear", "2 in all", "❯ Pear", "1 in all", ""]
        #expect(printed(texts, dumb()) == news)
        #expect(printed(texts, SimulatedConsole(environment: ["TERM": "xterm", "ACCESSIBLE": "1"])) == news)
    }

    @Test("says what has come and what has changed, and nothing of what only went")
    func kinds() {
        #expect(printed(["a\nb", "a\nx\nb", "a\nb", "", "a"], dumb()) == ["a", "b", "x", "a", ""])
        #expect(
            printed(["[x] a\nname: abc", "[ ] a\nname: abc", "[ ] a\nname: bc"], dumb()).suffix(3) == [
                "[ ] a", "name: bc", "",
            ])
    }

    @Test(
        "says of rows that come, go and move those alone",
        arguments: [
            (["1 a", "2 b", "3 c"], ["1 a", "2 b", "new", "3 c"], ["new"]),
            (["1 a", "2 b", "3 c", "4 d"], ["new", "2 b", "4 e"], ["new", "4 e"]),
            (["1 a", "2 b", "3 c", "4 d"], ["4 d", "1 a", "2 b", "3 c"], ["4 d"]),
            (["1 a", "2 b", "3 c"], ["3 c", "2 b", "1 a"], ["2 b", "1 a"]),
            (["ok", "a", "ok"], ["a", "ok", "ok"], ["ok"]), (["ok"], ["ok", "ok"], ["ok"]),
            (["❯ a", "  b"], ["  new", "  a", "❯ b"], ["  new", "❯ b"]),
            (["❯a", "[x] b", "2 3"], [" a", "    b", "  3", "c"], ["  3", "c"]),
            (["a"], ["a", "", "b"], ["b"]), (["a", "b"], [""], []),
        ])
    func rows(old: [String], new: [String], news: [String]) {
        let printed = printed([old, new].map { $0.joined(separator: "\n") }, dumb())
        #expect(Array(printed.dropFirst(old.count)) == news + [""])
    }

    @Test("ends its lines where a screen ends them", arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{85}"])
    func lineEnds(end: String) {
        #expect(printed(["one\(end)two", "one\(end)two\(end)three"], dumb()) == ["one", "two", "three", ""])
    }

    @Test("ends the row in which bytes have ended before a line, on a terminal, and adds nothing to a pipe")
    func bytesBefore() {
        for (console, text) in [(dumb(), "one \nline\n"), (SimulatedConsole(isTerminal: false), "one line\n")] {
            let time = VirtualTime()
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: console,
                    frameFilter: {
                        $0 == 0 ? .bytes([Array("one ".utf8)], input: .keys) : .lines(["line"], input: .keys)
                    },
                    eventFilter: { frame, _ in frame += 1 })
            }
            time.drive(cycle)
            console.type("a")
            time.advance(by: .seconds(1))
            cycle.stop()
            #expect(console.output == text)
        }
    }

    @Test("is printed whole in a pipe, for the program that reads it")
    func pipe() {
        #expect(printed(["a\nb", "a\nc"], SimulatedConsole(isTerminal: false)) == ["a", "b", "a", "c", ""])
    }
}
