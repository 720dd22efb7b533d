import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Simulated programs")
struct SimulatedProcessesTests {
    private struct Frame: Equatable {
        var events: [ProcessDriver<Int>.Event] = []
    }

    @Test("lines that a program has not read when it closes its input are not read later")
    func closedInput() throws {
        let processes = SimulatedProcesses { _ in [] }
        processes.readsInput = { _ in false }
        let program = ProcessDriver<Int>.Program(1, .init("cat"), input: .init(["a"]))
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(), frameFilter: { _ in .running([program]) },
                eventFilter: { frame, event in frame.events.append(event) })
        }
        let test = TestRun(cycle, exhaustive: false, standIns: processes)
        test.settle()
        for deed in [.closesInput, .reads] as [SimulatedProcesses.Deed] {
            processes.happen(deed, to: "cat")
            test.settle()
        }
        #expect(processes.input(of: "cat").isEmpty)
        #expect(test.frame.events.dropFirst() == [.inputClosed(1)])
    }
}
