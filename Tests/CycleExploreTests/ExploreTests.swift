import Cycle
import CycleDrivers
import CycleExplore
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

    @Test("gives each of thirty happenings a letter of its own")
    func manyLetters() throws {
        let numbers = Scenario(Law<Int>.always("never forty") { $0 < 40 }) { world in
            let script = ScriptedDriver<Int, Int>()
            world.events("numbers", of: script, from: Array(10..<40))
            return CycledLens(startingWith: 10) { frames in
                frames.lens(driver: script, frameFilter: { $0 }) { if $0 == $1 { $0 += 1 } }
            }
        }
        guard case .failure(let failure) = numbers.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.description.contains("numbers  ABCDEFGHIJKLMNOPQRSTUVWXYZabcd\n"), "\(failure)")
    }

    @Test("prints the shortest timeline that breaks a law")
    func shortest() throws {
        let scenario = Scenario(Law<String>.always("never aba") { !$0.hasSuffix("aba") }) { world in
            let script = ScriptedDriver<Int, Character>()
            world.events("keys", of: script, from: ["a", "b"], atMost: 5)
            return CycledLens(startingWith: "") { frames in
                frames.lens(driver: script, frameFilter: \.count) { $0.append($1) }
            }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.description.hasSuffix(
                """
                : ✗ never aba
                  shortest timeline: 3 events
                    keys  aba
                      start   -> 
                    1 keys: a -> "" -> "a"
                    2 keys: b -> "a" -> "ab"
                    3 keys: a -> "ab" -> "aba"   ✗

                    @Test("never aba") func neverAba() throws {
                        try scenario.happens([
                            .init("keys", "a"),
                            .init("keys", "b"),
                            .init("keys", "a"),
                        ])
                    }

                  explored 9 states, 9 events, depth 3: until then
                """), "\(failure)")
    }

    @Test("shows a row for each of many events")
    func many() {
        let scenario = Scenario(Law<Int>.always("less than twelve") { $0 < 12 }) { world in
            world.console.keys("+", atMost: 12)
            return CycledLens(startingWith: 0) { frames in frames.keys { frame, _ in frame += 1 } }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        let rows = (1...12).map { "\($0) keys: +" + ($0 < 10 ? " " : "") + " -> \($0 - 1) -> \($0)" }
        for row in rows { #expect(failure.description.contains("    \(row)"), "\(failure)") }
    }

    @Test("gives a blank, and what means something else in a lane, a letter of its own")
    func blanks() throws {
        let scenario = Scenario(Law<String>.always("never - and a blank") { !$0.hasSuffix("- ") }) { world in
            world.console.keys("a -", atMost: 3)
            return CycledLens(startingWith: "") { frames in
                frames.lens(driver: ConsoleDriver(), frameFilter: { .screen($0, input: .keys) }) { frame, event in
                    if case .key(let key) = event { frame += "\(key)" }
                }
            }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.description.contains("    keys  AB\n    A = keys: -\n    B = keys: \" \"\n"), "\(failure)")
        withKnownIssue { try scenario.replay("keys AB", ["A": "-", "B": " "]) }
    }

    private struct Typing: Hashable {
        var text = ""
        var isLoaded = false
    }

    /// Takes one key, and none once it is loaded: more come only at once.
    private func typing(isLoading: Bool) -> [String] {
        let scenario = Scenario(Law<Typing>.always("at most one key") { $0.text.count < 2 }) { world in
            world.console.keys("a", atMost: 2)
            return CycledLens(startingWith: Typing()) { frames in
                frames.lens(events: isLoading ? .just(()) : .empty, label: "load") { frame, _ in frame.isLoaded = true }
                frames.lens(
                    driver: ConsoleDriver(),
                    frameFilter: { .screen($0.text, input: $0.text.isEmpty && !$0.isLoaded ? .keys : .none) },
                    eventFilter: { frame, event in if case .key(let key) = event { frame.text += "\(key)" } })
            }
        }
        var bounds = Bounds()
        bounds.preemptions = 2
        guard case .failure(let failure) = scenario.result(bounds) else { return [] }
        #expect(failure.lines.map(\.turns.count) == [1, 1])
        return failure.description.split(separator: "\n").filter { $0.contains(" -> ") }.map { String($0) }
    }

    @Test("puts what a turn changed to what led to it, also where something else comes at once, before that turn")
    func atOnce() {
        #expect(
            typing(isLoading: false) == [
                #"      start             -> Typing(text: "", isLoaded: false)"#,
                #"    1 keys: a           -> text: "" -> "a""#,
                #"    2 keys: a (at once) -> text: "a" -> "aa"   ✗"#,
            ])
        #expect(
            typing(isLoading: true) == [
                #"      start             -> Typing(text: "", isLoaded: true)"#,
                #"    1 keys: a (at once) -> text: "" -> "a""#,
                #"    2 keys: a (at once) -> text: "a" -> "aa"   ✗"#,
            ])
    }

    private struct Large: Hashable {
        var title = String(repeating: "a title ", count: 20)
        var words = Array(repeating: "word", count: 30)
        var count = 0
    }

    @Test("shows of a large first frame what the timeline changes, and of what is large there both ends")
    func largeFrames() {
        func report(_ change: @escaping @Sendable (inout Large) -> Void) -> String {
            let scenario = Scenario(Law<Large>.always("nothing changes") { $0 == Large() }) { world in
                world.console.keys("a", atMost: 1)
                return CycledLens(startingWith: Large()) { frames in frames.keys { frame, _ in change(&frame) } }
            }
            guard case .failure(let failure) = scenario.result() else { return "not found" }
            return failure.description
        }
        #expect(report { $0.count = 1 }.contains("  start   -> Large(count: 0, …)\n"))
        let both = report { ($0.words[7], $0.title) = ("other", "") }
        #expect(
            both.contains(
                #"  start   -> Large(title: "a title a title a title a title a title…le a title a title ", "#
                    + #"words: ["word", "word", "word", "word", "word",…rd", "word", "word"], …)"# + "\n"), "\(both)")
    }

    @Test("a console tells its size with the first model, as the real one does, also where that has no screen yet")
    func sizeFirst() throws {
        let seen = try explore(Law<[String]>.always("the size comes first") { $0.first != "x" }) { world in
            world.console.size = .init(columns: 20, rows: 5)
            world.console.keys("x", atMost: 1)
            return CycledLens(startingWith: []) { frames in
                frames.lens(
                    driver: ConsoleDriver(),
                    frameFilter: { frame in
                        var model = ConsoleDriver.Model.screen("shown", input: .keys)
                        if frame.isEmpty { model.screen = nil }
                        return model
                    },
                    eventFilter: { frame, event in
                        if case .key = event { frame.append("x") }
                        if case .resized = event { frame.append("size") }
                    })
            }
        }
        #expect(seen.isComplete)
    }
}

@Suite("Exploring what knows the time")
struct TimedTests {
    private struct Stamped: Hashable {
        var isWaiting = false
        var stamp = Duration.zero
    }

    @Test("an application that keeps the times of its turns remembers nothing beside its frame")
    func stamped() throws {
        let seen = try explore(Law<Stamped>.atRest("stamped") { $0.stamp <= .seconds(3) }) { world in
            world.console.keys("st", atMost: 3)
            return CycledLens(startingWith: Stamped()) { frames in
                frames.lens(
                    driver: ConsoleDriver(), frameFilter: { _ in .screen("", input: .keys) }, keepingPrevious: 0,
                    eventFilter: { frame, event, turn in
                        if event == .key("s") { frame.stamp = turn.time } else { frame.isWaiting = true }
                    })
                frames.timers({ $0.isWaiting ? ["wait"] : [] }) { frame, _ in frame.isWaiting = false }
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }
}

@Suite("Exploring search as you type")
struct SearchTests {
    func scenario(_ bug: SearchBug, keys: Int = 3) -> Scenario<Search> {
        Scenario(
            Law<Search>.atRest("the shown result belongs to the typed text") {
                $0.problem || $0.results == ($0.text.isEmpty ? "" : "r\($0.text)")
            },
            .sometimes("an answer is shown") { !$0.results.isEmpty }
        ) { world in
            world.console.keys("ab<", atMost: keys)
            world.network.answers(faults: 1) { request in [.text("r\(request.query)"), .fails(.refused)] }
            return searchBox(bug)
        }
    }

    @Test("is complete")
    func correct() throws {
        let seen = try scenario(.none).explore()
        #expect(seen.isComplete)
        #expect(seen.neverTaken.isEmpty)
        #expect(seen.stateCount == 95)
    }

    @Test("a generated test fails as long as the bug is there, and passes over what a mend has made impossible")
    func generated() throws {
        guard case .failure(let failure) = scenario(.stale).result() else {
            Issue.record("not found")
            return
        }
        // As the report prints it.
        let happenings: [Happening] = [
            .init("keys", "a"),
            .init("keys", "<"),
            .init("network", "GET host/?q=a → 200 ra"),
        ]
        #expect(failure.happenings == happenings)
        for happening in ["\"keys\", \"<\"", "\"network\", \"GET host/?q=a → 200 ra\""] {
            #expect(failure.testSource.contains(happening))
        }
        withKnownIssue { try scenario(.stale).happens(happenings) }
        #expect(try scenario(.none).happens(happenings) == [.init("network", "GET host/?q=a → 200 ra")])
    }

    @Test("a timeline of lanes is replayed")
    func replayed() throws {
        let timeline: Timeline = """
            keys     a<-
            network  --A
            """
        withKnownIssue { try scenario(.stale).replay(timeline, ["A": "GET host/?q=a → 200 ra"]) }
        #expect(try scenario(.none).replay(timeline, ["A": "GET host/?q=a → 200 ra"]).count == 1)
    }

    @Test("a failure of hundreds of random events is shrunk to the shortest")
    func shrunk() throws {
        guard case .failure(let failure) = scenario(.stale).simulationResult(seeds: 20, steps: 300) else {
            Issue.record("not found")
            return
        }
        #expect(failure.lines.count <= 3, "\(failure)")
        #expect(failure.seed != nil)
        guard case .failure(let again) = scenario(.stale).simulationResult(seeds: 20, steps: 300) else { return }
        #expect(again.happenings == failure.happenings)
    }

    @Test("two steps that undo each other are left out together: a letter and its deletion")
    func pairs() throws {
        let typing = Scenario(
            Law<Search>.always("eight letters in turn are never typed") { !$0.text.hasSuffix("abababab") }
        ) { world in
            world.console.keys("ab<", atMost: 3)
            world.network.answers { [.text("r\($0.query)"), .fails(.refused)] }
            return searchBox()
        }
        guard case .failure(let failure) = typing.simulationResult(seeds: 100, steps: 400) else {
            Issue.record("not found")
            return
        }
        #expect(failure.lines.count == 8, "\(failure)")
    }

    @Test("at random nothing is wrong with the correct one")
    func simulated() throws {
        let seen = try scenario(.none).simulate(seeds: 10, steps: 100)
        #expect(seen.seedCount == 10)
        #expect(seen.eventCount > 500)
    }

    @Test("an exploration that was cut is not complete, and says by what")
    func cut() throws {
        var bounds = Bounds()
        bounds.steps = 2
        let seen = try scenario(.none).explore(bounds)
        #expect(!seen.isComplete)
        #expect(seen.cuts == ["the bound of 2 steps"])
        bounds.steps = nil
        bounds.states = 10
        #expect(try scenario(.none).explore(bounds).cuts == ["the bound of 10 states"])
    }

    @Test("a state beyond a bound is not said to be out of reach")
    func notReached() throws {
        var bounds = Bounds()
        bounds.steps = 2
        let typing = Scenario(Law<String>.sometimes("b") { $0 == "b" }) { world in
            world.console.keys("a", atMost: 3)
            return CycledLens(startingWith: "") { frames in frames.keys { $0.append($1) } }
        }
        guard case .failure(let all) = typing.result(), case .failure(let cut) = typing.result(bounds) else {
            Issue.record("found")
            return
        }
        #expect(all.reason == "no order of events leads there")
        #expect(cut.reason == "no order of events leads there, as far as was explored: cut by the bound of 2 steps")
    }

    @Test("to compare all that joins is no more than some hundred turns for each thing that happens")
    func allJoins() throws {
        var bounds = Bounds()
        bounds.comparedJoins = 1
        let seen = try scenario(.none).explore(bounds)
        #expect(seen.isComplete)
        #expect(seen.turnCount < 400 * seen.edgeCount, "\(seen.turnCount) turns, \(seen)")
    }

    @Test("an exploration whose task is cancelled says what it knows")
    func cancelled() async throws {
        let exploring = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try scenario(.none).explore()
        }
        let seen = try await exploring.value
        #expect(seen.cuts == ["cancelling"])
    }

    @Test("frames that differ in what does not matter are one")
    func canonical() throws {
        struct Clicks: Hashable {
            var count = 0
            var isOdd: Bool { count % 2 == 1 }
        }
        let clicking = Scenario(Law<Clicks>.sometimes("odd") { $0.isOdd }) { world in
            world.console.keys("+")
            return CycledLens(startingWith: Clicks()) { frames in frames.keys { frame, _ in frame.count += 1 } }
        }
        #expect(try clicking.canonical(\.isOdd).explore().stateCount == 2)
    }

    @Test("a memory beside the frame is named: the lens, the event, the part of the frame")
    func hiddenIsNamed() throws {
        let debounce = try #require(Planted.memories.first)
        do {
            _ = try debounce.explore(true)
            Issue.record("not found")
        } catch let failure as ExplorationFailure {
            #expect(failure.reason.contains("at keys: "), "\(failure)")
            #expect(failure.reason.contains("frame.text: "), "\(failure)")
        }
    }
}
