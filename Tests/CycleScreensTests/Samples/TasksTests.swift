import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import Foundation
import Testing

@testable import tasks

@Suite("tasks")
struct TasksTests {
    private static let file = URL(fileURLWithPath: "/project/Tasks")
    private static let text = """
        # A program of two libraries.
        one:
            make one
        two:
            make two

            test two
        program: one two
            make program
        all: program
        """

    private func recipe(_ text: String = text, only names: String...) throws -> Recipe {
        try Recipe(text, only: names)
    }

    // MARK: The file

    @Test("a file whose lines end with CR LF has the same tasks")
    func carriageReturns() throws {
        #expect(try recipe(Self.text.replacing("\n", with: "\r\n")).tasks == recipe().tasks)
    }

    @Test("a file has tasks with needs and scripts, in an order in which they can be done")
    func reads() throws {
        let tasks = try recipe().tasks
        #expect(tasks.map(\.name) == ["one", "two", "program", "all"])
        #expect(tasks[1].script == "make two\ntest two\n" && tasks[2].needs == ["one", "two"])
        #expect(try recipe(tasks.map(\.text).joined()).tasks == tasks)
        #expect(try recipe("b: a\n x\na:\n y").tasks.map(\.name) == ["a", "b"])
        #expect(try recipe(only: "two").tasks.map(\.name) == ["two"])
        #expect(try recipe(only: "program", "one").tasks.map(\.name) == ["one", "two", "program"])
    }

    @Test("a mistake in the file names its line, the reason and the remedy")
    func mistakes() {
        let mistakes = [
            ("    make", "line 1: a script without a task"), ("one\n", "line 1: a name and a colon are expected"),
            ("a:\na:\n", "line 2: there are two tasks a"), ("a: b\n", "a needs b, which is no task"),
            ("a: b\nb: c\nc: a\n", "a needs b needs c needs a: no task of a circle"),
        ]
        for (text, words) in mistakes {
            let mistake = #expect(throws: Recipe.Mistake.self) { try recipe(text) }
            #expect(mistake?.text.hasPrefix(words) == true, "\(text): \(mistake?.text ?? "")")
        }
    }

    // MARK: The run

    /// A world whose programs do what `answer` says of their scripts.
    private func run(
        _ recipe: Recipe, _ files: SimulatedFiles, _ console: SimulatedConsole = .init(isTerminal: false),
        _ answer: @escaping (String) -> [SimulatedProcesses.Deed]
    ) -> (TestRun<Tasks>, SimulatedProcesses) {
        let processes = SimulatedProcesses { answer($0.arguments.last ?? "") }
        let test = TestRun(tasks(recipe, of: Self.file), exhaustive: false, standIns: files, console, processes)
        test.settle()
        return (test, processes)
    }

    @Test("each task is done once those that it needs are, its lines are printed, and the record is gone at the end")
    func done() throws {
        let (files, console) = (SimulatedFiles(), SimulatedConsole(isTerminal: false))
        var scripts: [String] = []
        let (test, _) = run(try recipe(), files, console) { script in
            scripts.append(script)
            return [.output("it is made\n"), .ends(.exited(0))]
        }
        #expect(test.frame.isDone && test.frame.isAllDone && files.paths == [])
        #expect(Set(scripts.prefix(2)) == ["make one\n", "make two\ntest two\n"] && scripts.last == "make program\n")
        #expect(console.output.contains("program: it is made\nprogram: done\n"), "\(console.output)")
    }

    @Test("a task that was done before a failure is not done again, and one whose need failed is skipped")
    func resumes() throws {
        let files = SimulatedFiles()
        let (first, _) = run(try recipe(), files) { [.ends(.exited($0.hasPrefix("make two") ? 2 : 0))] }
        #expect(first.frame.tasks.map(\.state) == [.done, .failed("ended with code 2"), .skipped, .skipped])
        var scripts: [String] = []
        let (second, _) = run(try recipe(), files) { script in
            scripts.append(script)
            return [.ends(.exited(0))]
        }
        #expect(second.frame.isAllDone && scripts == ["make two\ntest two\n", "make program\n"])
    }

    @Test("a task is cancelled, and done again, by keys")
    func keys() throws {
        let (files, console) = (SimulatedFiles(), SimulatedConsole())
        var isWaiting = true
        let (test, _) = run(try recipe(), files, console) { script in
            script == "make one\n" && isWaiting ? [.output("a long work\n")] : [.ends(.exited(0))]
        }
        #expect(console.terminal.lines.contains { $0.contains("a long work") })
        console.type("c")
        test.settle()
        #expect(test.frame.tasks.map(\.state) == [.cancelled, .done, .skipped, .skipped])
        isWaiting = false
        console.type("r")
        test.settle()
        #expect(test.frame.isAllDone && !test.frame.isDone)
        console.type("q")
        test.settle()
        #expect(test.frame.isDone)
    }

    @Test("in every order, a task comes after those that it needs, and each comes to an end or is skipped")
    func everyOrder() throws {
        let recipe = try Recipe("a:\n 1\nb:\n 2\nc: a b\n 3\n")
        let ordered = Law<Tasks>.always("a task comes after those that it needs") { frame in
            frame.tasks[2].state != .running || frame.tasks.prefix(2).allSatisfy { $0.state == .done }
        }
        let over = Law<Tasks>.atEnd("each task is over") { frame in frame.tasks.allSatisfy(\.state.isOver) }
        let honest = Law<Tasks>.always("only what is done stands in the record") { frame in
            frame.tasks.allSatisfy { frame.record?[$0.id] == nil || $0.state == .done || $0.state == .waiting }
        }
        let all = Law<Tasks>.sometimes("all are done") { $0.isAllDone }
        let none = Law<Tasks>.sometimes("a cancelled task has others skipped") { frame in
            frame.tasks.map(\.state) == [.cancelled, .done, .skipped]
        }
        let seen = try explore(ordered, over, honest, all, none, until: \.isDone) { world in
            world.console.keys("cr", atMost: 1)
            world.processes.take { _ in [[.ends(.exited(0))], [.ends(.exited(1))]] }
            return tasks(recipe, of: Self.file)
        }
        #expect(seen.isComplete, "\(seen)")
        print("tasks:", seen)
    }
}
