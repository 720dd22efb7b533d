import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@Suite("A world")
struct WorldTests {
    private struct Note: Hashable {
        var text = ""
        var isAsked = false
    }

    private func noting() -> CycledLens<some Any, Note> {
        CycledLens(startingWith: Note()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: "."), label: "files",
                frameFilter: { .files($0.isAsked ? .write("note", $0.text) : .read("note")) },
                eventFilter: { frame, event in
                    if case .loaded = event { (frame.text, frame.isAsked) = (event.text ?? "new", true) }
                })
        }
    }

    @Test("an effect that waits for what is not of the world is a mistake, unless the world says that it may")
    func waits() throws {
        func scenario(_ effectsMayWait: Bool) -> Scenario<Int> {
            Scenario(Law<Int>.always("nothing comes") { $0 < 3 }) { world in
                world.effectsMayWait = effectsMayWait
                world.console.keys("+", atMost: 2)
                let asking = Planted.Asking(strategy: .latest) { text in
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                    return text
                }
                return CycledLens(startingWith: 0) { frames in
                    frames.keys { frame, _ in frame += 1 }
                    frames.lens(driver: asking, label: "asking", frameFilter: { "\($0)" })
                }
            }
        }
        let mistake = try failureTold { try scenario(false).explore() }.text
        #expect(mistake.contains("or set world.effectsMayWait"))
        let seen = try scenario(true).explore()
        #expect(seen.isComplete && seen.stateCount >= 3, "\(seen)")
    }

    @Test("plays files of which nothing is said, and there are none yet")
    func files() throws {
        var bounds = Bounds()
        bounds.faults = 0
        let seen = try explore(
            Law<Note>.inWorld(.atRest, "a new note is on the disk") { _, world in world.files["note"] == "new" },
            .sometimes("the disk is read", \.isAsked), bounds: bounds
        ) { _ in noting() }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("knows what waits to be written until nothing follows it")
    func delayedWrites() throws {
        var bounds = Bounds()
        bounds.faults = 0
        let seen = try explore(
            Law<Int>.inWorld(.atRest, "the count is on the disk") { $1.files["count"] == "\($0)" },
            .sometimes("it is 2") { $0 == 2 }, bounds: bounds
        ) { world in
            world.console.keys("+-", atMost: 3)
            return CycledLens(startingWith: 0) { frames in
                frames.keys { $0 += $1 == "+" ? 1 : -1 }
                frames.lens(
                    driver: PersistenceDriver(root: ".", delayingWrites: .seconds(2), atMost: .seconds(3)),
                    frameFilter: { .files(.write("count", "\($0)")) })
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("has other programs, whose changes a watch tells")
    func otherPrograms() throws {
        var bounds = Bounds()
        bounds.faults = 0
        let seen = try explore(
            Law<String?>.inWorld(.atRest, "what is known is what is there") { $1.files["note"] == $0 },
            .sometimes("it is gone") { $0 == nil },
            .sometimes("it is honey") { $0 == "honey" }, bounds: bounds
        ) { world in
            world.files.begin(with: ["note": "milk"])
            world.files.change("note", to: ["milk", "honey", nil], atMost: 2)
            return CycledLens(startingWith: String?.some("")) { frames in
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { .init([.watch("note")] + ($0 == "" ? [.read("note")] : [])) },
                    eventFilter: { frame, event in
                        switch event {
                        case .loaded: frame = event.text
                        case .changed: frame = ""
                        case .deleted: frame = nil
                        default: break
                        }
                    })
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("has a terminal where its size is said")
    func terminal() throws {
        let size = ConsoleDriver.Size(columns: 20, rows: 5)
        try explore(
            Law<ConsoleDriver.Size?>.atRest("the size is known") { $0 == size }
        ) { world in
            world.console.size = size
            return CycledLens(startingWith: ConsoleDriver.Size?.none) { frames in
                frames.lens(
                    driver: ConsoleDriver(), frameFilter: { _ in .screen("", input: .keys) },
                    eventFilter: { frame, event in if case .resized(let size) = event { frame = size } })
            }
        }
    }

    @Test("may say that its limits hold in random runs, too", arguments: [true, false])
    func limits(_ limitsHold: Bool) throws {
        let scenario = Scenario(Law<String>.always("no person logs in twice") { $0.count < 2 }) { world in
            world.limitsHold = limitsHold
            world.console.keys("l", atMost: 1)
            return CycledLens(startingWith: "") { frames in frames.keys { $0.append($1) } }
        }
        #expect(try scenario.explore().isComplete)
        switch scenario.simulationResult(seeds: 4, steps: 20) {
        case .success(let simulation): #expect(limitsHold, "\(simulation)")
        case .failure(let failure): #expect(!limitsHold, "\(failure)")
        }
    }

    private struct Asking: Hashable {
        var asked = ["a"]
        var shown = ""
    }

    private func asking(_ urls: [String]) -> CycledLens<some Any, Asking> {
        CycledLens(startingWith: Asking()) { frames in
            frames.requests({ $0.asked.flatMap { id in urls.map { .init(id: id, get: $0) } } }) { frame, id, text in
                frame.asked.removeAll { $0 == id }
                frame.shown = text ?? "nothing"
            }
        }
    }

    @Test("ends where nothing is asked any more")
    func ends() throws {
        let seen = try explore(Law<Asking>.atEnd("something is shown") { !$0.shown.isEmpty }) { world in
            world.network.answers { _ in [.text("r"), .fails(.refused)] }
            return asking(["http://host/a"])
        }
        #expect(seen.isComplete, "\(seen)")
        #expect(seen.neverTaken.isEmpty, "\(seen)")
    }

    @Test("answers the first of two requests with one identity")
    func first() throws {
        let seen = try explore(
            Law<Asking>.inWorld(.always, "one is asked at a time") { _, world in world.network.flightCount <= 1 },
            .atRest("the first is answered") { $0.shown == "r/a" }
        ) { world in
            world.network.answers { [.text("r\($0.path)")] }
            return asking(["http://host/a", "http://host/b"])
        }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("is the same after a law has looked at a part that the application does not use")
    func lookedAt() throws {
        var bounds = Bounds()
        bounds.comparedJoins = 1
        let seen = try explore(
            Law<Note>.inWorld(.atRest, "nothing is written") { _, world in world.files["note"] == nil }, bounds: bounds
        ) { world in
            world.console.keys("ab", atMost: 3)
            return CycledLens(startingWith: Note()) { frames in frames.keys { $0.text = String($1) } }
        }
        #expect(seen.isComplete && seen.stateCount == 3, "\(seen)")
    }

    @Test("is the same after a power cut, in whichever order its parts are named")
    func sameAfterPowerCut() throws {
        var bounds = Bounds()
        bounds.powerCuts = 1
        let seen = try explore(
            Law<Note>.sometimes("a letter is on the disk") { $0.isAsked && !$0.text.isEmpty }, bounds: bounds
        ) { world in
            world.console.keys("a", atMost: 2)
            world.files.mayFail = false
            return CycledLens(startingWith: Note()) { frames in
                frames.keys { frame, key in if frame.isAsked { frame.text = String(key) } }
                frames.lens(
                    driver: PersistenceDriver(root: "."), label: "files",
                    frameFilter: { .files($0.isAsked ? .write("note", $0.text) : .read("note")) },
                    eventFilter: { frame, event in if case .loaded = event { frame.isAsked = true } })
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }
}
