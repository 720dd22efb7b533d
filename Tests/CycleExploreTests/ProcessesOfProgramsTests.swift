import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

/// Processes that programs of a system start: the others see each of them run.
@Suite("Processes of several programs")
struct ProcessesOfProgramsTests {
    private struct Runner: Hashable {
        var isRunning = false
        var isOver = false
    }

    private static func runner() -> CycledLens<some Any, Runner> {
        CycledLens(startingWith: Runner()) { frames in
            frames.lens(
                driver: ProcessDriver<Int>(),
                frameFilter: { .running($0.isOver ? [] : [.init(0, .init("build"))]) },
                eventFilter: { runner, event in
                    switch event {
                    case .started: runner.isRunning = true
                    case .ended, .failed: (runner.isRunning, runner.isOver) = (false, true)
                    default: break
                    }
                })
        }
    }

    private func runners(
        _ law: Law<[Runner]>, _ courses: [ExploredProcesses.Course]
    ) -> Scenario<[Runner]> {
        Scenario(law) { world in
            let runners = ["ann", "bob"].map { name in
                world.program(name) { world in
                    world.processes.take { _ in courses }
                    return Self.runner()
                }
            }
            return Programs(in: world) { runners.map(\.frame) }
        }
    }

    @Test("two processes that only end run at once")
    func atOnce() {
        let law = Law<[Runner]>.always("one process runs") { $0.count(where: \.isRunning) <= 1 }
        guard case .failure(let failure) = runners(law, [[.ends(.exited(0))], [.ends(.exited(1))]]).result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.happenings.map(\.description) == [
                "ann processes: build → starts", "bob processes: build → starts",
            ])
    }

    @Test("a process that cannot start does not start, and one that started ends")
    func failingStart() throws {
        let law = Law<[Runner]>.atRest("all are over") { $0.allSatisfy(\.isOver) }
        let seen = try runners(law, [[.cannotStart(code: 2)], [.ends(.exited(0))]]).explore()
        #expect(seen.isComplete && seen.neverTaken.isEmpty, "\(seen)")
        let never = Law<[Runner]>.always("none runs") { !$0.contains(where: \.isRunning) }
        try runners(never, [[.cannotStart(code: 2)]]).explore()
    }
}
