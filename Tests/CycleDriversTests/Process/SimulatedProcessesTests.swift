import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Simulated programs")
struct SimulatedProcessesTests {
    @Test("a program that no signal ends is reported by its number, once its patience is over")
    func survivors() {
        struct Frame: Equatable {
            var isWanted = true
            var events: [ProcessDriver<Int>.Event] = []
        }
        let processes = SimulatedProcesses { _ in [.output("ready\n")] }
        processes.survivesKill = { $0.name == "mount" }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(patience: .seconds(2)),
                frameFilter: { .running($0.isWanted ? [.init(1, .init("mount"))] : []) },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    if event.text != nil { frame.isWanted = false }
                })
        }
        let test = TestRun(cycle, exhaustive: false, standIns: processes)
        test.settle()
        let begun: [ProcessDriver<Int>.Event] = [.started(1, pid: 1_001), .output(1, Array("ready".utf8))]
        #expect(test.frame.events == begun)
        test.advance(by: .seconds(1))
        #expect(test.frame.events == begun)
        test.advance(by: .seconds(60))
        #expect(test.frame.events == begun + [.failed(1, .stillRunning(pid: 1_001))])
    }
}
