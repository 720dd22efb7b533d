import Cycle
import CycleDrivers
import CycleTesting
import Glibc
import Testing

@testable import Peek

@Suite("Peek")
struct PeekTests {
    let sampler = ScriptedDriver<Duration?, Snapshot>()
    let kills = SimulatedProcesses { _ in [.ends(.exited(0))] }
    let console = SimulatedConsole(columns: 120, rows: 30)

    /// A program with three processes: 9 is in 7, and 8 stands alone.
    func run() -> TestRun<Peek> {
        let test = TestRun(peek(), exhaustive: false, standIns: console, sampler, kills)
        var snapshot = Snapshot()
        snapshot.cores = [40]
        snapshot.rows = [
            Row(id: 7, parent: 1, command: "outer", cpu: 10), Row(id: 8, parent: 1, command: "other", cpu: 40),
            Row(id: 9, parent: 7, command: "inner", cpu: 20),
        ]
        sampler.send(snapshot)
        test.settle()
        return test
    }

    @Test("sorts by the processor time, and sends a signal to what is selected")
    func kill() {
        let test = run()
        #expect(test.frame.shown.map(\.node.id) == [8, 9, 7])
        console.type("xy")
        test.settle()
        #expect(kills.started.map(\.arguments) == [["-TERM", "8"]])
        #expect(test.frame.kills.isEmpty)
    }

    @Test("shows processes, and no meters, where there is room for little")
    func small() {
        let test = run()
        #expect(console.terminal.lines[0].contains("Now"))
        console.resize(columns: 20, rows: 6)
        test.settle()
        #expect(console.terminal.lines[0].hasPrefix("3 processes") && console.terminal.lines[2].contains("8"))
    }

    @Test("filters by the letters that are typed")
    func filters() {
        let test = run()
        console.type("/inn")
        console.press(.enter)
        test.settle()
        #expect(test.frame.shown.map(\.node.id) == [9])
    }

    @Test("filters a tree with the parents of what is found, and sends a signal to that")
    func filtersATree() {
        let test = run()
        console.type("t/inn")
        console.press(.enter)
        test.settle()
        #expect(test.frame.shown.map(\.node.id) == [7, 9])
        console.type("xy")
        test.settle()
        #expect(kills.started.map(\.arguments) == [["-TERM", "9"]])
    }

    @Test("shows a tree, whose branches fold")
    func folds() {
        let test = run()
        console.type("t")
        test.settle()
        #expect(test.frame.shown.map(\.node.id) == [8, 7, 9])
        console.press(.down, .left)
        test.settle()
        #expect(test.frame.shown.map(\.node.id) == [8, 7])
    }
}

@Suite("ProcReader")
struct ProcReaderTests {
    @Test("finds this process, with its command and its memory")
    func readsProc() async {
        let reader = ProcReader()
        _ = await reader.snapshot()
        let snapshot = await reader.snapshot()
        let own = snapshot.rows.first { $0.id == Int(getpid()) }
        #expect(own?.command.contains("xctest") == true && own?.memory ?? 0 > 1 << 20)
        #expect(!snapshot.cores.isEmpty && snapshot.totalMemory > snapshot.usedMemory)
    }
}
