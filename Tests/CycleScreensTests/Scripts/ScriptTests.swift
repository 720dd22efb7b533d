import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import Synchronization
import Testing

@testable import CycleScreens

@Suite("One-liners for scripts")
struct ScriptTests {
    let time = VirtualTime()

    private func question(
        _ console: SimulatedConsole, _ field: TextInput = TextInput()
    ) -> CycledLens<SimulatedConsole, Prompt<FieldQuestion>> {
        let prompt = Prompt(part: FieldQuestion(question: "Name?", field: field), question: "Name?") { $0.field.text }
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
        #expect(console.terminal.lines == ["? Name?", "  ✗ must be filled in"])
        cycle.stop()
    }

    @Test("Escape, Ctrl-C, Ctrl-D and the end of the input leave a question without an answer")
    func leaves() {
        for typed in ["\u{1b}", "\u{3}", "\u{4}", nil] {
            let console = SimulatedConsole(columns: 30, rows: 6)
            // Ctrl-D ends an empty line, as in a shell.
            let cycle = question(console, TextInput(typed == "\u{4}" ? "" : "Ada"))
            if let typed { console.type(typed) } else { console.end() }
            time.advance(by: .seconds(1))
            #expect(cycle.frame.isDone && !cycle.frame.isAnswered, "\(typed?.debugDescription ?? "end")")
            #expect(console.terminal.lines == ["✗ Name?"])
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
                hear: { timeout in
                    lines.answers.withLock { answers in
                        guard answers.isEmpty else { return .line(answers.removeFirst()) }
                        return timeout == nil ? .ended : .late
                    }
                }),
            { lines.said.withLock { $0 } }
        )
    }

    @Test("without a terminal each question is a line, and each answer the next line")
    func plain() async {
        let (talk, said) = talk("", "x", "12", "2", "1 3", "y")
        #expect(await talk.ask("Name?", default: "Ada", rules: [], timeout: nil) == "Ada")
        #expect(await talk.ask("Port?", default: "", rules: [.integer(1...99)], timeout: nil) == "12")
        #expect(await talk.choose("Colour?", from: ["red", "green"], limit: 1, timeout: nil) == [1])
        #expect(await talk.choose("", from: ["a", "b", "c"], limit: 2, timeout: nil) == [0, 2])
        #expect(await talk.confirm("Sure?", default: false, timeout: nil) == true)
        #expect(
            said() == [
                "Name? [Ada]", "Port?", "must be a number from 1 to 99", "Port?", "Colour?\n1. red\n2. green",
                "a number from 1 to 2", "1. a\n2. b\n3. c", "numbers from 1 to 3, apart by blanks", "Sure? [y/N]",
            ])
    }

    @Test("at the end of the input nothing is asked for ever, and nothing is taken for an answer")
    func ended() async {
        #expect(await talk().talk.ask("Name?", default: "Ada", rules: [.notEmpty], timeout: nil) == nil)
        let noNumbers = talk("9", "x", "-1", "\(Int.min)", "1 2").talk
        #expect(await noNumbers.choose("", from: ["a"], limit: 1, timeout: nil) == nil)
        #expect(await talk("maybe").talk.confirm("Sure?", default: true, timeout: nil) == nil)
        #expect(await talk("1").talk.choose("", from: [], limit: 1, timeout: nil) == nil)
    }

    // MARK: Time-outs

    private func question(
        _ console: SimulatedConsole, within limit: Duration, standard: TextInput?
    ) -> CycledLens<some Any, Prompt<FieldQuestion>> {
        let asked = FieldQuestion(question: "Name?", field: TextInput())
        var prompt = Prompt(part: asked, question: "Name?") { $0.field.text }
        prompt.timeLimit = .init(limit, standard: standard.map { FieldQuestion(question: "Name?", field: $0) })
        let cycle = Prompt.cycle(prompt, on: console, timers: time.timers())
        time.drive(cycle)
        return cycle
    }

    @Test("a question with a time-out counts down, and its standard is the answer then")
    func timesOut() {
        let console = SimulatedConsole(columns: 30, rows: 6)
        let cycle = question(console, within: .milliseconds(2_500), standard: TextInput("Ada"))
        console.type("x")
        time.advance(by: .milliseconds(100))
        #expect(console.terminal.lines == ["? Name? x", "0:02 left"])
        time.advance(by: .milliseconds(2_300))
        #expect(!cycle.frame.isDone)
        time.advance(by: .milliseconds(101))
        #expect(cycle.frame.isDone && cycle.frame.isAnswered && cycle.frame.part.field.text == "Ada")
        #expect(console.terminal.lines == ["✓ Name? Ada"])
        #expect(time.armedCount == 0)
        cycle.stop()
        #expect(console.terminal.isAsFound)
    }

    @Test("without a standard nothing is the answer after the time; an answer before it stands")
    func timesOutWithoutAnswer() {
        let console = SimulatedConsole(columns: 30, rows: 6)
        let late = question(console, within: .seconds(1), standard: nil)
        time.advance(by: .seconds(2))
        #expect(late.frame.isDone && !late.frame.isAnswered)
        late.stop()
        let early = question(console, within: .seconds(1), standard: nil)
        console.type("Bo\r")
        time.advance(by: .milliseconds(500))
        #expect(early.frame.isAnswered && early.frame.part.field.text == "Bo")
        time.advance(by: .seconds(5))
        #expect(early.frame.isAnswered)
        early.stop()
        for limit in [Duration.zero, .seconds(-5), .nanoseconds(1)] {
            let none = question(console, within: limit, standard: nil)
            time.advance(by: .milliseconds(2))
            #expect(none.frame.isDone)
            none.stop()
        }
    }

    @Test("without a terminal a time-out says how long there is, and answers as on one")
    func plainTimeOut() async {
        let (talk, said) = talk()
        #expect(await talk.ask("Name?", default: "Ada", rules: [], timeout: .seconds(10)) == "Ada")
        #expect(await talk.ask("Name?", default: "", rules: [], timeout: .seconds(10)) == nil)
        #expect(await talk.ask("Name?", default: "x", rules: [.length(2...3)], timeout: .seconds(10)) == nil)
        #expect(await talk.choose("", from: ["a"], limit: 1, timeout: .seconds(10)) == nil)
        #expect(await talk.confirm("Sure?", default: true, timeout: .seconds(90)) == true)
        #expect(said().first == "Name? [Ada] (0:10)" && said().last == "Sure? [Y/n] (1:30)")
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

    @Test(
        "work without a terminal tells on standard error that it begins and what became of it, and gives its value",
        .waiting)
    func spinnerOnStandardError() async throws {
        let result = try await #require(processExitsWith: .exitCode(42), observing: [\.standardErrorContent]) {
            exit(try await withSpinner("Fetching") { 42 })
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Fetching…\nFetching: done\n"))
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
        frame.report(0.5)
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
