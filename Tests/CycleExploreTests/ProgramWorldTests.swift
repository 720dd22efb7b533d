import Cycle
import CycleDrivers
import CycleExplore
import CycleFeedback
import TestSupport
import Testing

@Suite("The world of each program of a system")
struct ProgramWorldTests {
    // MARK: Disks

    /// Counts its starts in a file.
    private struct Starts: Hashable {
        var known: Int?
        var isSaved = false
    }

    /// - Parameter durability: How sure a write is when it is reported.
    private static func starting(_ durability: PersistenceDriver.Durability) -> CycledLens<some Any, Starts> {
        CycledLens(startingWith: Starts()) { frames in
            frames.lens(
                driver: PersistenceDriver(root: "data", durability: durability), label: "disk",
                frameFilter: { frame in
                    guard let known = frame.known else { return .files(.read("starts")) }
                    return frame.isSaved ? .none : .files(.write("starts", "\(known)"))
                },
                eventFilter: { frame, event in
                    switch event {
                    case .loaded(_, let bytes):
                        frame.known = (bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0) + 1
                    case .saved: frame.isSaved = true
                    default: break
                    }
                })
        }
    }

    private struct Machines: Hashable {
        let one: Starts
        let two: Starts
    }

    private func machines(
        _ laws: [Law<Machines>], durability: PersistenceDriver.Durability = .fileAndFolder,
        _ describe: @escaping @Sendable (ExploredProgram<Starts>) -> Void
    ) -> Scenario<Machines> {
        Scenario(laws: laws) { world in
            let programs = ["one", "two"].map { name in
                world.program(name) { world in
                    world.files.mayFail = false
                    world.files.mayBeFull = false
                    return Self.starting(durability)
                }
            }
            describe(programs[0])
            return Programs(in: world) { Machines(one: programs[0].frame, two: programs[1].frame) }
        }
    }

    @Test("each has a disk of its own, which outlives a crash")
    func disks() throws {
        let other = Law<Machines>.always("the other one starts once") { ($0.two.known ?? 1) == 1 }
        let again = Law<Machines>.sometimes("it knows its first start") { $0.one.known == 2 }
        let onDisk = Law<Machines>.inWorld(.atRest, "the count is on its disk") { frame, world in
            world["one"].files["starts"] == frame.one.known.map { "\($0)" } && world["two"].files["starts"] == "1"
        }
        let kept = Law<Machines>.everyTurn("a count that was saved is not lost") { before, after in
            !before.one.isSaved || after.one.isSaved
        }
        #expect(try machines([other, again, onDisk, kept]) { $0.mayCrash(atMost: 1) }.explore().isComplete)
    }

    @Test("a crash loses nothing that was written, and a power loss what was not forced")
    func power() throws {
        let lost = Law<Machines>.inWorld(.always, "what is saved is on the disk") { frame, world in
            !frame.one.isSaved || world["one"].files["starts"] == frame.one.known.map { "\($0)" }
        }
        for durability in [PersistenceDriver.Durability.fileAndFolder, .none] {
            let crashing = machines([lost], durability: durability) { $0.mayCrash(atMost: 1) }
            #expect(try crashing.explore().isComplete)
        }
        let twice = Law<Machines>.sometimes("it does not know that it has started") {
            $0.one == Starts(known: 1, isSaved: true)
        }
        #expect(try machines([twice]) { $0.mayLosePower(atMost: 1) }.explore().isComplete)
    }

    @Test("where the power of the whole fails, all start again, each with its disk")
    func wholePower() throws {
        var bounds = Bounds()
        bounds.powerCuts = 1
        let one = Law<Machines>.sometimes("one knows its first start") { $0.one.known == 2 && $0.two.isSaved }
        let two = Law<Machines>.sometimes("the other one knows its first start") { $0.two.known == 2 && $0.one.isSaved }
        #expect(try machines([one, two]) { _ in }.explore(bounds).isComplete)
    }

    // MARK: Consoles and clocks

    private struct Typing: Hashable {
        var text = ""
        var ticks = 0
    }

    private static func typing() -> CycledLens<some Any, Typing> {
        CycledLens(startingWith: Typing()) { frames in
            frames.lens(
                driver: ConsoleDriver(), label: "console", frameFilter: { .screen($0.text, input: .keys) },
                eventFilter: { frame, event in
                    if case .key(let key) = event { frame.text += "\(key)" }
                })
            frames.lens(
                driver: Ticker(every: .seconds(2)), label: "ticker",
                frameFilter: { $0.ticks < 2 && !$0.text.isEmpty },
                eventFilter: { frame, _ in frame.ticks += 1 })
        }
    }

    private struct Pair: Hashable {
        let ann: Typing
        let bob: Typing
    }

    private func pair(_ laws: [Law<Pair>], crashes: Int = 0) -> Scenario<Pair> {
        Scenario(laws: laws) { world in
            let ann = world.program("ann") { world in
                world.console.keys("a", atMost: 1)
                return Self.typing()
            }
            let bob = world.program("bob") { world in
                world.console.keys("b", atMost: 1)
                return Self.typing()
            }
            ann.mayCrash(atMost: crashes)
            return Programs(in: world) { Pair(ann: ann.frame, bob: bob.frame) }
        }
    }

    @Test("each has a console of its own, and the lanes of a report say whose key it is")
    func consoles() throws {
        let own = Law<Pair>.always("each gets its own keys") {
            ["", "a"].contains($0.ann.text) && ["", "b"].contains($0.bob.text)
        }
        let both = Law<Pair>.sometimes("both tick to the end") { $0.ann.ticks == 2 && $0.bob.ticks == 2 }
        #expect(try pair([own, both], crashes: 1).explore().isComplete)
        let never = Law<Pair>.always("not both type") { $0.ann.text.isEmpty || $0.bob.text.isEmpty }
        guard case .failure(let failure) = pair([never]).result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.happenings == [.init("ann keys", "a"), .init("bob keys", "b")])
    }

    // MARK: Effects

    private struct Asked: Hashable {
        var text = ""
        var shown = ""
    }

    @Test("async effects of each program are answered in its world, also where one of them is killed meanwhile")
    func calls() throws {
        let own = Law<[Asked]>.always("each is told the answer to its own question") { both in
            both.allSatisfy { $0.shown.isEmpty || $0.shown == $0.text + "!" }
        }
        let all = Law<[Asked]>.sometimes("both are answered") { both in both.allSatisfy { !$0.shown.isEmpty } }
        let scenario = Scenario(laws: [own, all]) { world in
            let programs = ["a", "b"].map { letter in
                world.program(letter) { world in
                    world.console.keys(letter, atMost: 1)
                    let calls = world.calls
                    return CycledLens(startingWith: Asked()) { frames in
                        frames.keys { $0.text = String($1) }
                        frames.lens(
                            driver: Planted.Asking(strategy: .latest) {
                                await calls.answer("service", $0, from: [$0 + "!"])
                            }, label: "service", frameFilter: \.text, eventFilter: { $0.shown = $1 })
                    }
                }
            }
            programs[0].mayCrash(atMost: 1)
            return Programs(in: world) { programs.map(\.frame) }
        }
        #expect(try scenario.explore().isComplete)
    }

    // MARK: Machines

    @Test("a machine is a program, with inputs of its own")
    func machines() throws {
        let own = Law<[Int]>.always("each counts its own") { $0[0] <= 1 && $0[1] <= 2 }
        let all = Law<[Int]>.sometimes("all come") { $0 == [1, 2] }
        let scenario = Scenario(laws: [own, all]) { world in
            let programs = ["one", "two"].enumerated().map { index, name in
                world.program(name) { world in
                    let store = Store(initial: 0, reduce: { (count: inout Int, step: Int) in count += step })
                    world.input("steps", [1], atMost: index + 1) { store.send($0) }
                    return store
                }
            }
            return Programs(in: world) { programs.map(\.frame) }
        }
        #expect(try scenario.explore().isComplete)
    }

    // MARK: Mistakes

    private func mistake(_ describe: @escaping @Sendable (World) -> Void) -> String? {
        let scenario = Scenario(laws: [Law<Int>.always("any") { _ in true }]) { world in
            describe(world)
            return Programs(in: world) { 0 }
        }
        guard case .failure(let failure) = scenario.result() else { return nil }
        return failure.law
    }

    @Test("a name that is taken or no word, a program within one, and a world that is not there are errors")
    func mistakes() {
        let add = { @Sendable (world: World, name: String) in
            _ = world.program(name) { _ in Self.starting(.fileAndFolder) }
        }
        #expect(
            mistake {
                add($0, "one")
                add($0, "one")
            } == #"world.program("one"): there is one of that name already"#)
        for name in ["", "two words", "a.b"] {
            #expect(
                mistake { add($0, name) }
                    == "world.program(\"\(name)\"): the name of a program is one word, without a dot")
        }
        #expect(
            mistake { world in
                _ = world.program("one") { inner in
                    add(inner, "two")
                    return Self.starting(.fileAndFolder)
                }
            } == #"world.program("two"): a program has no programs: add it to the world of the system"#)
        #expect(mistake { _ = $0["none"].files["x"] } == #"world["none"]: no program has that name"#)
        #expect(
            mistake { add($0, "localhost") }
                == #"world.program("localhost"): each program calls itself so: take another name"#)
        #expect(mistake { _ in } == "Programs(in: world): there is no program: add one, world.program(_:_:)")
        for share in [0, -0.5, 1, .nan] {
            #expect(
                mistake { $0.program("one") { _ in Self.starting(.none) }.clockMayDrift(by: share) }
                    == "clockMayDrift(by: \(share)): a clock is off by a share of each second, between 0.000001 and 0.999999"
            )
        }
    }

    @Test("a stream to a name that no program has is refused, and the report says why")
    func strangers() throws {
        func labels(_ host: String, _ describe: @escaping @Sendable (World) -> Void = { _ in }) -> [String] {
            let scenario = Scenario(laws: [Law<String>.always("it is not refused") { $0 != "refused" }]) { world in
                describe(world)
                let ann = world.program("ann") { _ in
                    CycledLens(startingWith: "") { frames in
                        frames.lens(
                            driver: SocketDriver<Int>(), label: "sockets",
                            frameFilter: { $0.isEmpty ? [.connect(0, to: .host(host, port: 80))] : [] },
                            eventFilter: { end, event in if case .failed(_, let why) = event { end = "\(why)" } })
                    }
                }
                return Programs(in: world) { ann.frame }
            }
            guard case .failure(let failure) = scenario.result() else { return [] }
            return failure.happenings.map(\.label)
        }
        #expect(labels("nowhere") == ["a stream to nowhere:80 is refused: no program has that name, or listens there"])
        #expect(labels("nowhere") { $0.sockets.peers { _ in [] } } == ["a stream to nowhere:80 is refused"])
        for known in ["ann", "localhost"] { #expect(labels(known) == ["a stream to \(known):80 is refused"]) }
    }

    @Test("a program that is added behind the system is an error, as it would never run")
    func late() {
        let scenario = Scenario(laws: [Law<Typing>.always("any") { _ in true }]) { world in
            let ann = world.program("ann") { _ in Self.typing() }
            let all = Programs(in: world) { ann.frame }
            _ = world.program("bob") { _ in Self.typing() }
            return all
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.law == #"world.program("bob"): it comes behind Programs(in: world): add all programs before"#)
        guard case .failure(let random) = scenario.simulationResult(seeds: 1) else { return }
        #expect(random.description.hasSuffix("  found with seed 0"), "\(random)")
    }
}
