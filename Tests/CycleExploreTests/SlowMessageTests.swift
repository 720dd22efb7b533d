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
}
