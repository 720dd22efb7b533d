import Cycle
import CycleBase
import CycleTesting
import TestSupport
import Testing

@testable import CycleDrivers

/// The laws that `ConsoleDriver` and its twin have in common.
@Suite("ConsoleDriver and SimulatedConsole", .serialized, .waiting)
struct ConsoleConformanceTests {
    typealias Event = ConsoleDriver.Event
    typealias Model = ConsoleDriver.Model

    enum Kind: CaseIterable {
        /// The real driver waits for its terminal as this system does, or as Darwin does.
        case real, realBySelect, twin
    }

    func bench(_ kind: Kind, isTerminal: Bool, _ environment: [String: String] = ["TERM": "xterm"]) -> any ConsoleBench
    {
        switch kind {
        case .real: RealBench(isTerminal: isTerminal, environment: environment)
        case .realBySelect: RealBench(isTerminal: isTerminal, environment: environment, .bySelect)
        case .twin: TwinBench(isTerminal: isTerminal, environment: environment)
        }
    }

    @Test("report each character of a pipe as a key, a new line as Enter, and the end once", arguments: Kind.allCases)
    func keysOfPipe(kind: Kind) async {
        let observed = await bench(kind, isTerminal: false).keysThenEnd("+\né\u{3}")
        #expect(observed.events == [.key("+"), .key(.enter), .key("é"), .key(.control("c")), .ended])
        #expect(observed.sizes == [])
    }

    @Test("report the lines of a pipe, the last one also without an end", arguments: Kind.allCases)
    func linesOfPipe(kind: Kind) async {
        let console = bench(kind, isTerminal: false)
        console.type("one\r\ntwo\n\nthrée")
        console.end()
        let observed = await console.run { _ in .lines(input: .lines) }
        #expect(observed.events == [.line("one"), .line("two"), .line(""), .line("thrée"), .ended])
    }

    @Test("print a line for each change on a pipe, no other bytes, and nothing twice", arguments: Kind.allCases)
    func plainOutput(kind: Kind) async {
        let console = bench(kind, isTerminal: false)
        console.type("ab-")
        console.end()
        _ = await console.run { observed in
            var model = Model.screen(
                "drawn \(observed.events.count)", plain: "\(observed.events.count / 2)", input: .keys)
            if observed.events.count > 1 { model.lines = ["\u{1b}[31mred\u{1b}[0m"] }
            model.title = "title"
            model.mouse = .drags
            return model
        }
        #expect(console.output == "0\nred\n1\n2\n")
    }

    @Test("print bytes on a pipe as they are, each piece once, and nothing between them", arguments: Kind.allCases)
    func bytesOnPipe(kind: Kind) async {
        let console = bench(kind, isTerminal: false)
        console.type("abc")
        console.end()
        let pieces: [[UInt8]] = [Array("\u{1b}[2Ja\0".utf8), [0xc3], [0xa9], Array("\r\nend".utf8)]
        _ = await console.run { observed in
            var model = Model.bytes(Array(pieces.prefix(observed.events.count + 1)), input: .keys)
            if observed.events.count > 3 { (model.bytes, model.edition, model.lines) = ([[0x21]], 1, ["line"]) }
            return model
        }
        #expect(console.output == "\u{1b}[2Ja\0é\r\nendline\n!")
    }

    @Test(
        "print bytes on a terminal as text that goes on in its row until a line or a screen comes",
        arguments: Kind.allCases)
    func bytesOnTerminal(kind: Kind) async {
        let console = bench(kind, isTerminal: true)
        let pieces: [[UInt8]] = [Array("\u{1b}[2Jone\u{7} ".utf8), [0xe6, 0x97], [0xa5], Array("\nt".utf8), [0xff]]
        _ = await console.run(upTo: 4, [0: { $0.type("abcd") }]) { observed in
            let count = observed.events.count
            var model = Model.bytes(Array(pieces.prefix(count + 2)), input: .keys)
            if count == 4 { (model.lines, model.screen) = (["line"], .init(.text("screen"))) }
            return model
        }
        let rows = console.terminal.lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        #expect(rows.prefix(4) == ["one 日", "t\u{fffd}", "line", "screen"], "\(rows)")
        #expect(console.terminal.isAsFound)
    }

    @Test("end a loop by themselves when nothing is to be read", arguments: Kind.allCases, [true, false])
    func nothingToRead(kind: Kind, isTerminal: Bool) async {
        let console = bench(kind, isTerminal: isTerminal)
        let observed = await console.run { _ in .screen("shown", input: .none) }
        #expect(observed.events == [])
        #expect(console.output.contains("shown"))
        #expect(console.terminal.isAsFound)
    }

    @Test("report keys of a terminal, and Ctrl-C as an interruption", arguments: Kind.allCases)
    func keysOfTerminal(kind: Kind) async {
        let console = bench(kind, isTerminal: true)
        let observed = await console.run(upTo: 5, [0: { $0.type("a\u{1b}[1;5A\r\u{3}") }, 4: { $0.type("\u{1b}") }]) {
            _ in
            .screen("keys", input: .keys)
        }
        #expect(
            observed.events == [.key("a"), .key(.control(.up)), .key(.enter), .interrupted, .key(.escape)])
        #expect(observed.sizes == [.init(columns: 40, rows: 10)])
    }

    @Test("report clicks, focus and what is pasted as a whole, as long as they are asked for", arguments: Kind.allCases)
    func reports(kind: Kind) async {
        let console = bench(kind, isTerminal: true)
        let observed = await console.run(
            upTo: 5,
            [
                0: { $0.type("\u{1b}[200~a\nb\u{1b}[201~\u{1b}[<0;3;2M\u{1b}[I\u{1b}[O") },
                4: { $0.type("\u{1b}[<64;1;1M") },
            ]
        ) { observed in
            var model = Model.fullScreen("", input: .keys)
            model.mouse = .drags
            model.paste = true
            model.focus = true
            return model
        }
        #expect(
            observed.events == [
                .paste("a\nb"), .mouse(.init(.pressed(.left), at: .init(row: 1, column: 2))), .focus(true),
                .focus(false),
                .mouse(.init(.scrolled(.up), at: .init(row: 0, column: 0))),
            ])
        #expect(console.terminal.isAsFound)
    }

    @Test("report once that nobody reads the output any more, and go on", arguments: Kind.allCases)
    func closedOutput(kind: Kind) async {
        let console = bench(kind, isTerminal: false)
        let observed = await console.run(
            upTo: 5,
            [
                0: { $0.type("a") },
                1: {
                    $0.closeOutput()
                    $0.type("b")
                },
                3: {
                    $0.type("c")
                    $0.end()
                },
            ]
        ) { .screen("\($0.events.count)", input: .keys) }
        #expect(observed.events == [.key("a"), .key("b"), .failed(.outputClosed), .key("c"), .ended])
    }

    @Test("report why the input cannot be read, and its end", arguments: Kind.allCases)
    func unreadableInput(kind: Kind) async {
        func events(_ console: some ConsoleBench, _ code: Int32) async {
            let observed = await console.run { _ in .screen("", input: .keys) }
            #expect(observed.events == [.failed(.input(code: code)), .ended])
        }
        switch kind {
        case .real, .realBySelect:
            let (console, code) = RealBench.unreadable(kind == .real ? .ofSystem : .bySelect)
            await events(console, code)
        case .twin:
            let (console, code) = TwinBench.unreadable()
            await events(console, code)
        }
    }

    @Test("report why a program cannot be started, and go on", arguments: Kind.allCases)
    func programsThatDoNotStart(kind: Kind) async {
        let console = bench(kind, isTerminal: true)
        (console as? TwinBench)?.driver.programEnding = { _ throws(ConsoleDriver.Failure) in
            throw .program(code: ENOENT)
        }
        let observed = await console.run(upTo: 3, [0: { $0.type("v") }, 2: { $0.type("q") }]) { observed in
            var model = Model.fullScreen("screen", input: .keys)
            if observed.events == [.key("v")] { model.program = .init("/nowhere/at/all") }
            return model
        }
        #expect(observed.events == [.key("v"), .failed(.program(code: ENOENT)), .key("q")])
        #expect(console.terminal.isAsFound)
    }

    @Test("draw a screen, and give the terminal back as it was", arguments: Kind.allCases, [true, false])
    func screens(kind: Kind, isFull: Bool) async {
        let console = bench(kind, isTerminal: true)
        var seen: [SimulatedTerminal] = []
        let look: (any ConsoleBench) -> Void = { seen.append($0.terminal) }
        _ = await console.looking(upTo: 3, look) { observed in
            let text = "count \(observed.events.count)\n\u{1b}[1mbold 日本\u{1b}[0m"
            var model = isFull ? Model.fullScreen(text, input: .keys) : .screen(text, input: .keys)
            model.mouse = .drags
            model.paste = true
            model.focus = true
            model.title = "counting"
            model.screen?.cursor = observed.events.count == 1 ? .init(row: 1, column: 2) : nil
            return model
        }
        #expect(seen.map(\.lines) == (0..<3).map { ["count \($0)", "bold 日本"] })
        #expect(seen.map(\.isCursorVisible) == [false, true, false])
        #expect(seen.allSatisfy { $0.isAlternate == isFull && $0.title == "counting" })
        #expect(seen.allSatisfy { $0.modes == [1002, 1006, 2004, 1004] && !$0.isWrapping })
        let end = console.terminal
        #expect(end.isAsFound)
        #expect(end.unknownCount == 0)
        #expect(end.title == "")
        #expect(end.lines == (isFull ? [] : ["count 3", "bold 日本"]))
    }

    @Test("report a resize, and draw the screen anew", arguments: Kind.allCases)
    func resizes(kind: Kind) async {
        let console = bench(kind, isTerminal: true)
        var lines: [String] = []
        let observed = await console.run(
            upTo: 1,
            [
                0: { $0.resize(columns: 20, rows: 5) },
                1: {
                    lines = $0.terminal.lines
                    $0.type("x")
                },
            ]
        ) { observed in
            .fullScreen(observed.sizes.map { "\($0.columns)" }.joined(separator: " "), input: .keys)
        }
        #expect(observed.events == [.key("x")])
        #expect(observed.sizes == [.init(columns: 40, rows: 10), .init(columns: 20, rows: 5)])
        #expect(lines == ["40 20"])
    }

    @Test("print lines above an inline screen", arguments: Kind.allCases)
    func linesAbove(kind: Kind) async {
        let console = bench(kind, isTerminal: true)
        _ = await console.run(upTo: 3, [0: { $0.type("abc") }]) { observed in
            var model = Model.screen("total \(observed.events.count)", input: .keys)
            model.lines = observed.events.map { "got \($0)" }
            return model
        }
        #expect(console.terminal.lines == ["got key(a)", "got key(b)", "got key(c)", "total 3"])
    }

    @Test("write no colour when NO_COLOR is set, and no escape code on a dumb terminal", arguments: Kind.allCases)
    func environment(kind: Kind) async {
        let colourless = bench(kind, isTerminal: true, ["TERM": "xterm", "NO_COLOR": "1"])
        _ = await colourless.run { _ in .screen(sequences: "\u{1b}[31mred\u{1b}[1mbold", input: .none) }
        #expect(colourless.output.contains("red\u{1b}[1mbold"))
        let dumb = bench(kind, isTerminal: true, ["TERM": "dumb"])
        _ = await dumb.run { _ in .screen(sequences: "\u{1b}[31mred", input: .none) }
        #expect(dumb.output.filter { $0 != "\r" && $0 != "\r\n" } == "red" || dumb.output == "red\n")
    }

    @Test("lend the terminal to a program and report its end", arguments: Kind.allCases)
    func programs(kind: Kind) async {
        let console = bench(kind, isTerminal: true)
        (console as? TwinBench)?.driver.programEnding = { _ in .exited(3) }
        let observed = await console.run(upTo: 2, [0: { $0.type("v") }, 2: { _ in }]) { observed in
            var model = Model.fullScreen("screen", input: .keys)
            if observed.events == [.key("v")] { model.program = .init("sh", "-c", "exit 3") }
            return model
        }
        #expect(observed.events == [.key("v"), .programEnded(.exited(3))])
        #expect(console.terminal.isAsFound)
    }

    @Test("lend the terminal also when the input ends meanwhile", arguments: Kind.allCases)
    func programsAfterTheEnd(kind: Kind) async {
        let console = bench(kind, isTerminal: false)
        (console as? TwinBench)?.driver.programEnding = { _ in .exited(3) }
        console.type("v")
        console.end()
        let observed = await console.run { observed in
            var model = Model.lines(input: .keys)
            if !observed.events.isEmpty, !observed.events.contains(.programEnded(.exited(3))) {
                model.program = .init("sh", "-c", "exit 3")
            }
            return model
        }
        // Either of the two may be first.
        #expect(observed.events.first == .key("v"))
        #expect(observed.events.count == 3)
        #expect(Set(observed.events) == [.key("v"), .ended, .programEnded(.exited(3))])
    }

    @Test("hand all input over, also when it is not read for a while", arguments: Kind.allCases)
    func pausedInput(kind: Kind) async {
        let console = bench(kind, isTerminal: false)
        console.type("a\nb\n")
        let observed = await console.run(
            upTo: 4,
            [
                2: {
                    $0.type("c\n")
                    $0.end()
                }
            ]
        ) { observed in .lines(input: observed.events.count == 1 ? .none : .lines) }
        #expect(observed.events == [.line("a"), .line("b"), .line("c"), .ended])
    }
}

extension ConsoleBench {
    func keysThenEnd(_ text: String) async -> Observed {
        type(text)
        end()
        return await run { _ in .screen("screen", input: .keys) }
    }

    /// Looks at the terminal before each key.
    func looking(
        upTo count: Int, _ look: @escaping (any ConsoleBench) -> Void,
        model: @escaping (Observed) -> ConsoleDriver.Model
    ) async -> Observed {
        var steps: [Int: (Self) -> Void] = [:]
        for index in 0..<count {
            steps[index] = { console in
                look(console)
                console.type("x")
            }
        }
        return await run(upTo: count, steps, model: model)
    }
}
