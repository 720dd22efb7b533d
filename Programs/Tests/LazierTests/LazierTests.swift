import Cycle
import CycleDrivers
import CycleTesting
import Testing

@testable import Lazier

@Suite("Lazier")
struct LazierTests {
    static let diff =
        "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n"

    let console = SimulatedConsole(columns: 120, rows: 40)
    let time = VirtualTime()

    func run(_ git: SimulatedProcesses) -> TestRun<Lazier> {
        let test = TestRun(
            lazier(Lazier(folder: "/r")), time: time, exhaustive: false, standIns: console, git, SimulatedFiles())
        test.settle()
        return test
    }

    /// Git in a repository with one file that has changed.
    static func deeds(_ command: ProcessCommand) -> [SimulatedProcesses.Deed] {
        switch command.arguments[1] {
        case "status": [.output("# branch.head main\01 .M N... 1 1 1 a b f\0"), .ends(.exited(0))]
        case "diff": [.output(diff), .ends(.exited(0))]
        default: [.ends(.exited(0))]
        }
    }

    @Test("reads the status of files with blanks in their names, and of renamed ones")
    func readsStatus() {
        let status = GitStatus(
            parsing: "# branch.oid x\0# branch.head main\0# branch.upstream origin/main\0# branch.ab +2 -1\0"
                + "1 .M N... 100644 100644 100644 a b a file\0"
                + "2 R. N... 100644 100644 100644 a b R100 new\0old\0? other\0")
        #expect(status.head == "main" && status.ahead == 2 && status.behind == 1)
        #expect(status.files.map(\.id) == ["a file", "new", "other"])
    }

    @Test("makes a patch of one hunk")
    func aHunkIsAPatch() {
        let diff = GitDiff(parsing: Self.diff)
        #expect(diff.hunks == [4..<7, 7..<10])
        #expect(
            diff.patch(ofHunk: 1)
                == "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -9 +9 @@\n-c\n+d\n")
    }

    @Test("reads lines that end with CR LF, and names that begin with a mark of a letter")
    func readsBytes() {
        let lines = Self.diff.replacing("\n", with: "\r\n")
        #expect(GitDiff(parsing: lines).hunks == GitDiff(parsing: Self.diff).hunks)
        #expect(GitDiff(parsing: lines).patch(ofHunk: 1)?.hasSuffix("\r\n-c\r\n+d\r\n") == true)
        let status = GitStatus(parsing: "? \u{301}a b\01 .M N... 1 1 1 a b \u{301}c\0")
        #expect(status.files.map(\.id) == ["\u{301}a b", "\u{301}c"])
    }

    @Test("stages the hunk that was gone to")
    func stagesAHunk() throws {
        let git = SimulatedProcesses(Self.deeds)
        let test = run(git)
        #expect(console.terminal.lines.joined().contains("@@ -1 +1 @@"))
        console.type("5J")
        console.press(.enter)
        test.settle()
        let apply = git.started.last { $0.arguments[1] == "apply" }
        #expect(apply.map { String(decoding: $0.input, as: UTF8.self) } == GitDiff(parsing: Self.diff).patch(ofHunk: 1))
    }

    @Test("stages the hunk under the mouse, and the first that is seen where another was gone to")
    func stagesWhatIsSeen() throws {
        let long = Self.diff + "@@ -20,60 +20,60 @@\n" + (1...60).map { " \($0)\n" }.joined()
        let git = SimulatedProcesses { command in
            command.arguments[1] == "diff" ? [.output(long), .ends(.exited(0))] : Self.deeds(command)
        }
        let test = run(git)
        func staged() -> Int? {
            console.press(.enter)
            test.settle()
            let apply = git.started.last { $0.arguments[1] == "apply" }
            let input = apply.map { String(decoding: $0.input, as: UTF8.self) }
            return (0..<3).first { GitDiff(parsing: long).patch(ofHunk: $0) == input }
        }
        let row = try #require(console.terminal.lines.firstIndex { $0.contains("@@ -9 +9 @@") })
        console.type("\u{1b}[<0;80;\(row + 1)M\u{1b}[<0;80;\(row + 1)m")
        #expect(staged() == 1)
        console.type("G")
        #expect(staged() == 2)
    }

    @Test("lists the branch that is checked out first, and passes over lines of the graph that are no commit")
    func passesOverTheGraph() throws {
        let log = ["* \u{1f}aa1", "|\\", "| * \u{1f}bb2", "|/", "* \u{1f}cc3"]
        let git = SimulatedProcesses { command in
            guard command.arguments[1] == "log", command.arguments.contains("--graph") else {
                return Self.deeds(command)
            }
            let lines = log.map { $0.contains("\u{1f}") ? $0 + "\u{1f}Ann\u{1f}now\u{1f}\u{1f}done" : $0 }
            return [.output(lines.joined(separator: "\n")), .ends(.exited(0))]
        }
        let test = run(git)
        #expect(git.started.contains { $0.arguments[1] == "for-each-ref" && $0.arguments[3] == "--sort=-HEAD" })
        console.type("3")
        var seen: [String?] = []
        for key in "jjjkk" {
            console.type("\(key)")
            test.settle()
            seen.append(test.frame.selected(.log)?.name)
        }
        #expect(seen == ["bb2", "cc3", "cc3", "bb2", "aa1"])
    }

    @Test("a text that is looked for is no command")
    func searchesTheDiff() {
        let git = SimulatedProcesses(Self.deeds)
        let test = run(git)
        console.type("5/a P")
        test.settle()
        #expect(!git.started.contains { ["add", "push"].contains($0.arguments[1]) })
    }

    @Test("shows what git says, and takes a password")
    func asksForAPassword() {
        let git = SimulatedProcesses { command in
            command.arguments[1] == "push" ? [.output("Password: ")] : Self.deeds(command)
        }
        var typed: [UInt8] = []
        git.answer = { command, input in
            typed += input
            return input.last == UInt8(ascii: "\r") ? [.output("\r\nfatal: no\r\n"), .ends(.exited(128))] : []
        }
        let test = run(git)
        console.type("P")
        test.settle()
        #expect(console.terminal.lines.joined().contains("Password:"))
        console.type("6")
        test.settle()
        console.type("6p")
        console.press(.enter)
        test.settle()
        #expect(typed == Array("6p\r".utf8))
        #expect(console.terminal.lines.joined().contains("fatal: no"))
    }

    @Test("reads again what others have changed, once for many changes")
    func watches() {
        let files = SimulatedFiles()
        let git = SimulatedProcesses(Self.deeds)
        let test = TestRun(
            lazier(Lazier(folder: "/")), time: time, exhaustive: false, standIns: console, git, files)
        test.advance(by: .seconds(1))
        let count = git.started.count { $0.arguments[1] == "status" }
        files[text: "deep/a.txt"] = "1"
        files[text: "deep/b.txt"] = "2"
        test.advance(by: .seconds(1))
        #expect(git.started.count { $0.arguments[1] == "status" } == count + 1)
    }
}
