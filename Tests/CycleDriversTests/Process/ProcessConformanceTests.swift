import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import TestSupport
import Testing

/// One world in which programs run.
private enum World: CaseIterable {
    case system, simulated

    /// A program in both worlds: for the system a script of a shell.
    enum Behaviour: String, CaseIterable {
        case speaks = "echo one; echo two >&2; printf three; exit 3"
        case repeatsInput = "cat"
        case waits = "echo ready; exec sleep 1000"
        case refusesToEnd = "trap '' TERM; echo ready; while :; do sleep 0.05; done"
        case leavesWork = """
            sh -c 'trap "echo cleaning; sleep 0.1; echo cleaned; exit" TERM; echo ready; while :; do sleep 0.05; done'; :
            """
        case leavesRefusal = "sh -c 'trap \"\" TERM; echo ready; while :; do sleep 0.05; done'; :"
        case killsItself = "kill -9 $$"
        case repeatsLines = "exec cat"
        case readsNothing = "exec sleep 1000"
        case closesInput = "exec <&-; echo closed; exec sleep 1000"
        case isUnknown = "no-such-program-here"
        case printsALongLine = "head -c 65535 /dev/zero | tr '\\0' x; printf 'é\\r\\n'; echo next"
        case hasAVariable = "echo $COLOR $(pwd)"

        var command: ProcessCommand {
            switch self {
            case .isUnknown: ProcessCommand(rawValue)
            case .repeatsInput:
                ProcessCommand("sh", arguments: ["-c", rawValue], input: Array("a\nb".utf8))
            case .hasAVariable:
                ProcessCommand("sh", arguments: ["-c", rawValue], in: "/", environment: ["COLOR": "blue"])
            case .speaks, .waits, .refusesToEnd, .killsItself, .repeatsLines, .readsNothing, .closesInput,
                .printsALongLine, .leavesWork, .leavesRefusal:
                ProcessCommand("sh", "-c", rawValue)
            }
        }
    }

    /// - Parameter patience: How long a program has to end.
    func driver(patience: Duration) -> ProcessDriver<String> {
        guard self == .simulated else { return ProcessDriver(patience: patience) }
        let processes = SimulatedProcesses { command in
            switch Behaviour(rawValue: command.arguments.last ?? command.name) {
            case .speaks: [.output("one\n"), .errors("two\n"), .output("three"), .ends(.exited(3))]
            case .repeatsInput: [.output(command.input), .ends(.exited(0))]
            case .waits, .refusesToEnd, .leavesWork, .leavesRefusal: [.output("ready\n")]
            case .repeatsLines, .readsNothing: []
            case .closesInput: [.closesInput, .output("closed\n")]
            case .killsItself: [.ends(.killed(signal: 9))]
            case .printsALongLine:
                [.output(String(repeating: "x", count: 65_535) + "é\r\nnext\n"), .ends(.exited(0))]
            case .isUnknown, nil: [.cannotStart(code: ENOENT)]
            case .hasAVariable:
                [.output("\(command.environment["COLOR"] ?? "") \(command.folder ?? "")\n"), .ends(.exited(0))]
            }
        }
        processes.readsInput = { $0.arguments.last == Behaviour.repeatsLines.rawValue }
        processes.answer = { $1.isEmpty ? [.ends(.exited(0))] : [.output($1)] }
        let refusing = [Behaviour.refusesToEnd.rawValue, Behaviour.leavesRefusal.rawValue]
        processes.ignoresTermination = { refusing.contains($0.arguments.last ?? "") }
        processes.answerToTermination = {
            $0.arguments.last == Behaviour.leavesWork.rawValue ? [.output("cleaning\ncleaned\n")] : []
        }
        return processes.driver(patience: patience)
    }
}

@Suite("Every world of programs", .waiting, .timeLimit(.minutes(60)))
struct ProcessConformanceTests {
    private struct Frame: Equatable {
        var programs: [ProcessDriver<String>.Program] = []
        var startCount = 0
        /// Without the starts.
        var events: [ProcessDriver<String>.Event] = []
        var isDone = false

        /// By kind and text: what is printed on two pipes has no order between them.
        func texts(_ id: String) -> (output: [String], errors: [String], last: ProcessDriver<String>.Event?) {
            let own = events.filter { $0.id == id }
            return (
                own.compactMap { if case .output = $0 { $0.text } else { nil } },
                own.compactMap { if case .errors = $0 { $0.text } else { nil } }, own.last
            )
        }
    }

    /// Runs programs until `next`, which sees each event, says so.
    private func run(
        _ world: World, _ behaviours: [World.Behaviour], patience: Duration = .seconds(5), limit: Duration? = nil,
        input: ProcessInput? = nil,
        next: @escaping (inout Frame, ProcessDriver<String>.Event) -> Void
    ) async -> Frame {
        let first = Frame(
            programs: behaviours.map { ProcessDriver.Program("\($0)", $0.command, input: input, limit: limit) })
        let cycle = CycledLens(startingWith: first) { frames in
            frames.lens(
                driver: world.driver(patience: patience), frameFilter: { .running($0.programs) },
                eventFilter: { frame, event in
                    if case .started = event { return frame.startCount += 1 }
                    frame.events.append(event)
                    next(&frame, event)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    private func isLast(_ event: ProcessDriver<String>.Event) -> Bool {
        switch event {
        case .ended, .failed: true
        case .started, .output, .errors, .inputTaken, .inputClosed, .signalled: false
        }
    }

    @Test("reports lines of both outputs, the last without an end, and then how it ended", arguments: World.allCases)
    private func speaks(_ world: World) async {
        let frame = await run(world, [.speaks]) { $0.isDone = self.isLast($1) }
        let texts = frame.texts("speaks")
        #expect(texts.output == ["one", "three"] && texts.errors == ["two"])
        #expect(texts.last == .ended("speaks", .exited(3)))
    }

    @Test("a line as long as the limit is one line, with its last character whole", arguments: World.allCases)
    private func longLine(_ world: World) async {
        let frame = await run(world, [.printsALongLine]) { $0.isDone = self.isLast($1) }
        #expect(frame.texts("printsALongLine").output == [String(repeating: "x", count: 65_535) + "é", "next"])
    }

    @Test("gives it its input, which ends, a folder and variables", arguments: World.allCases)
    private func given(_ world: World) async {
        let frame = await run(world, [.repeatsInput, .hasAVariable]) { frame, event in
            frame.isDone = frame.events.filter(self.isLast).count == 2
        }
        #expect(frame.texts("repeatsInput").output == ["a", "b"])
        #expect(frame.texts("hasAVariable").output == ["blue /"])
    }

    @Test(
        "a program that does not exist is a failure, and one that a signal ends has no code", arguments: World.allCases)
    private func fails(_ world: World) async {
        let frame = await run(world, [.isUnknown, .killsItself]) { frame, event in
            frame.isDone = frame.events.filter(self.isLast).count == 2
        }
        #expect(frame.texts("isUnknown").last == .failed("isUnknown", .cannotStart(code: ENOENT)))
        #expect(frame.texts("killsItself").last == .ended("killsItself", .killed(signal: 9)))
    }

    @Test("a program that leaves the model is silent, and is gone when the run returns", arguments: World.allCases)
    private func leaves(_ world: World) async {
        let frame = await run(world, [.waits, .refusesToEnd], patience: .milliseconds(50)) { frame, event in
            if frame.events.count == 2 { frame.programs = [.init("speaks", World.Behaviour.speaks.command)] }
            frame.isDone = event.id == "speaks" && self.isLast(event)
        }
        #expect(frame.events.prefix(2).allSatisfy { $0.text == "ready" })
        // Where this machine lets the test wait for a second, the program that was killed is reported as running still.
        let rest = frame.events.dropFirst(2).filter { if case .failed(_, .stillRunning) = $0 { false } else { true } }
        #expect(rest.allSatisfy { $0.id == "speaks" }, "\(rest)")
    }

    @Test("the end of the loop ends all programs, also one that refuses", arguments: World.allCases)
    private func ends(_ world: World) async {
        let frame = await run(world, [.waits, .refusesToEnd], patience: .milliseconds(50)) { frame, _ in
            frame.isDone = frame.events.count == 2
        }
        #expect(frame.events.allSatisfy { $0.text == "ready" })
    }

    @Test("a running program gets lines as the frame has them, each once, and then the end", arguments: World.allCases)
    private func lines(_ world: World) async {
        let frame = await run(world, [.repeatsLines], input: .init(["a", "b"], from: 7)) { frame, event in
            if event == .inputTaken("repeatsLines", end: 9) { frame.programs[0].input = .init(["b", "c"], from: 8) }
            if event == .inputTaken("repeatsLines", end: 10) {
                frame.programs[0].input = .init(from: 10, isComplete: true)
            }
            frame.isDone = self.isLast(event)
        }
        let texts = frame.texts("repeatsLines")
        #expect(texts.output == ["a", "b", "c"] && texts.last == .ended("repeatsLines", .exited(0)))
        #expect(frame.events.filter { if case .inputTaken = $0 { true } else { false } }.count == 2)
    }

    @Test("a program that reads no line holds up its input, and nothing else", arguments: World.allCases)
    private func heldUp(_ world: World) async {
        let lines = [String](repeating: String(repeating: "x", count: 40_000), count: 20)
        let frame = await run(world, [.readsNothing], limit: .milliseconds(300), input: .init(lines)) {
            $0.isDone = self.isLast($1)
        }
        #expect(frame.texts("readsNothing").last == .failed("readsNothing", .timeLimit))
        for case .inputTaken(_, let end) in frame.events { #expect(end < 20) }
    }

    @Test("a program that closes its input is reported as that, once", arguments: World.allCases)
    private func closed(_ world: World) async {
        let frame = await run(world, [.closesInput], input: .init()) { frame, event in
            if event.text == "closed" { frame.programs[0].input = .init(["a"]) }
            frame.isDone = frame.events.count == 2
        }
        #expect(Set(frame.events) == [.inputClosed("closesInput"), .output("closesInput", Array("closed".utf8))])
    }

    @Test("children of a program that has ended before them have the rest of its patience", arguments: World.allCases)
    private func leavesWork(_ world: World) async {
        let frame = await run(world, [.leavesWork], patience: .seconds(600)) { frame, event in
            frame.programs[0].isEnding = true
            frame.isDone = self.isLast(event)
        }
        let texts = frame.texts("leavesWork")
        #expect(texts.output == ["ready", "cleaning", "cleaned"])
        #expect(texts.last == .ended("leavesWork", .killed(signal: 15)))
    }

    @Test("children that refuse to end after their program are killed", arguments: World.allCases)
    private func leavesRefusal(_ world: World) async {
        let frame = await run(world, [.leavesRefusal], patience: .seconds(3)) { frame, event in
            frame.programs[0].isEnding = true
            frame.isDone = self.isLast(event)
        }
        // On a busy machine the patience may be over before the program itself has ended.
        let ends: [ProgramStatus] = [.killed(signal: 15), .killed(signal: 9)]
        #expect(ends.map { .ended("leavesRefusal", $0) }.contains(frame.texts("leavesRefusal").last))
    }

    @Test(
        "a program that is killed by the model has no patience, nor has what it has started", arguments: World.allCases,
        [World.Behaviour.refusesToEnd, .leavesRefusal])
    private func kills(_ world: World, _ behaviour: World.Behaviour) async {
        let frame = await run(world, [behaviour], patience: .seconds(600)) { frame, event in
            frame.programs[0].isKilled = true
            frame.isDone = self.isLast(event)
        }
        #expect(frame.texts("\(behaviour)").last == .ended("\(behaviour)", .killed(signal: 9)))
    }

    @Test("a program that takes too long is ended, and reported as that", arguments: World.allCases)
    private func limits(_ world: World) async {
        let frame = await run(world, [.waits], limit: .milliseconds(300)) { $0.isDone = self.isLast($1) }
        #expect(frame.texts("waits").last == .failed("waits", .timeLimit))
    }
}

@Suite("Programs as processes", .waiting)
struct SystemProcessTests {
    @Test("a program that prints ten million bytes loses none")
    func much() async {
        var command = ProcessCommand("sh", "-c", "head -c 10000000 /dev/zero | tr '\\0' x")
        command.output = .pieces
        let seen = await outcome(of: command)
        #expect(seen.output.count == 10_000_000 && seen.errors == [] && seen.last == .ended(1, .exited(0)))
    }

    @Test("two million bytes of input arrive, and a program that reads none of them ends all the same")
    func input() async {
        let bytes = [UInt8](repeating: 120, count: 2_000_000)
        let counted = ProcessCommand("sh", arguments: ["-c", "wc -c | tr -d ' '"], input: bytes)
        #expect(
            await outcome(of: counted) == ProcessOutcome(output: Array("2000000".utf8), last: .ended(1, .exited(0))))
        #expect(await outcome(of: .init("true", arguments: [], input: bytes)).last == .ended(1, .exited(0)))
    }

    @Test("ten thousand lines arrive in order, while the program prints as many")
    func lines() async {
        struct Feeding: Equatable {
            var next = 0
            var received = 0
            var isInOrder = true
            var isOver = false
        }
        let total = 10_000
        let cycle = CycledLens(startingWith: Feeding()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(),
                frameFilter: { frame in
                    let end = min(frame.next + 50, total)
                    let lines = (frame.next..<end).map { "\($0)" }
                    return .running([
                        .init(1, .init("cat"), input: .init(lines, from: frame.next, isComplete: end == total))
                    ])
                },
                eventFilter: { frame, event in
                    switch event {
                    case .inputTaken(_, let end): frame.next = end
                    case .output:
                        frame.isInOrder = frame.isInOrder && event.text == "\(frame.received)"
                        frame.received += 1
                    case .started, .signalled: break
                    case .ended, .failed, .inputClosed, .errors: frame.isOver = true
                    }
                })
        }
        #expect(
            await cycle.run(until: \.isOver) == Feeding(next: total, received: total, isInOrder: true, isOver: true))
    }

    @Test("a process that outlives the program and holds its output keeps the end from no one")
    func outlives() async {
        let seen = await outcome(of: .init("sh", "-c", "sleep 5 & echo started"))
        #expect(seen == ProcessOutcome(output: Array("started".utf8), last: .ended(1, .exited(0))))
    }

    @Test("the children of a program end with it when it leaves the model")
    func group() async throws {
        let folder = TemporaryFolder()
        let path = folder.path(of: "pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(pipe) }
        let cycle = CycledLens(startingWith: false) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(),
                frameFilter: { _ in
                    .running([.init(1, .init("sh", "-c", "exec 3> '\(path)'; sleep 1000 & echo ready; wait"))])
                },
                eventFilter: { frame, event in if event.text != nil { frame = true } })
        }
        await cycle.run(until: { $0 })
        // The pipe ends when no process is left that could write to it.
        #expect(fcntl(pipe, F_SETFL, 0) == 0)
        var byte: UInt8 = 0
        #expect(read(pipe, &byte, 1) == 0)
    }

    /// All failures in a row. A `switch`, so that the compiler names this place when there is a new one.
    private func failure(after failure: ProcessFailure) -> ProcessFailure? {
        switch failure {
        case .timeLimit: .tooMuchOutput
        case .tooMuchOutput: .unknownEnd
        case .unknownEnd: .stillRunning(pid: 4_711)
        case .stillRunning: .cannotStart(code: 2)
        case .cannotStart: .exhausted(code: 24)
        case .exhausted: nil
        }
    }

    @Test("models and events are read as they were written")
    func coding() throws {
        let model = ProcessDriver<Int>.Model([
            .init(
                1, .init("a", arguments: ["b"], in: "/c", environment: ["d": "e"], input: [0xff], output: .none),
                input: .init(["a"], from: 3, isComplete: true), signals: .init([.hangUp, .user1], from: 2),
                terminal: .init(columns: 80, rows: 24), limit: .seconds(1), isEnding: true, isKilled: true),
            .init(2, .init("a", arguments: [], output: .whole(upTo: 9)), input: .init(typed: ["x"])),
            .init(3, .init("a", arguments: [], output: .pieces)), .init(4, .init("a")),
            .init(5, .init("a", arguments: [], output: .wholeLines)),
        ])
        #expect(try copy(model) == model)
        let failures = Array(sequence(first: .timeLimit, next: failure(after:)))
        var events: [ProcessDriver<Int>.Event] = [
            .output(1, [104, 105]), .errors(1, [0xff]), .ended(1, .exited(2)), .ended(1, .killed(signal: 9)),
            .started(1, pid: 4_711), .inputTaken(1, end: 2), .inputClosed(1), .signalled(1, end: 3),
        ]
        events += failures.map { .failed(1, $0) }
        for event in events {
            #expect(try copy(event) == event)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(events[0]), as: UTF8.self) == #"{"output":{"bytes":"hi","id":1}}"#)
    }
}
