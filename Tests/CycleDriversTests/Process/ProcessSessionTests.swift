import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("The session of programs")
struct ProcessSessionTests {
    typealias Session = ProcessSession<Int>
    typealias Program = ProcessDriver<Int>.Program

    private var session = Session(patience: .seconds(2))

    private mutating func actions(_ input: Session.Input, at seconds: Int = 0) -> [Session.Action] {
        var actions: [Session.Action] = []
        session.receive(input, at: .seconds(seconds), into: &actions)
        #expect(session.isWhole)
        return actions
    }

    private mutating func change(_ programs: Program..., at seconds: Int = 0) -> [Session.Action] {
        actions(.modelChanged(.running(programs)), at: seconds)
    }

    private let list = Program(1, .init("ls"))
    private let sleep = Program(2, .init("sleep", "9"), limit: .seconds(5))

    @Test("a program that enters the model is started once, and one that leaves it is asked to end")
    mutating func starts() {
        #expect(
            change(list, sleep) == [
                .start(list.command, number: 1, keepsInput: false), .start(sleep.command, number: 2, keepsInput: false),
            ])
        #expect(change(sleep, list) == [])
        #expect(change(sleep) == [.silence(number: 1), .terminate(number: 1)])
        #expect(actions(.device(.ended(1, .killed(signal: 15)))) == [])
        #expect(change(list, sleep) == [.start(list.command, number: 3, keepsInput: false)])
        #expect(change(list, Program(1, .init("other")), sleep) == [])
        #expect(
            change() == [
                .silence(number: 2), .terminate(number: 2), .silence(number: 3), .terminate(number: 3),
            ])
    }

    @Test("a changed command ends the program, and starts another when that has ended")
    mutating func changes() {
        _ = change(list)
        let other = Program(1, .init("ls", "-l"))
        #expect(change(other) == [.silence(number: 1), .terminate(number: 1)])
        #expect(actions(.device(.output(1, [97, 10]))) == [] && change(other) == [])
        #expect(
            actions(.device(.ended(1, .exited(0)))) == [.start(other.command, number: 2, keepsInput: false)])
        #expect(actions(.device(.ended(2, .exited(3)))) == [.report(.ended(1, .exited(3)), number: 2)])
    }

    @Test("a program that returns while the one before ends starts once that has ended, or was abandoned")
    mutating func returns() {
        _ = change(sleep)
        _ = change()
        #expect(change(sleep) == [] && change() == [] && change(sleep) == [])
        _ = actions(.timePassed, at: 2)
        #expect(actions(.timePassed, at: 4) == [.abandon(number: 1)])
        #expect(
            actions(.device(.runsStill(1)), at: 4) == [.start(sleep.command, number: 2, keepsInput: false)])
        #expect(session.deadline == .seconds(9))
    }

    @Test("a program that is ending before its start has its last event, also behind one that has not ended yet")
    mutating func endsBeforeItsStart() {
        let ending = Program(1, list.command, isEnding: true)
        let failed = ProcessDriver<Int>.Event.failed(1, .cannotStart(code: ECANCELED))
        #expect(change(ending) == [.report(failed, number: 1)])
        // The request cannot be taken back, and there is one last event.
        #expect(change(list) == [] && change(ending) == [] && change() == [.silence(number: 1)])
        #expect(change(list) == [.start(list.command, number: 2, keepsInput: false)])
        let other = Program(1, .init("ls", "-l"))
        #expect(change(other) == [.silence(number: 2), .terminate(number: 2)])
        #expect(change(Program(1, other.command, isEnding: true)) == [.report(failed, number: 3)])
        #expect(actions(.device(.ended(2, .exited(0)))) == [])
    }

    @Test("a program that is ending is asked once, killed after its patience, and heard up to its end")
    mutating func isEnding() {
        let ending = Program(1, list.command, isEnding: true)
        #expect(change(list) == [.start(list.command, number: 1, keepsInput: false)])
        #expect(change(ending, at: 1) == [.terminate(number: 1)] && change(list, at: 1) == [])
        #expect(change(ending, at: 1) == [])
        #expect(
            actions(.device(.output(1, Array("bye\n".utf8)))) == [.report(.output(1, Array("bye".utf8)), number: 1)])
        #expect(actions(.timePassed, at: 3) == [.kill(number: 1)])
        #expect(
            actions(.device(.ended(1, .killed(signal: 9)))) == [.report(.ended(1, .killed(signal: 9)), number: 1)])
        #expect(change(list, at: 4) == [] && change(at: 4) == [.silence(number: 1)])
    }

    @Test("a program that is killed by the model is killed once, whether it was asked before or not, and never started")
    mutating func isKilled() {
        let killed = Program(1, list.command, isKilled: true)
        #expect(change(killed) == [.report(.failed(1, .cannotStart(code: ECANCELED)), number: 1)])
        #expect(change() == [.silence(number: 1)] && change(list, sleep).count == 2)
        #expect(change(Program(1, list.command, isEnding: true), sleep) == [.terminate(number: 2)])
        #expect(change(killed, sleep) == [.kill(number: 2)])
        #expect(change(list, Program(2, sleep.command, limit: sleep.limit, isEnding: true, isKilled: true)).count == 1)
        #expect(session.deadline == .seconds(2))
        #expect(change(list, at: 1) == [.silence(number: 3)])
        #expect(actions(.device(.ended(2, .killed(signal: 9)))) == [.report(.ended(1, .killed(signal: 9)), number: 2)])
    }

    /// A program is to end, is killed, and has no time left.
    private mutating func abandon() {
        _ = change(list)
        _ = actions(.device(.started(1, pid: 7)))
        _ = change(Program(1, list.command, isEnding: true))
        _ = actions(.timePassed, at: 2)
        #expect(actions(.timePassed, at: 4) == [.abandon(number: 1)])
    }

    @Test("a program that is ending, and cannot be ended, says so under its own name, and leaves the model later")
    mutating func endsNever() {
        abandon()
        #expect(actions(.device(.runsStill(1))) == [.report(.failed(1, .stillRunning(pid: 7)), number: 1)])
        #expect(change() == [.silence(number: 1)])
    }

    @Test("signals wait for the start, and are sent once each")
    mutating func signals() {
        func program(_ signals: [ProcessSignal], from first: Int) -> Program {
            Program(1, .init("p"), signals: .init(signals, from: first))
        }
        #expect(change(program([.hangUp], from: 4)).count == 1)
        #expect(
            actions(.device(.started(1, pid: 9))) == [
                .report(.started(1, pid: 9), number: 1), .send(.hangUp, number: 1),
                .report(.signalled(1, end: 5), number: 1),
            ])
        #expect(change(program([.hangUp], from: 4)) == [])
        #expect(
            change(program([.hangUp, .user1, .user2], from: 4)) == [
                .send(.user1, number: 1), .send(.user2, number: 1), .report(.signalled(1, end: 7), number: 1),
            ])
        #expect(change(program([], from: 9)) == [] && change(program([.kill], from: 9)).count == 2)
        #expect(change(program([.stop], from: .max)) == [] && change(program([.stop], from: .min)) == [])
    }

    @Test("another size is a resize, and a terminal in the place of pipes another start")
    mutating func sizes() {
        let (small, large) = (ConsoleDriver.Size(columns: 10, rows: 2), ConsoleDriver.Size(columns: 80, rows: 24))
        #expect(
            change(Program(1, .init("p"), terminal: small)) == [
                .start(.init("p"), number: 1, keepsInput: false, terminal: small)
            ])
        #expect(change(Program(1, .init("p"), terminal: large)) == [.resize(large, number: 1)])
        #expect(change(Program(1, .init("p"))) == [.silence(number: 1), .terminate(number: 1)])
    }

    @Test("whole output comes at the end; more than its limit ends the program")
    mutating func whole() {
        let program = Program(1, .init("p", arguments: [], output: .whole(upTo: 3)))
        _ = change(program)
        #expect(actions(.device(.output(1, [1, 10]))) == [] && actions(.device(.errors(1, [2, 3, 4]))) == [])
        #expect(
            actions(.device(.ended(1, .exited(0)))) == [
                .report(.output(1, [1, 10]), number: 1), .report(.errors(1, [2, 3, 4]), number: 1),
                .report(.ended(1, .exited(0)), number: 1),
            ])
        _ = change()
        _ = change(program)
        _ = actions(.device(.output(2, [1, 2, 3])))
        #expect(
            actions(.device(.output(2, [4]))) == [
                .report(.output(1, [1, 2, 3]), number: 2), .report(.failed(1, .tooMuchOutput), number: 2),
                .terminate(number: 2),
            ])
        #expect(actions(.device(.output(2, [5]))) == [] && actions(.device(.ended(2, .exited(0)))) == [])
    }

    @Test("whole lines of a read come in one event, and the last without an end")
    mutating func wholeLines() {
        _ = change(Program(1, .init("p", arguments: [], output: .wholeLines)))
        func report(_ text: String) -> [Session.Action] { [.report(.output(1, Array(text.utf8)), number: 1)] }
        #expect(actions(.device(.output(1, Array("a\r\n\nb".utf8)))) == report("a\n\n"))
        #expect(actions(.device(.output(1, Array("c".utf8)))) == [])
        #expect(actions(.device(.output(1, Array("\nd".utf8)))) == report("bc\n"))
        #expect(
            actions(.device(.ended(1, .exited(0)))) == report("d") + [.report(.ended(1, .exited(0)), number: 1)])
        func lines(_ text: String) -> [String] { ProcessDriver.Event.output(1, Array(text.utf8)).lines }
        #expect(lines("a\n\n") == ["a", ""] && lines("d") == ["d"] && lines("\n") == [""])
        #expect(ProcessDriver.Event.started(1, pid: 1).lines == [])
    }

    @Test("a program that has ended is not started again while the model wants it")
    mutating func ended() {
        _ = change(list)
        #expect(actions(.device(.ended(1, .exited(0)))) == [.report(.ended(1, .exited(0)), number: 1)])
        #expect(change(list, sleep) == [.start(sleep.command, number: 2, keepsInput: false)])
        #expect(change(sleep) == [.silence(number: 1)])
        #expect(change(list, sleep) == [.start(list.command, number: 3, keepsInput: false)])
    }

    @Test("lines come without their ends, wherever the pieces are cut; the last needs no end")
    mutating func lines() {
        _ = change(list)
        #expect(actions(.device(.output(1, Array("on".utf8)))) == [])
        #expect(
            actions(.device(.output(1, Array("e\r\n\ntw".utf8)))) == [
                .report(.output(1, Array("one".utf8)), number: 1), .report(.output(1, []), number: 1),
            ])
        #expect(actions(.device(.errors(1, Array("no".utf8)))) == [])
        #expect(
            actions(.device(.ended(1, .exited(1)))) == [
                .report(.output(1, Array("tw".utf8)), number: 1), .report(.errors(1, Array("no".utf8)), number: 1),
                .report(.ended(1, .exited(1)), number: 1),
            ])
    }

    @Test("lines are written one piece at a time, each once, and other lines start no other program")
    mutating func input() {
        func program(_ lines: [String], from first: Int, isComplete: Bool = false) -> Program {
            Program(1, .init("cat"), input: .init(lines, from: first, isComplete: isComplete))
        }
        #expect(
            change(program(["a", "b"], from: 3)) == [
                .start(.init("cat"), number: 1, keepsInput: true), .write(Array("a\nb\n".utf8), number: 1),
            ])
        #expect(change(program(["a", "b", "c"], from: 3)) == [])
        #expect(
            actions(.device(.inputWritten(1))) == [
                .report(.inputTaken(1, end: 5), number: 1), .write(Array("c\n".utf8), number: 1),
            ])
        #expect(change(program([], from: 6, isComplete: true)) == [])
        #expect(
            actions(.device(.inputWritten(1))) == [.report(.inputTaken(1, end: 6), number: 1), .endInput(number: 1)])
        #expect(change(program(["x"], from: 6)) == [] && actions(.device(.inputClosed(1))) == [])
    }

    @Test("lines that the frame has dropped are passed over, and large ones go by themselves")
    mutating func batches() {
        let large = String(repeating: "x", count: 70_000)
        let bytes = Array(large.utf8) + [10]
        let program = { (first: Int) in Program(1, .init("cat"), input: .init([large, large], from: first)) }
        #expect(change(program(0)).last == .write(bytes, number: 1))
        #expect(change(program(5)) == [])
        #expect(actions(.device(.inputWritten(1))).last == .write(bytes, number: 1))
        #expect(actions(.device(.inputWritten(1))).first == .report(.inputTaken(1, end: 6), number: 1))
        #expect(change(program(.max)) == [] && change(program(.min)) == [])
        #expect(actions(.device(.inputClosed(1))) == [.report(.inputClosed(1), number: 1)])
        #expect(change(program(8)) == [])
    }

    @Test("a program beyond its limit is reported and ended, and killed when it does not end")
    mutating func limit() {
        _ = change(sleep, at: 1)
        #expect(session.deadline == .seconds(6) && actions(.timePassed, at: 5) == [])
        _ = actions(.device(.output(1, [97])), at: 5)
        #expect(
            actions(.timePassed, at: 6) == [
                .report(.output(2, [97]), number: 1), .report(.failed(2, .timeLimit), number: 1),
                .terminate(number: 1),
            ])
        #expect(session.deadline == .seconds(8) && actions(.timePassed, at: 8) == [.kill(number: 1)])
        #expect(session.deadline == .seconds(10) && actions(.device(.ended(1, .killed(signal: 9)))) == [])
        #expect(session.deadline == nil)
    }

    @Test("a program that does not end when it is killed is reported by its number, and waited for no more")
    mutating func abandons() {
        _ = change(sleep)
        #expect(actions(.device(.started(1, pid: 4_711))) == [.report(.started(2, pid: 4_711), number: 1)])
        #expect(change() == [.silence(number: 1), .terminate(number: 1)])
        #expect(actions(.timePassed, at: 2) == [.kill(number: 1)])
        #expect(actions(.timePassed, at: 3) == [])
        #expect(actions(.timePassed, at: 4) == [.abandon(number: 1)])
        #expect(actions(.device(.runsStill(1))) == [.report(.failed(2, .stillRunning(pid: 4_711)), number: -1)])
        #expect(session.deadline == nil && actions(.modelsEnded, at: 5) == [.close, .end])
        #expect(actions(.device(.ended(1, .killed(signal: 9)))) == [])
    }

    @Test("a program whose end comes late is reported as ended, and not as one that runs still")
    mutating func late() {
        abandon()
        #expect(session.deadline == nil)
        #expect(
            actions(.device(.ended(1, .killed(signal: 9))), at: 9) == [
                .report(.ended(1, .killed(signal: 9)), number: 1)
            ])
        #expect(actions(.device(.runsStill(1)), at: 9) == [])
    }

    @Test("a program that is killed has a second to be gone, however short the patience")
    mutating func shortPatience() {
        session = Session(patience: .zero)
        _ = change(sleep)
        _ = change()
        #expect(actions(.timePassed, at: 0) == [.kill(number: 1)] && session.deadline == .seconds(1))
        session = Session(patience: Duration(attoseconds: .max))
        _ = change(sleep, at: .max)
        _ = change(at: .max)
        #expect(session.deadline == .longest)
    }

    @Test("after the last model the driver ends with its last program")
    mutating func ends() {
        _ = change(list)
        #expect(actions(.modelsEnded) == [] && change(sleep) == [])
        #expect(
            actions(.device(.ended(1, .exited(0)))) == [.report(.ended(1, .exited(0)), number: 1), .close, .end])
        #expect(session.phase == .over && actions(.stopped) == [])
    }

    @Test("a stop ends all, and nothing is reported afterwards")
    mutating func stops() {
        _ = change(list, sleep)
        #expect(actions(.stopped) == [.close] && actions(.device(.output(1, [97, 10]))) == [])
        #expect(change(list) == [] && session.deadline == nil)
    }

    @Test("random inputs keep its promises", arguments: 0..<200 as Range<UInt64>)
    func randomInputs(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var world = ProcessWorld()
        for _ in 0..<100 {
            let number = Int.random(in: 1...max(1, world.newest), using: &random)
            switch Int.random(in: 0..<11, using: &random) {
            case 0, 1, 2: world.happen(.model(programs(&random)))
            case 3: world.happen(.output(number))
            case 4: world.happen(.written(number))
            case 5: world.happen(.inputClosed(number))
            case 6: world.happen(.ended(number))
            case 7: world.happen(.started(number))
            case 8: world.happen(.runsStill(number))
            default: world.happen(.time(seconds: Int.random(in: 0...1, using: &random)))
            }
        }
        world.settle()
        #expect(world.broken == nil, "seed \(seed)")
    }

    private func programs(_ random: inout SplitMix64) -> [Program] {
        (0..<4).filter { _ in Bool.random(using: &random) }.map {
            let lines = ProcessInput(["a", "b"], from: Int.random(in: 0..<9, using: &random))
            return Program(
                $0, .init("p", "\(Int.random(in: 0..<2, using: &random))"),
                input: Bool.random(using: &random) ? lines : nil,
                signals: .init([.user1], from: Int.random(in: 0..<3, using: &random)),
                terminal: $0 == 2 ? .init(columns: Int.random(in: 1...2, using: &random), rows: 1) : nil,
                limit: $0 == 3 ? .seconds(2) : nil, isEnding: Int.random(in: 0..<5, using: &random) == 0,
                isKilled: Int.random(in: 0..<9, using: &random) == 0)
        }
    }

    @Test("all orders of five inputs do so, too")
    func allOrders() {
        let models: [[Program]] = [
            [], [Program(0, .init("p"))], [Program(0, .init("p"), signals: .init([.user1]), isEnding: true)],
            [Program(0, .init("p"), input: .init(["a"], from: 0))],
            [Program(0, .init("p"), input: .init(["b"], from: 1)), Program(1, .init("q"), limit: .seconds(1))],
        ]
        func inputs(_ world: ProcessWorld) -> [ProcessWorld.Input] {
            models.map { .model($0) } + world.running.sorted().flatMap { [.started($0), .output($0), .ended($0)] }
                + world.abandoned.sorted().map { .runsStill($0) } + world.writing.sorted().map { .written($0) }
                + world.open.sorted().map { .inputClosed($0) }
                + [.time(seconds: 1), .modelsEnded, .stopped]
        }
        let seen = TestSupport.allOrdersSettle(from: ProcessWorld(), depth: 5, of: inputs)
        #expect(seen.count > 1_000)
    }
}
