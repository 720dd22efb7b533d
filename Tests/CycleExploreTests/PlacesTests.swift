import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import Testing

/// Two of one kind: two roots, two hosts, two lenses.
@Suite("A value in two places is two values")
struct PlacesTests {
    private struct Kept: Hashable {
        var text = ""
    }

    private func keeping(_ world: World, roots: [String]) -> CycledLens<some Any, Kept> {
        world.console.keys("a", atMost: 1)
        world.files.mayFail = false
        world.files.mayBeFull = false
        return CycledLens(startingWith: Kept()) { frames in
            frames.keys { $0.text.append($1) }
            frames.lens(
                driver: PersistenceDriver(root: roots[0]), label: "one",
                frameFilter: { .files(.write("text", $0.text)) },
                eventFilter: { _, _ in })
            frames.lens(
                driver: PersistenceDriver(root: roots[1]), label: "two",
                frameFilter: { _ in .files(.write("text", "2")) },
                eventFilter: { _, _ in })
        }
    }

    @Test("a path that begins with its root is a mistake where the file is below the root itself")
    func pathWithRoot() throws {
        let law = Law<Kept>.inWorld(.atRest, "the text is written") { _, world in world.files["one/old"] != nil }
        let scenario = Scenario(laws: [law]) { world in
            world.files.begin(with: ["old": "kept"])
            return keeping(world, roots: ["one", "one"])
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("nobody learns that no file has that path")
            return
        }
        #expect(failure.description.contains(#"ask for world.files["old"], not for "one/old""#), "\(failure)")
    }

    @Test("files of one name below two roots are two files")
    func roots() throws {
        let law = Law<Kept>.inWorld(.atRest, "each file is what its driver wrote") { frame, world in
            world.files["text", in: "one"] == frame.text && world.files["text", in: "two"] == "2"
        }
        let begun = Law<Kept>.inWorld(.always, "what was there is there until something else is written") { _, world in
            world.files["old", in: "two"] == "kept" && world.files["old", in: "one"] == nil
        }
        let seen = try explore(law, begun) { world in
            world.files.begin(with: ["old": "kept"], in: "two")
            return keeping(world, roots: ["one", "two"])
        }
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("reports name the root, and who does not is told to")
    func namedRoots() throws {
        let law = Law<Kept>.inWorld(.atRest, "nothing is written") { _, world in world.files["text", in: "two"] == nil }
        guard case .failure(let failure) = Scenario(laws: [law], { keeping($0, roots: ["one", "two"]) }).result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.happenings.map(\.label).sorted() == ["write one/text = ", "write two/text = 2"], "\(failure)")
        let careless = Law<Kept>.inWorld(.atRest, "whatever") { _, world in world.files["text"] == nil }
        guard case .failure(let told) = Scenario(laws: [careless], { keeping($0, roots: ["one", "two"]) }).result()
        else {
            Issue.record("not told")
            return
        }
        #expect(told.law.contains("drivers keep files below \"one\" and \"two\""), "\(told)")
    }

    private struct Asking: Hashable {
        var answers: [String] = []
    }

    /// The frame shows the first answer only; the world alone knows which request is left.
    private func asking(_ urls: [String], _ lenses: [String]) throws -> Exploration {
        try explore(Law<Asking>.atRest("both have answered") { $0.answers.count >= 1 }) { world in
            world.network.answers { _ in [.text("x")] }
            // Half of what is known: the first answers show alike.
            let answered = { (frame: inout Asking, lens: String) in
                frame.answers = frame.answers.isEmpty ? ["first"] : [lens]
            }
            return CycledLens(startingWith: Asking()) { frames in
                frames.lens(
                    driver: NetworkDriver<Int>(), label: lenses[0],
                    frameFilter: { _ in .init([.init(id: 1, get: urls[0])]) },
                    eventFilter: { frame, _ in answered(&frame, lenses[0]) })
                frames.lens(
                    driver: NetworkDriver<Int>(), label: lenses[1],
                    frameFilter: { _ in .init([.init(id: 1, get: urls[1])]) },
                    eventFilter: { frame, _ in answered(&frame, lenses[1]) })
            }
        }
    }

    @Test("requests to two hosts that have one path are two, in the state and in reports")
    func hosts() throws {
        let seen = try asking(["http://one/n", "http://two/n"], ["left", "right"])
        #expect(seen.isComplete && seen.stateCount == 3, "\(seen)")
        let wrong = Scenario(Law<Asking>.always("nothing answers") { $0.answers.isEmpty }) { world in
            world.network.answers { _ in [.text("x")] }
            return CycledLens(startingWith: Asking()) { frames in
                frames.lens(
                    driver: NetworkDriver<Int>(),
                    frameFilter: { _ in .init([.init(id: 1, get: "https://one:8080/n?x=1")]) },
                    eventFilter: { frame, _ in frame.answers = ["x"] })
            }
        }
        guard case .failure(let failure) = wrong.result() else {
            Issue.record("not found")
            return
        }
        #expect(failure.happenings == [.init("network", "GET one:8080/n?x=1 → 200 x")], "\(failure)")
    }

    @Test("equal requests of two lenses are two")
    func lenses() throws {
        let seen = try asking(["http://one/n", "http://one/n"], ["left", "right"])
        #expect(seen.isComplete && seen.stateCount == 3, "\(seen)")
    }

    @Test("two alphabets of one lane have an allowance each")
    func allowances() throws {
        let seen = try explore(Law<String>.sometimes("both twice") { Set($0).count == 2 && $0.count == 4 }) { world in
            let (events, input) = Signal<Character>.pipe()
            world.input("user", ["a"] as [Character], atMost: 2) { input.send($0) }
            world.input("user", ["b"] as [Character], atMost: 2) { input.send($0) }
            return CycledLens(startingWith: "") { frames in frames.lens(events: events, label: "user") { $0.append($1) }
            }
        }
        #expect(seen.isComplete, "\(seen)")
    }
}
