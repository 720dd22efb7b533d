import Cycle
import CycleDrivers
import CycleTesting
import Synchronization
import Testing

@testable import CycleScreens

@Suite("One-liners for more than a line")
struct LongerQuestionTests {
    let time = VirtualTime()

    @Test("a text of several lines ends by Ctrl-D at its end, and leaves its first line")
    func text() {
        let console = SimulatedConsole(columns: 30, rows: 10)
        let asked = TextQuestion(question: "What?", area: TextArea(), height: 3)
        let prompt = Prompt(part: asked, question: "What?") { $0.firstLine }
        let cycle = CycledLens(startingWith: prompt) { $0.lens(screen: console, isFull: false) }
        time.drive(cycle)
        console.type("one\rtwo")
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines == ["? What?", "▌one", "▌two", "▌", "^d done   esc leave"])
        // In the middle it removes, as in a shell.
        console.type("\u{1b}[D\u{4}")
        time.advance(by: .seconds(1))
        #expect(!cycle.frame.isDone && cycle.frame.part.area.text == "one\ntw")
        console.type("\u{1b}a\u{1b}w")
        time.advance(by: .seconds(1))
        #expect(console.terminal.clipboard == "one\ntw")
        console.type("\u{4}")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.isAnswered && cycle.frame.part.area.text == "one\ntw")
        #expect(console.terminal.lines == ["✓ What? one…"])
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("a file is chosen among those of a folder, which a driver reads")
    func file() {
        let console = SimulatedConsole(columns: 30, rows: 20)
        let files = SimulatedFiles()
        for path in ["notes.txt", "src/main.swift", "picture.png"] { files[text: .init(path)] = "x" }
        var asked = FileQuestion(question: "Which?")
        asked.picker.endings = [".swift"]
        let cycle = FileQuestion.cycle(asked, on: console, files: files.driver())
        time.drive(cycle)
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines.prefix(4) == ["? Which?", "/", "find: type to find", "▌ src/"])
        console.type("note\r")
        time.advance(by: .seconds(1))
        #expect(!cycle.frame.isDone, "it does not end like this")
        console.type("\u{15}src\r")
        time.advance(by: .seconds(1))
        console.type("\r")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.isAnswered && cycle.frame.part.picker.selected == "src/main.swift")
        #expect(console.terminal.lines == ["✓ Which? src/main.swift"])
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("a long text is read with the keys of less, and leaves nothing")
    func pager() {
        let console = SimulatedConsole(columns: 30, rows: 6)
        let text = (1...100).map { "line \($0)" }.joined(separator: "\n")
        let cycle = CycledLens(startingWith: Pager(text, title: "Report")) { $0.lens(screen: console) }
        time.drive(cycle)
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines.prefix(2).map { $0.prefix(6) } == ["Report", "line 1"])
        console.type("G")
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines[4].hasPrefix("line 100"))
        console.type("/line 42\r")
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines.contains { $0.hasPrefix("line 42") })
        console.type("\u{1b}")
        time.advance(by: .seconds(1))
        #expect(!cycle.frame.isDone, "Escape takes the marks away first")
        console.type("q")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.isDone)
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    private final class Answers: Sendable {
        private let lines: Mutex<[String]>
        init(_ lines: [String]) { self.lines = Mutex(lines) }
        func next() -> PlainTalk.Answer { lines.withLock { $0.isEmpty ? .ended : .line($0.removeFirst()) } }
    }

    @Test("without a terminal lines are read up to a dot, or the end of the input")
    func plain() async {
        func talk(_ lines: [String]) -> PlainTalk {
            let answers = Answers(lines)
            return PlainTalk(say: { _ in }, hear: { _ in answers.next() })
        }
        #expect(await talk(["one", "", "two", ".", "three"]).askText("What?", default: "x") == "one\n\ntwo")
        #expect(await talk(["one"]).askText("What?", default: "x") == "one")
        #expect(await talk([]).askText("What?", default: "x") == "x")
    }
}
