import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import Testing

/// Alarms that are far away: timers of each night.
@Suite("Far alarms")
struct NightlyTests {
    struct Backup: Hashable {
        var due = 0
        var done = 0
        var isRunning = false
    }

    private func nightly(_ isBroken: Bool) -> Scenario<Backup> {
        Scenario(Law<Backup>.atRest("each night has its backup") { $0.done == $0.due }) { world in
            world.network.answers { _ in [.status(200), .fails(.refused)] }
            return CycledLens(startingWith: Backup()) { frames in
                frames.lens(
                    driver: TimerDriver<String>(),
                    frameFilter: {
                        $0.due < 2 ? .timers(.daily("night", at: TimeOfDay(hour: 3, minute: 30), in: .utc)) : .none
                    },
                    eventFilter: { frame, _ in (frame.due, frame.isRunning) = (frame.due + 1, true) })
                frames.lens(
                    driver: NetworkDriver<Int>(),
                    frameFilter: { .init($0.isRunning ? [.init(id: $0.done, .put, "http://nas/backup")] : []) },
                    eventFilter: { frame, _ in
                        frame.done += 1
                        frame.isRunning = !isBroken && frame.done < frame.due
                    })
            }
        }
    }

    @Test("a timer of each night is one event a night: found at the shortest length, and the test for it fails")
    func daily() throws {
        guard case .failure(let failure) = nightly(true).result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "each night has its backup")
        #expect(failure.lines.count == 3, "\(failure)")
        withKnownIssue { try nightly(true).happens(failure.happenings) }
        #expect(try nightly(false).happens(failure.happenings).isEmpty)
        #expect(try nightly(false).explore().isComplete)
    }

    @Test("between one night and the next an application is at rest")
    func rests() throws {
        let asleep = Scenario(Law<Int>.atRest("it is even") { $0.isMultiple(of: 2) }) { _ in
            CycledLens(startingWith: 0) { frames in
                frames.lens(
                    driver: TimerDriver<String>(),
                    frameFilter: { _ in .timers(.daily("night", at: TimeOfDay(hour: 3), in: .utc)) },
                    eventFilter: { frame, _ in frame = (frame + 1) % 3 })
            }
        }
        guard case .failure(let failure) = asleep.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.lines.count == 1, "\(failure)")
    }
}
