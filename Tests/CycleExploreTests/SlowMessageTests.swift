import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

@Suite("Messages that take longer than others")
struct SlowMessageTests {
    /// A program that answers each word with the next one, up to a number.
    struct Talker: Hashable {
        var heard: [String] = []
        var letters: [Datagram]
        var sentCount = 0
    }

    private static func talker(_ letters: [Datagram], upTo end: Int) -> CycledLens<some Any, Talker> {
        CycledLens(startingWith: Talker(letters: letters)) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: {
                    [.datagrams(0, at: .host("", port: 7), output: .init($0.letters, from: $0.sentCount))]
                },
                eventFilter: { frame, event in
                    switch event {
                    case .datagram(_, let bytes, let sender):
                        let word = String(decoding: bytes, as: UTF8.self)
                        frame.heard.append(word)
                        guard let number = Int(word), number < end else { return }
                        frame.letters.append(Datagram("\(number + 1)", to: sender))
                    case .written(_, let end):
                        frame.letters.removeFirst(end - frame.sentCount)
                        frame.sentCount = end
                    default: break
                    }
                })
        }
    }

    @Test("a simulation finds a datagram that arrives when seven others to the same program have")
    func slow() {
        let inTime = Law<[Talker]>.always("the slow word does not come last") {
            $0[1].heard.last != "slow" || $0[1].heard.count < 8
        }
        let scenario = Scenario(inTime) { world in
            let letters = [
                "ann": [Datagram("slow", to: .host("bob", port: 7))], "cyd": [Datagram("0", to: .host("bob", port: 7))],
            ]
            let programs = ["ann", "bob", "cyd"].map { name in
                world.program(name) { _ in Self.talker(letters[name] ?? [], upTo: 20) }
            }
            return Programs(in: world) { programs.map(\.frame) }
        }
        guard case .failure(let failure) = scenario.simulationResult(seeds: 400, steps: 30) else {
            Issue.record("not found")
            return
        }
        #expect(failure.description.contains("shrunk timeline"), "\(failure)")
    }

    /// A program that writes a number up to sixteen, and hears letters meanwhile.
    struct Writer: Hashable {
        var number = 0
        /// The number at each letter.
        var heardAt: [Int] = []
    }

    private static func writer() -> CycledLens<some Any, Writer> {
        CycledLens(startingWith: Writer()) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), label: "sockets",
                frameFilter: { _ in [.datagrams(0, at: .host("", port: 7))] },
                eventFilter: { frame, event in
                    if case .datagram = event { frame.heardAt.append(frame.number) }
                })
            frames.lens(
                driver: PersistenceDriver(root: "data"),
                frameFilter: { $0.number < 16 ? .files(.write("number", "\($0.number)")) : .none },
                eventFilter: { frame, event in
                    if case .saved = event { frame.number += 1 }
                })
        }
    }

    @Test("a simulation finds that all letters of several programs arrive in the middle of sixteen writes")
    func allInTheMiddle() {
        let inTime = Law<Writer>.always("a letter comes in the beginning or at the end") {
            $0.heardAt.count < 3 || $0.heardAt.contains { !(6...10).contains($0) }
        }
        let scenario = Scenario(inTime) { world in
            let bob = world.program("bob") { world in
                (world.files.mayFail, world.files.mayBeFull) = (false, false)
                return Self.writer()
            }
            for name in ["ann", "cyd", "dan"] {
                _ = world.program(name) { _ in Self.talker([Datagram("0", to: .host("bob", port: 7))], upTo: 0) }
            }
            return Programs(in: world) { bob.frame }
        }
        guard case .failure(let failure) = scenario.simulationResult(seeds: 200, steps: 40) else {
            Issue.record("not found")
            return
        }
        #expect(failure.description.contains("shrunk timeline"), "\(failure)")
    }
}
