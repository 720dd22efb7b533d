import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

/// Programs that cannot reach each other for a while.
@Suite("Programs that are cut off from each other")
struct CutTests {
    /// A program that sends a word to each of the others, by a datagram or along a stream.
    struct Teller: Hashable {
        var heard = 0
        var guests: [SocketConnection] = []
        var failedCount = 0
    }

    enum Way: Sendable {
        case datagrams
        case streams(limit: Duration?)
    }

    private static func teller(to others: [String], by way: Way) -> CycledLens<some Any, Teller> {
        CycledLens(startingWith: Teller()) { frames in
            frames.lens(
                driver: SocketDriver<String>(), label: "sockets",
                frameFilter: { frame in
                    switch way {
                    case .datagrams:
                        let letters = others.map { Datagram("word", to: .host($0, port: 7)) }
                        return [.datagrams("letters", at: .host("", port: 7), output: .init(letters))]
                    case .streams(let limit):
                        let outgoing = others.map { other in
                            var socket = SocketDriver<String>.Socket.connect(
                                other, to: .host(other, port: 8), output: .init(["word"]))
                            socket.limit = limit
                            return socket
                        }
                        let guests = frame.guests.enumerated().map {
                            SocketDriver<String>.Socket.accepted("guest \($0)", $1)
                        }
                        return .init([.listen("door", at: .host("", port: 8))] + outgoing + guests)
                    }
                },
                eventFilter: { frame, event in
                    switch event {
                    case .datagram, .received: frame.heard += 1
                    case .accepted(_, let connection, _): frame.guests.append(connection)
                    case .failed: frame.failedCount += 1
                    default: break
                    }
                })
        }
    }

    /// The first tells the others.
    private func result(
        _ law: Law<[Teller]>, by way: Way, bounds: Bounds = Bounds(),
        _ cut: @escaping @Sendable ([ExploredProgram<Teller>]) -> Void
    ) -> Result<Exploration, ExplorationFailure> {
        Scenario(law) { world in
            let names = ["ann", "bob", "cyd"]
            let programs = names.map { name in
                world.program(name) { _ in Self.teller(to: name == "ann" ? ["bob", "cyd"] : [], by: way) }
            }
            cut(programs)
            return Programs(in: world) { programs.map(\.frame) }
        }.result(bounds)
    }

    private let allHear = Law<[Teller]>.atRest("all hear the word") { $0[1].heard == 1 && $0[2].heard == 1 }

    private func failure(_ result: Result<Exploration, ExplorationFailure>) -> ExplorationFailure? {
        if case .failure(let failure) = result { return failure }
        return nil
    }

    @Test("datagrams are lost while their programs are cut off, and streams wait")
    func ways() throws {
        let cut: @Sendable ([ExploredProgram<Teller>]) -> Void = { $0[0].mayBeCutOff(from: $0[1], atMost: 1) }
        let lost = try #require(failure(result(allHear, by: .datagrams, cut)))
        #expect(lost.description.contains("ann: is cut off from bob"), "\(lost.description)")
        #expect(lost.description.contains("ann: reaches bob again"), "\(lost.description)")
        #expect(try result(allHear, by: .streams(limit: nil), cut).get().isComplete)
        #expect(try result(allHear, by: .datagrams) { _ in }.get().isComplete)
        // Nothing arrives either way, whichever of the two has it said.
        #expect(failure(result(allHear, by: .datagrams) { $0[1].mayBeCutOff(from: $0[0], atMost: 1) }) != nil)
    }

    @Test("a cut between two programs leaves the third one alone, and one of a program is from all others")
    func sides() throws {
        let cydHears = Law<[Teller]>.atRest("cyd hears the word") { $0[2].heard == 1 }
        #expect(try result(cydHears, by: .datagrams) { $0[0].mayBeCutOff(from: $0[1], atMost: 1) }.get().isComplete)
        let alone = failure(result(cydHears, by: .datagrams) { $0[0].mayBeCutOff(atMost: 1) })
        #expect(alone?.description.contains("ann: is cut off from the others") == true, "\(alone?.description ?? "")")
    }

    @Test("a stream to a program that is cut off does not open, up to its limit")
    func limit() throws {
        let noneFails = Law<[Teller]>.always("no stream fails") { $0[0].failedCount == 0 }
        let slow = failure(
            result(noneFails, by: .streams(limit: .seconds(5))) { $0[0].mayBeCutOff(from: $0[1], atMost: 1) })
        #expect(slow != nil)
    }

    @Test("a cut counts as a fault, and happens no more often than is said")
    func often() throws {
        let counts = try [0, 1, 2].map { count in
            try result(allHear, by: .streams(limit: nil)) { $0[0].mayBeCutOff(atMost: count) }.get().stateCount
        }
        #expect(counts[0] < counts[1] && counts[1] == counts[2], "\(counts)")
        var bounds = Bounds()
        bounds.faults = 0
        let none = try result(allHear, by: .streams(limit: nil), bounds: bounds) { $0[0].mayBeCutOff(atMost: 2) }.get()
        #expect(none.stateCount == counts[0])
    }
}
