import Cycle
import CycleDrivers
import CycleTesting
import Synchronization
import Testing

@testable import CycleScreens

@Suite("One-liners for scripts")
struct ScriptTests {
    let time = VirtualTime()

    private func question(
        _ console: SimulatedConsole, _ field: TextInput = TextInput()
    ) -> CycledLens<SimulatedConsole, Prompt<FieldQuestion>> {
        let prompt = Prompt(part: FieldQuestion(question: "Name?", field: field)) {
            "\($0.question, .bold) \($0.field.text, .cyan)"
        }
        let cycle = CycledLens(startingWith: prompt) { $0.lens(screen: console, isFull: false) }
        time.drive(cycle)
        return cycle
    }

    @Test("a question stands below what was printed, with its cursor, and its answer stays as a line")
    func asks() {
        let console = SimulatedConsole(columns: 30, rows: 6)
        let cycle = question(console)
        console.type("Ad")
        time.advance(by: .seconds(1))
        #expect(console.terminal.lines == ["? Name? Ad"])
        #expect(console.terminal.cursor == .init(row: 0, column: 10))
        #expect(!console.terminal.isAlternate)
        console.type("a\r")
        time.advance(by: .seconds(1))
        #expect(cycle.frame.isAnswered && cycle.frame.part.field.text == "Ada")
        #expect(console.terminal.lines == ["✓ Name? Ada"])
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("an answer that its rules do not allow is not taken, and says why")
    func rules() {
        let console = SimulatedConsole(columns: 30, rows: 6)
        let cycle = question(console, TextInput(rules: [.notEmpty]))
        console.type("\r")
        time.advance(by: .seconds(1))
        #expect(!cycle.frame.isDone)
        #expect(console.terminal.lines == ["? Name?", "  ✗ must not be empty"])
        cycle.stop()
    }

    @Test("Escape, Ctrl-C, Ctrl-D and the end of the input leave a question without an answer")
    func leaves() {
        for typed in ["\u{1b}", "\u{3}", "\u{4}", nil] {
            let console = SimulatedConsole(columns: 30, rows: 6)
            let cycle = question(console)
            if let typed { console.type(typed) } else { console.end() }
            time.advance(by: .seconds(1))
            #expect(cycle.frame.isDone && !cycle.frame.isAnswered, "\(typed?.debugDescription ?? "end")")
            cycle.stop()
            #expect(console.terminal.isAsFound)
        }
    }

    /// Answers of a pipe, and what was said.
    private func talk(_ answers: String...) -> (talk: PlainTalk, said: @Sendable () -> [String]) {
        final class Lines: Sendable {
            let answers: Mutex<[String]>
            let said = Mutex<[String]>([])
            init(_ answers: [String]) { self.answers = Mutex(answers) }
        }
        let lines = Lines(answers)
        return (
            PlainTalk(
                say: { line in lines.said.withLock { $0.append(line) } },
                hear: { lines.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }),
            { lines.said.withLock { $0 } }
        )
    }

    @Test("without a terminal each question is a line, and each answer the next line")
    func plain() async {
        let (talk, said) = talk("", "x", "12", "2", "1 3", "y")
        #expect(await talk.ask("Name?", default: "Ada", rules: []) == "Ada")
        #expect(await talk.ask("Port?", default: "", rules: [.integer(1...99)]) == "12")
        #expect(await talk.choose("Colour?", from: ["red", "green"], limit: 1) == [1])
        #expect(await talk.choose("", from: ["a", "b", "c"], limit: 2) == [0, 2])
        #expect(await talk.confirm("Sure?", default: false) == true)
        #expect(
            said() == [
                "Name? [Ada]", "Port?", "a number from 1 to 99", "Port?", "Colour?\n1. red\n2. green",
                "a number from 1 to 2", "1. a\n2. b\n3. c", "numbers from 1 to 3, apart by blanks", "Sure? [y/N]",
            ])
    }

    @Test("at the end of the input nothing is asked for ever, and nothing is taken for an answer")
    func ended() async {
        #expect(await talk().talk.ask("Name?", default: "Ada", rules: [.notEmpty]) == nil)
        #expect(await talk("9", "x", "-1", "1 2").talk.choose("", from: ["a"], limit: 1) == nil)
        #expect(await talk("maybe").talk.confirm("Sure?", default: true) == nil)
        #expect(await talk("1").talk.choose("", from: [], limit: 1) == nil)
    }

    private func work(
        _ console: SimulatedConsole, _ work: @escaping @Sendable (@Sendable (Double) -> Void) async throws -> Int
    ) -> CycledLens<some Any, Working<Int>> {
        Working.cycle("Fetching", on: console, timers: time.timers(), work)
    }

    @Test("work shows that it goes on, and what became of it")
    func spinner() async throws {
        let console = SimulatedConsole(columns: 30, rows: 4)
        console.type("x")
        let last = await work(console) { _ in 42 }.run(until: { $0.isDone })
        #expect(try last.result?.get() == 42)
        #expect(console.terminal.lines == ["✓ Fetching"])
        #expect(console.terminal.isAsFound)
    }

    struct Broken: Error {}

    @Test("work that fails throws its error, and says that it failed")
    func failure() async throws {
        let console = SimulatedConsole(isTerminal: false)
        let last = await work(console) { _ in throw Broken() }.run(until: { $0.isDone })
        #expect(throws: Broken.self) { try last.result?.get() }
        #expect(console.output == "Fetching…\nFetching: failed\n")
    }

    @Test("work that reports how far it is has a bar; without a terminal nothing moves")
    func progress() {
        var frame = Working<Int>(title: "Copying")
        frame.fraction = 0.5
        #expect(text(30, 1, frame.view) == "⠋ Copying ━━━━━━━───────  50 %")
        #expect(frame.plain == "Copying…")
    }

    @Test("Ctrl-C ends the work")
    func interrupted() async throws {
        let console = SimulatedConsole(columns: 30, rows: 4)
        console.type("\u{3}")
        let last = await work(console) { _ in
            // Until it is cancelled.
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for await _ in stream {}
            continuation.finish()
            throw CancellationError()
        }.run(until: { $0.isDone })
        #expect(throws: CancellationError.self) { try last.result?.get() }
    }

    @Test("a table for a pipe has columns as wide as what is in them")
    func table() {
        struct Row { var name: String; var size: Int }
        let text = tableText(
            of: [Row(name: "日本", size: 7), Row(name: "a long name", size: 12_345)],
            columns: [
                ListColumn("Name") { "\($0.name, .bold)" }, ListColumn("Size", alignment: .end, sortedBy: \.size),
                ListColumn("Cut", width: .fixed(4)) { _ in "abcdef" },
            ])
        #expect(text == "Name          Size  Cut\n日本             7  abc…\na long name  12345  abc…")
    }
}
