import Cycle
import CycleTesting
import Testing

@testable import CycleDrivers

@Suite("Wants that leave before anything of them arrives")
struct UnansweredWantsTests {
    /// So many wants, a step of time apart; each `answeredEvery`th is answered before it leaves.
    private func isNoted(_ count: Int, every step: Duration, answeredEvery: Int = .max) -> Bool {
        let name = "test \(count) \(step) \(answeredEvery)"
        var wants = UnansweredWants<Int>("wants")
        for number in 1...count {
            if number.isMultiple(of: answeredEvery) { _ = wants.arrived(for: number) }
            _ = wants.left(number, named: name, at: step * number)
        }
        return ExitReport.notes.contains { $0.contains(name) }
    }

    @Test("are noted where there are a hundred in a row, over ten seconds")
    func noted() {
        #expect(isNoted(150, every: .milliseconds(110)))
        #expect(isNoted(100, every: .seconds(1)))
        #expect(UnansweredWants<Int>.limit == 100 && UnansweredWants<Int>.leastTime == .seconds(10))
    }

    @Test("are not noted for a search that is typed, a key that is held down, or where some are answered")
    func legitimate() {
        #expect(!isNoted(60, every: .milliseconds(200)))
        #expect(!isNoted(200, every: .milliseconds(33)))
        #expect(!isNoted(10_000, every: .milliseconds(200), answeredEvery: 90))
    }

    @Test("are noted of a program that is started anew with each event")
    func programs() {
        let processes = SimulatedProcesses { _ in [] }
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: TimerDriver<Int>(), frameFilter: { _ in .timers(.every(1, .milliseconds(200))) },
                eventFilter: { frame, _ in frame += 1 })
            frames.lens(
                driver: ProcessDriver<String>(),
                frameFilter: { .running([.init("status \($0 % 2)", .init("git", "status", "\($0)"))]) },
                eventFilter: { _, _ in })
        }
        let test = TestRun(cycle, exhaustive: false, standIns: processes)
        test.advance(by: .seconds(60))
        #expect(test.frame > 200 && processes.started.count > 200)
        let found = ExitReport.notes.filter { $0.contains("programs in a row") && $0.contains("status") }
        #expect(found.count == 1, "\(ExitReport.notes)")
    }
}
