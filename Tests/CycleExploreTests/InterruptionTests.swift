import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import Testing

/// Happenings that come while turns of an earlier one still wait.
@Suite("A happening between turns")
struct InterruptionTests {
    private struct Note: Hashable {
        var text = ""
        var count = 0
        var isSaved = false
    }

    @Test("a key that comes right after another one has its turn before the answer to that one")
    func beforeAnAnswer() throws {
        let seen = try explore(Law<Note>.sometimes("the key comes before the answer") { $0.text == "ab!" }) { world in
            world.console.keys("ab", atMost: 2)
            return CycledLens(startingWith: Note()) { frames in
                frames.keys { frame, key in
                    frame.text.append(key)
                    if key == "a" { frame.count += 1 }
                }
                frames.lens(
                    driver: Echo(), frameFilter: { $0.count }, eventFilter: { frame, _ in frame.text.append("!") })
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("a law of the world sees a file before the event of its writing has a turn")
    func world() {
        let scenario = Scenario(
            Law<Note>.inWorld(.always, "the frame knows of the file") { $0.isSaved || $1.files["f"] == nil }
        ) { world in
            world.console.keys("ab", atMost: 2)
            world.files.mayFail = false
            world.files.mayBeFull = false
            return CycledLens(startingWith: Note()) { frames in
                frames.keys { $0.text.append($1) }
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { $0.text.hasPrefix("a") ? .files(.write("f", "1")) : .files() },
                    eventFilter: { frame, event in
                        if case .saved = event { frame.isSaved = true }
                    })
            }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.law == "the frame knows of the file" && failure.happenings.count == 3)
    }
}
