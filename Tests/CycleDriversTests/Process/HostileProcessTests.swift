import Cycle
import CycleBase
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleDrivers

/// Words of a shell that wait until its limit of real time is set, which is just after its start.
private let isLimited = #"until grep -q '^Max realtime timeout *[1-9]' /proc/$$/limits; do :; done; "#

@Suite("Programs that do not cooperate", .waiting, .timeLimit(.minutes(60)))
struct HostileProcessTests {
    private struct Frame: Equatable {
        var isWanted = true
        var isDone = false
        var events: [ProcessDriver<Int>.Event] = []
    }

    /// Runs one program until an event says so.
    private func run(
        _ command: ProcessCommand, _ driver: ProcessDriver<Int>, limit: Duration? = nil,
        next: @escaping (inout Frame, ProcessDriver<Int>.Event) -> Void
    ) async -> Frame {
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: driver,
                frameFilter: { $0.isWanted ? .running([.init(1, command, limit: limit)]) : .none },
                eventFilter: { frame, event in
                    if case .started = event { return }
                    frame.events.append(event)
                    next(&frame, event)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    /// A pipe in the file system, which ends when no process is left that has it as its descriptor 3.
    private struct Held {
        let folder = TemporaryFolder()
        let descriptor: Int32

        init() {
            let path = folder.path(of: "pipe")
            precondition(mkfifo(path, 0o600) == 0)
            descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        }

        var script: String { "exec 3> '\(folder.path(of: "pipe"))'; " }

        /// All that was written to it, when all processes are gone that hold it.
        func text() -> String {
            _ = fcntl(descriptor, F_SETFL, 0)
            defer { close(descriptor) }
            var all: [UInt8] = []
            while case .bytes(let bytes) = Descriptors.read(descriptor, upTo: 1_000) { all += bytes }
            return String(decoding: all, as: UTF8.self)
        }

        /// Waits until all processes are gone that hold it.
        func waitUntilGone() -> Bool {
            _ = fcntl(descriptor, F_SETFL, 0)
            var byte: UInt8 = 0
            defer { close(descriptor) }
            return read(descriptor, &byte, 1) == 0
        }
    }

    @Test(
        "a program that has ended has its last event, though a process that it has started prints without end",
        arguments: [ProcessCommand.Output.lines, .pieces])
    func endsBesideAFlood(form: ProcessCommand.Output) async {
        var command = ProcessCommand("sh", "-c", "echo last >&2; yes & sleep 0.2; exit 3")
        command.output = form
        let frame = await run(command, ProcessDriver(patience: .milliseconds(50))) { frame, event in
            if case .output = event { frame.events.removeLast() }
            if case .ended = event { frame.isDone = true }
        }
        #expect(frame.events.first?.text?.hasPrefix("last") == true && frame.events.last == .ended(1, .exited(3)))
    }

    private let triesToLeave = """
        import os, signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try: os.setpgid(0, os.getpgid(os.getppid()))
        except PermissionError: print("ready", flush=True)
        while True: signal.pause()
        """

    @Test("a program cannot leave its process group, and is ended with the run", arguments: [true, false])
    func leavesGroup(isWanted: Bool) async {
        let command = ProcessCommand("python3", "-c", triesToLeave)
        let frame = await run(command, ProcessDriver(patience: .milliseconds(50)), limit: isWanted ? nil : .seconds(1))
        {
            frame, event in
            frame.isDone = isWanted || event == .failed(1, .timeLimit)
        }
        // A limit may be over before the program has begun to print.
        #expect(frame.events.first == .output(1, Array("ready".utf8)) || !isWanted)
    }

    @Test("a program that is stopped goes on to handle the request to end, instead of being killed after all patience")
    func stopped() async {
        let held = Held()
        // It is stopped by a process of its own group, before that says so.
        let script = """
            trap 'echo handled >&3; exit' TERM
            (kill -STOP $$; echo ready) &
            while :; do sleep 0.05; done
            """
        let command = ProcessCommand("sh", "-c", held.script + script)
        _ = await run(command, ProcessDriver(patience: .seconds(60))) { frame, _ in frame.isDone = true }
        #expect(held.text() == "handled\n")
    }

    /// Its leader ends at once by the request to end, and the script that it has started then says that it has cleaned up.
    private func cleaning(_ held: Held) -> ProcessCommand {
        let script = "trap \"echo handled >&3; exit\" TERM; echo ready; exec > /dev/null; while :; do sleep 0.05; done"
        return ProcessCommand("sh", "-c", held.script + "sh -c '\(script)'; :")
    }

    @Test("children of a program that has ended itself clean up at the end of the run")
    func restAtEnd() async {
        let held = Held()
        _ = await run(cleaning(held), ProcessDriver(patience: .seconds(600))) { frame, _ in frame.isDone = true }
        #expect(held.text() == "handled\n")
    }

    @Test("the next program of an identity waits for what the one before has started")
    func restBeforeNext() async {
        let held = Held()
        let (first, next) = (cleaning(held), ProcessCommand("sh", "-c", held.script + "echo next >&3"))
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .seconds(600)),
                frameFilter: { .running([.init(1, $0.isWanted ? first : next)]) },
                eventFilter: { frame, event in
                    if event.text != nil { frame.isWanted = false }
                    if case .ended = event { frame.isDone = true }
                })
        }
        _ = await cycle.run(until: \.isDone)
        #expect(held.text() == "handled\nnext\n")
    }

    @Test("a process that has left the group keeps the end from no program, though it holds the output")
    func elsewhere() async throws {
        let command = ProcessCommand("sh", "-c", "trap 'exit 3' TERM; setsid sleep 1000 & echo $!; wait")
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .seconds(600)),
                frameFilter: { .running([.init(1, command, isEnding: !$0.isWanted)]) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    if event.text != nil { frame.isWanted = false }
                    if case .ended = event { frame.isDone = true }
                })
        }
        let frame = await cycle.run(until: \.isDone)
        #expect(frame.events.last == .ended(1, .exited(3)))
        let pid = try #require(frame.events.compactMap(\.text).first.flatMap { Int32($0) })
        // On Linux it was killed with the program.
        _ = kill(pid, SIGKILL)
    }

    @Test("a program that is asked, and then killed by the frame that is done, was asked once and holds no run up")
    func doneWhileEnding() async {
        let held = Held()
        let script = held.script + "trap 'echo asked >&3; echo asked' TERM; echo ready; while :; do sleep 0.05; done"
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .seconds(600)),
                frameFilter: {
                    .running([.init(1, .init("sh", "-c", script), isEnding: !$0.isWanted, isKilled: $0.isDone)])
                },
                eventFilter: { frame, event in
                    if event.text != nil { (frame.isWanted, frame.isDone) = (false, !frame.isWanted) }
                })
        }
        _ = await cycle.run(until: \.isDone)
        #expect(held.text() == "asked\n")
    }

    @Test(
        "a program whose last words and end are seen at once has ended, whoever holds its output",
        arguments: [nil, ConsoleDriver.Size(columns: 33, rows: 7)])
    func seenAtOnce(terminal: ConsoleDriver.Size?) async throws {
        let poller = try SharedPoller.join().get()
        let command = ProcessCommand("sh", "-c", "(exec sleep 1000) & kill -STOP $$; echo last")
        let program = ProcessDriver<Int>.Program(1, command, terminal: terminal)
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(), frameFilter: { _ in .running([program]) },
                eventFilter: { frame, event in
                    if case .started(_, let pid) = event { poller.poller.order { Self.letEnd(pid) } }
                    frame.events.append(event)
                    if case .ended = event { frame.isDone = true }
                })
        }
        let frame = await cycle.run(until: \.isDone)
        poller.poller.order { poller.leave() }
        guard case .started(_, let pid) = frame.events.first else { return #expect(Bool(false), "\(frame.events)") }
        #expect(frame.events.dropFirst() == [.output(1, Array("last".utf8)), .ended(1, .exited(0))])
        kill(-pid, SIGKILL)
    }

    /// Returns when a process that stops itself has ended.
    private static func letEnd(_ pid: pid_t) {
        var news = siginfo_t()
        waitid(P_PID, id_t(pid), &news, WSTOPPED | WNOWAIT)
        kill(pid, SIGCONT)
        waitid(P_PID, id_t(pid), &news, WEXITED | WNOWAIT)
    }

    @Test("a process that ignores the request to end goes with the program that has started it")
    func outlives() async {
        let held = Held()
        // The program itself ends at once.
        let script = "(trap '' TERM; exec sleep 1000) & echo ready; wait"
        let command = ProcessCommand("sh", "-c", held.script + script)
        _ = await run(command, ProcessDriver(patience: .milliseconds(200))) { frame, _ in frame.isDone = true }
        #expect(held.waitUntilGone())
    }

    @Test("a program that cannot be started keeps no descriptor")
    func keepsNothing() async {
        await #expect(processExitsWith: .success) {
            func descriptorCount() -> Int { (0..<4_096).count { fcntl($0, F_GETFD) != -1 } }
            let count = 100
            var open: (before: Int, after: Int)?
            let cycle = CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: ProcessDriver<Int>(patience: .zero),
                    frameFilter: { _ in .running((0..<count).map { .init($0, .init("no-such-program-here")) }) },
                    eventFilter: { frame, _ in
                        frame += 1
                        if frame == 1 { open = (descriptorCount(), 0) }
                        if frame == count { open?.after = descriptorCount() }
                    })
            }
            _ = await cycle.run(until: { $0 == count })
            // The first ones may have been started, or not, when the first event comes.
            #expect(open.map { abs($0.after - $0.before) < 20 } == true, "\(String(describing: open))")
        }
    }

    @Test("an output that is never empty leaves the other one its turns")
    func turns() throws {
        let (output, errors) = (try Descriptors.makePipe(), try Descriptors.makePipe())
        let pipes = ChildPipes(input: -1, output: output.reading, errors: errors.reading, terminalEnd: -1)
        var serving = ChildPipes.Serving(pipes, input: [], keepsInput: false)
        var areErrors: [Bool?] = []
        _ = write(errors.writing, "e", 1)
        for _ in 0..<3 {
            _ = write(output.writing, "o", 1)
            let answers = [output, errors].map { pollfd(fd: $0.reading, events: 0, revents: Int16(POLLIN)) }
            areErrors.append(serving.read(answers[...])?.isErrors)
        }
        #expect(areErrors == [false, true, false])
        serving.close()
        for descriptor in [output.writing, errors.writing] { Descriptors.close(descriptor) }
    }

    /// A driver whose signals arrive nowhere, as those to a process of another user.
    private func refusing() -> ProcessDriver<Int> {
        ProcessDriver(patience: .zero) { SystemProcesses(signalling: .refused) }
    }

    @Test("a program that takes no signal is reported by its number when it has left the model, and the run returns")
    func anotherUser() async throws {
        let frame = await run(ProcessCommand("sh", "-c", "echo $$; exec sleep 1000"), refusing()) { frame, event in
            if event.text != nil { frame.isWanted = false } else { frame.isDone = true }
        }
        let pid = try #require(frame.events.first?.text.flatMap { Int32($0) })
        #expect(frame.events.last == .failed(1, .stillRunning(pid: pid)))
        #expect(kill(pid, SIGKILL) == 0 && waitpid(pid, nil, 0) == pid)
    }

    @Test("a program that takes no signal holds up no run that ends; it is named when the process exits")
    func endOfRun() async throws {
        let result = try await #require(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            let tests = HostileProcessTests()
            let command = ProcessCommand("sh", "-c", "echo $$; exec sleep 1000")
            let frame = await tests.run(command, tests.refusing()) { frame, _ in frame.isDone = true }
            if let pid = frame.events.first?.text.flatMap({ Int32($0) }) { kill(pid, SIGKILL) }
            // At the end of this closure Swift Testing writes a mark, and drops what is written behind it.
            exit(EXIT_SUCCESS)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("was sent SIGTERM and SIGKILL, and still runs"))
    }

    @Test("a program that prints without end leaves another source its turns", arguments: [true, false])
    func flood(isInLines: Bool) async {
        struct Flood: Equatable {
            var output = 0
            var outputAtBeat = 0
            var beats = 0
            /// The most events of the programs between two beats.
            var longestWait = 0
        }
        let (ticks, beat) = Signal<Void>.pipe()
        var command = ProcessCommand("yes")
        command.output = isInLines ? .lines : .pieces
        let cycle = CycledLens(startingWith: Flood()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .milliseconds(50)),
                frameFilter: { _ in .running([.init(1, command), .init(2, command)]) },
                eventFilter: { frame, event in
                    guard case .output = event else { return }
                    if frame.output == 0 { beat.send(()) }
                    frame.output += 1
                })
            frames.lens(events: ticks, label: "beat") { frame, _ in
                frame.longestWait = max(frame.longestWait, frame.output - frame.outputAtBeat)
                frame.outputAtBeat = frame.output
                frame.beats += 1
                beat.send(())
            }
        }
        let total = isInLines ? 20_000 : 200
        let frame = await cycle.run(until: { $0.output >= total })
        // Two programs, 64 events each.
        #expect(frame.longestWait <= 128 && frame.beats >= total / 128)
    }

    /// A device that answers a start by much output, and notes when it is to wait.
    private final class Flooding: ProcessDevice {
        var holds: [Bool] = []
        private var inlet: Inlet<ProcessDeviceEvent>?

        func start(
            _ command: ProcessCommand, _ number: Int, keepsInput: Bool, terminal: ConsoleDriver.Size?,
            _ open: (_ onRoom: @escaping @Sendable () -> Void) -> Inlet<ProcessDeviceEvent>
        ) {
            inlet = open {}
            for _ in 0..<2 {
                inlet?.send(.output(number, [UInt8](repeating: UInt8(ascii: "\n"), count: 1_000)))
            }
            inlet?.send(.ended(number, .exited(0)))
            inlet?.end()
        }

        func hold(_ isHeld: Bool) { holds.append(isHeld) }
        func write(_ bytes: [UInt8], _ number: Int) {}
        func endInput(_ number: Int) {}
        func resize(to size: ConsoleDriver.Size, _ number: Int) {}
        func send(_ signal: ProcessSignal, _ number: Int) {}
        func terminate(_ number: Int) {}
        func kill(_ number: Int) {}
        func abandon(_ number: Int) {}
        func close(within patience: Duration) {}
        var finished: @Sendable () async -> Void { {} }
    }

    @Test("a device reads nothing more until all lines are passed on that it has read")
    func hold() {
        let device = Guarded<Flooding?>(nil)
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .zero) {
                    let made = Flooding()
                    device.withLock { $0 = made }
                    return made
                },
                frameFilter: { _ in .running([.init(1, .init("p"))]) }, eventFilter: { frame, _ in frame += 1 })
        }
        cycle.start(on: VirtualTime())
        cycle.drain()
        let holds = device.withLock { $0?.holds } ?? []
        #expect(cycle.frame == 2_001 && holds.first == true && holds.last == false, "\(holds)")
        cycle.stop()
    }

    @Test("no program is read while the events of one fill their inlet, or wait for their portion")
    func share() throws {
        let thread = try ChildThread.join().get()
        let share = ChildShare(thread, .bySystem)
        #expect(share.mayRead)
        share.noteBusy(1)
        share.noteBusy(2)
        share.noticeRoom(1)
        #expect(!share.mayRead)
        share.noticeRoom(2)
        #expect(share.mayRead)
        share.isHeld = true
        #expect(!share.mayRead)
        thread.leave()
    }

    @Test("a program whose end the system does not tell, because SIGCHLD is ignored, has no invented status")
    func ignoredEnds() async {
        let fixture = Fixture("childless", "/")
        fixture.endInput()
        #expect(fixture.line() == "ready")
        #expect(fixture.line() == "failed(1, CycleDrivers.ProcessFailure.unknownEnd)")
        #expect(fixture.wait() == 0)
    }

    @Test(
        "programs are ended, with what they have started, when this process has vanished",
        arguments: [SIGKILL, SIGQUIT, SIGABRT, SIGSEGV])
    func vanished(signal: Int32) {
        let held = Held()
        // Swift's own handlers of faults would take the signal, and time.
        let fixture = Fixture(script: #"SWIFT_BACKTRACE=enable=no exec "$0" programs "$1""#, held.script)
        fixture.endInput()
        #expect(fixture.line() == "ready")
        _ = kill(fixture.process, signal)
        #expect(fixture.wait() == 128 + signal)
        #expect(held.waitUntilGone())
    }

    #if os(Linux)
        @Test(
            "processes that have left the group of their program are ended when this process has vanished",
            arguments: [
                // In a session of its own, below the program; so too with no variable left of its environment.
                "setsid sleep 1000 & ", "env -i setsid sleep 1000 & ",
                // Its parent has gone before.
                "(setsid sleep 1000 &); ",
                // And with no variable left of its environment, once its program has its limit.
                isLimited + "(env -i setsid sleep 1000 &); ",
                isLimited + "(env -i setsid sh -c 'sleep 1000 & exec sleep 1000' &); ",
                // It ignores the request to end, in a session of its own, with no parent.
                "(setsid sh -c 'trap \"\" TERM; while :; do sleep 1; done' &); ",
                // In another group of the same session.
                "sh -mc 'sleep 1000 & wait' 2> /dev/null & ",
            ])
        func vanishedElsewhere(start: String) {
            let held = Held()
            let fixture = Fixture("programs", held.script + start)
            fixture.endInput()
            #expect(fixture.line() == "ready")
            fixture.kill()
            #expect(fixture.wait() == 128 + SIGKILL)
            #expect(held.waitUntilGone())
        }
    #endif

    #if os(Linux)
        @Test(
            "processes that have left the group of their program end with it",
            arguments: [
                "setsid sleep 1000 & ", "(setsid sleep 1000 &); ", "sh -mc 'sleep 1000 & wait' 2> /dev/null & ",
                isLimited + "(env -i setsid sleep 1000 &); ",
                "(setsid sh -c 'trap \"\" TERM; while :; do sleep 1; done' &); ",
            ], [true, false])
        func leftElsewhere(start: String, isWanted: Bool) async {
            let held = Held()
            let command = ProcessCommand("sh", "-c", held.script + start + "echo ready; while :; do sleep 1; done")
            let again = ProcessCommand("echo", "again")
            let cycle = CycledLens(startingWith: Frame()) { frames in
                frames.lens(
                    driver: ProcessDriver<Int>(patience: .milliseconds(50)),
                    frameFilter: { .running([.init(1, $0.isWanted ? command : again)]) },
                    eventFilter: { frame, event in
                        if event.text == "ready" { (frame.isWanted, frame.isDone) = (isWanted, isWanted) }
                        // The next program of an identity starts when the one before has gone.
                        if event.text == "again" { frame.isDone = true }
                    })
            }
            await cycle.run(until: \.isDone)
            #expect(held.waitUntilGone())
        }

        @Test("a process that has left the session of a program in a terminal goes on, as when a window is closed")
        func staysBehindATerminal() async {
            let held = Held()
            let folder = TemporaryFolder()
            let stop = folder.path(of: "stop")
            #expect(mkfifo(stop, 0o600) == 0)
            // A line that waits for its reader.
            let writer = open(stop, O_RDWR | O_CLOEXEC)
            defer { close(writer) }
            let script =
                "(setsid sh -c 'echo ready; read line < \"\(stop)\"; echo stayed >&3' &); while :; do sleep 1; done"
            let command = ProcessCommand("sh", "-c", held.script + script)
            let program = ProcessDriver<Int>.Program(1, command, terminal: .init(columns: 9, rows: 9))
            let cycle = CycledLens(startingWith: Frame()) { frames in
                frames.lens(
                    driver: ProcessDriver<Int>(patience: .milliseconds(50)), frameFilter: { _ in .running([program]) },
                    eventFilter: { frame, event in frame.isDone = event.text?.contains("ready") == true })
            }
            await cycle.run(until: \.isDone)
            _ = write(writer, "\n", 1)
            #expect(held.text() == "stayed\n")
        }
    #endif

    @Test("programs are started while the loop goes on")
    func starts() async throws {
        // The thread of all programs is busy until the test has looked.
        let thread = try ChildThread.join().get()
        let (isBusy, isSeen) = (Latch(), DispatchSemaphore(value: 0))
        thread.poller.order {
            isBusy.open()
            isSeen.wait()
        }
        await isBusy.wait()
        let seen = Guarded<[String]?>(nil)
        let (ticks, beat) = Signal<Void>.pipe()
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .zero),
                frameFilter: { _ in
                    .running((0..<10).map { .init($0, .init("sh", "-c", "echo; exec sleep 98765.4321\($0)")) })
                },
                eventFilter: { frame, event in
                    if event.text != nil { frame.events.append(event) }
                    frame.isDone = frame.events.count == 10
                })
            frames.lens(events: ticks, label: "beat") { _, _ in
                seen.withLock { $0 = commandLines().filter { $0.contains("98765.4321") } }
                isSeen.signal()
            }
        }
        beat.send(())
        _ = await cycle.run(until: \.isDone)
        #expect(seen.withLock { $0 } == [])
        thread.leave()
    }

    @Test("the thread of all descriptors is gone when a run has returned whose programs had ended before")
    func threadGoes() async {
        await #expect(processExitsWith: .success) {
            for round in 0..<500 {
                let cycle = CycledLens(startingWith: false) { frames in
                    frames.lens(
                        driver: ProcessDriver<Int>(),
                        frameFilter: { _ in .running([.init(1, .init("no-such-program-here"))]) },
                        eventFilter: { frame, _ in frame = true })
                }
                _ = await cycle.run(until: { $0 })
                #expect(!threadNames().contains("Cycle poller"), "round \(round)")
            }
        }
    }

    @Test("fifty programs cost one thread")
    func threads() async {
        let names = Guarded<[String]>([])
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .milliseconds(50)),
                frameFilter: { _ in .running((0..<50).map { .init($0, .init("sh", "-c", "echo; exec sleep 1000")) }) },
                eventFilter: { frame, event in
                    if event.text != nil { frame.events.append(event) }
                    frame.isDone = frame.events.count == 50
                    if frame.isDone { names.withLock { $0 = threadNames().filter { $0 == "Cycle poller" } } }
                })
        }
        _ = await cycle.run(until: \.isDone)
        // The thread of a test beside this one may be ending.
        #expect((1...2).contains(names.withLock { $0.count }))
    }
}

/// Of all processes.
private func commandLines() -> [String] { texts(of: "cmdline", below: "/proc") }

private func texts(of file: String, below folder: String) -> [String] {
    var texts: [String] = []
    for name in namesInFolder(folder) {
        let descriptor = open("\(folder)/\(name)/\(file)", O_RDONLY)
        guard descriptor >= 0 else { continue }
        defer { close(descriptor) }
        if case .bytes(let bytes) = Descriptors.read(descriptor, upTo: 4_096) {
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
    }
    return texts
}
