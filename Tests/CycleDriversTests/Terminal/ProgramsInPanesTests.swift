import Cycle
import CycleBase
import CycleDrivers
import CycleScreens
import Foundation
import TestSupport
import Testing

/// Real programs in a pseudo-terminal of `ProcessDriver`, shown in a `TerminalView` and driven by keys.
@Suite("Programs in panes", .waiting, .timeLimit(.minutes(60)))
struct ProgramsInPanesTests {
    /// Once a text is shown, these are typed.
    private struct Step: Equatable {
        var text: String
        var keys: [ConsoleDriver.Key]
        var size: ConsoleDriver.Size?

        init(_ text: String, _ keys: [ConsoleDriver.Key], size: ConsoleDriver.Size? = nil) {
            (self.text, self.keys, self.size) = (text, keys, size)
        }

        init(_ text: String, typing line: String) {
            self.init(text, line.unicodeScalars.map { $0 == "\n" ? .enter : .init(.character(Character($0))) })
        }
    }

    private struct Frame: Equatable {
        var pane = TerminalView()
        var steps: [Step]
        var wasAlternate = false

        var shown: String { ScreenLayout(pane.view, pane.screen.size).canvas.text }

        mutating func receive(_ event: ProcessDriver<Int>.Event) {
            pane.receive(event)
            if pane.screen.isAlternate { wasAlternate = true }
            guard let step = steps.first, shown.contains(step.text) else { return }
            steps.removeFirst()
            let size = step.size ?? pane.screen.size
            for key in step.keys { _ = pane.handle(ScreenInput(key, columns: size.columns, rows: size.rows)) }
        }
    }

    /// The last frame of a program. Only a failure takes as long as the limit.
    private func run(_ command: ProcessCommand, _ steps: [Step]) async -> Frame {
        let cycle = CycledLens(startingWith: Frame(steps: steps)) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(),
                frameFilter: { frame in
                    var program = frame.pane.program(1, command)
                    program.limit = .seconds(600)
                    return .running([program])
                },
                eventFilter: { frame, event in frame.receive(event) })
        }
        return await cycle.run(until: { $0.pane.hasEnded })
    }

    private static func has(_ program: String) -> Bool {
        ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + program)
        }
    }

    @Test("vim is written into, made smaller, and left", .enabled(if: has("vim"), "vim is not installed"))
    func vim() async {
        let frame = await run(
            ProcessCommand("vim", "-u", "NONE", "-N", "-n", "-i", "NONE"),
            [
                Step("~", typing: "ihello from the pane"), Step("hello from the pane", [.escape]),
                Step("hello from the pane", [.init(.character("o"))], size: .init(columns: 50, rows: 9)),
                Step("INSERT", typing: "second"), Step("second", [.escape]),
                Step("second", typing: ":set lines? columns?\n"),
                Step("columns=50", typing: "\n:q!\n"),
            ])
        #expect(frame.steps.isEmpty, "\(frame.shown)")
        #expect(frame.wasAlternate && !frame.pane.screen.isAlternate)
    }

    @Test("less goes to the end of a text and back", .enabled(if: has("less"), "less is not installed"))
    func less() async {
        let command = ProcessCommand("sh", "-c", "i=1; while [ $i -le 300 ]; do echo line $i; i=$((i+1)); done | less")
        let frame = await run(
            command,
            [
                Step("line 23", typing: "G"), Step("line 300", typing: "g"), Step("line 1\n", [.pageDown]),
                Step("line 45", typing: "q"),
            ])
        #expect(frame.steps.isEmpty, "\(frame.shown)")
    }

    @Test("top shows its table, and is left", .enabled(if: has("top"), "top is not installed"))
    func top() async {
        let frame = await run(ProcessCommand("top"), [Step("PID", typing: "q")])
        #expect(frame.steps.isEmpty, "\(frame.shown)")
    }

    @Test(
        "a shell stops a program with Ctrl-Z, goes on with it, and hears of another size",
        .enabled(if: has("bash"), "bash is not installed"))
    func shell() async {
        var command = ProcessCommand("bash", "--norc", "--noprofile", "-i")
        command.environment = ["PS1": "ready> "]
        let frame = await run(
            command,
            [
                Step("ready>", typing: "echo g''o; cat\n"), Step("\ngo", typing: "once\n"),
                Step("once\nonce", [.control("z")]),
                Step("Stopped", typing: "fg\n"), Step("fg\ncat", typing: "twice\n"),
                Step("twice\ntwice", [.control("c")]),
                Step("^C\nready>", typing: "clear\n"), Step("ready>", [.enter], size: .init(columns: 44, rows: 11)),
                Step("ready>", typing: "stty size\n"), Step("11 44", typing: "exit\n"),
            ])
        #expect(frame.steps.isEmpty, "\(frame.shown)")
    }
}
