import Cycle
import CycleTesting
import Testing

@Suite("Exploring")
struct ExploreTests {
    @Test("visits every order of two letters")
    func everyOrder() throws {
        let seen = try explore(
            Law<String>.always("short") { $0.count <= 3 }, .sometimes("both") { $0 == "ab" }
        ) { world in
            let script = ScriptedDriver<Int, Character>()
            world.events("keys", of: script, from: ["a", "b"], atMost: 3)
            return CycledLens(startingWith: "") { frames in
                frames.lens(driver: script, frameFilter: \.count) { $0.append($1) }
            }
        }
        #expect(seen.stateCount == 15)
        #expect(seen.isComplete)
    }

    @Test("prints the shortest timeline that breaks a law")
    func shortest() throws {
        #expect(throws: ExplorationFailure.self) {
            do {
                try explore(Law<String>.always("never aba") { !$0.hasSuffix("aba") }) { world in
                    let script = ScriptedDriver<Int, Character>()
                    world.events("keys", of: script, from: ["a", "b"], atMost: 5)
                    return CycledLens(startingWith: "") { frames in
                        frames.lens(driver: script, frameFilter: \.count) { $0.append($1) }
                    }
                }
            } catch { print(error); throw error }
        }
    }
}

@Suite("Exploring search as you type")
struct SearchTests {
    func scenario(_ bug: SearchBug, keys: Int = 3) -> Scenario<Search> {
        Scenario(
            Law<Search>.atRest("what is shown belongs to what is typed") {
                $0.problem || $0.results == ($0.text.isEmpty ? "" : "r\($0.text)")
            },
            .sometimes("an answer is shown") { !$0.results.isEmpty }
        ) { world in
            world.console.keys("ab<", atMost: keys)
            world.network.answers(faults: 1) { request in [.text("r\(request.query)"), .fails(.refused)] }
            return searchBox(bug)
        }
    }

    @Test("the correct one is complete")
    func correct() throws {
        let seen = try scenario(.none).explore()
        print(seen)
        #expect(seen.isComplete)
    }

    @Test("stale answers are found")
    func stale() throws {
        #expect(throws: ExplorationFailure.self) {
            do { try scenario(.stale).explore() } catch { print(error); throw error }
        }
    }

    @Test("figures")
    func figures() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let seen = try scenario(.none, keys: 7).explore()
        let time = clock.now - start
        print(
            seen, seen.runCount, seen.turnCount, time,
            Double(seen.edgeCount) / (Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)),
            "edges/s")
    }
}
