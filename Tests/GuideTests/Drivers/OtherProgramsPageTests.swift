import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("The book's page of programs")
struct OtherProgramsPageTests {
    struct Build: Equatable {
        var isWanted = true
        var log: [String] = []
        var result: String?
    }

    func build() -> CycledLens<some Any, Build> {
        CycledLens(startingWith: Build()) { frames in
            frames.lens(
                driver: ProcessDriver<String>(),
                frameFilter: {
                    .running($0.isWanted ? [.init("build", .init("make", "all"), limit: .seconds(600))] : [])
                },
                eventFilter: { build, event in
                    switch event {
                    case .output, .errors: build.log.append(event.text ?? "")
                    case .started, .inputTaken, .inputClosed, .signalled: break
                    case .ended(_, .exited(0)): build.result = "built"
                    case .ended(_, let status): build.result = "\(status)"
                    case .failed(_, .timeLimit): build.result = "took too long"
                    case .failed(_, let failure): build.result = "\(failure)"
                    }
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let processes = SimulatedProcesses { _ in [.output("compiling\n")] }
        let test = TestRun(build(), exhaustive: false, standIns: processes)
        test.settle()
        #expect(test.frame.log == ["compiling"] && processes.running.count == 1)
        processes.happen(.ends(.exited(2)), to: "make")
        test.settle()
        #expect(test.frame.result == "\(ProgramStatus.exited(2))")

        processes.ignoresTermination = { _ in true }
        let slow = TestRun(build(), exhaustive: false, standIns: processes)
        slow.advance(by: .seconds(601))
        #expect(slow.frame.result == "took too long")
    }
}
