import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import TestSupport
import Testing

@Suite("Messages in a report")
struct MessageWordsTests {
    struct Hall: Hashable {
        var guests: [ServerRequest.ID] = []
        var isGreeted = false
    }

    private static func hall() -> CycledLens<some Any, Hall> {
        CycledLens(startingWith: Hall()) { frames in
            frames.lens(
                driver: ServerDriver<String>(),
                frameFilter: { hall in
                    .init(
                        [.init("web", at: .host("", port: 80))],
                        hall.guests.map { .webSocket($0, .init([.text("hello"), .bytes([1, 255])])) })
                },
                eventFilter: { hall, event in
                    switch event {
                    case .request(_, let request): hall.guests.append(request.id)
                    case .message: hall.isGreeted = true
                    case .hungUp(let id, _, _), .gone(let id, _): hall.guests.removeAll { $0 == id }
                    default: break
                    }
                })
        }
    }

    struct Guest: Hashable {
        var heard = 0
        var isOver = false
    }

    private static func guest() -> CycledLens<some Any, Guest> {
        CycledLens(startingWith: Guest()) { frames in
            frames.lens(
                driver: WebSocketDriver<String>(),
                frameFilter: { guest in
                    if guest.isOver { return [] }
                    var socket = WebSocketDriver<String>.WebSocket(
                        "hall", "ws://hall/room", output: .init([.text("I am \"ann\"")]))
                    if guest.heard == 2 { socket.closing = .init(1000, "bye") }
                    return [socket]
                },
                eventFilter: { guest, event in
                    switch event {
                    case .received: guest.heard += 1
                    case .closed(_, _, let isClean): guest.isOver = isClean
                    default: break
                    }
                })
        }
    }

    @Test("those of a WebSocket stand there as they were said, and not as frames of bytes")
    func webSockets() {
        let never = Law<[Bool]>.always("it is not closed") { !($0[0] && $0[1]) }
        let scenario = Scenario(never) { world in
            let hall = world.program("hall") { _ in Self.hall() }
            let guest = world.program("ann") { _ in Self.guest() }
            return Programs(in: world) { [hall.frame.isGreeted, guest.frame.isOver] }
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        let words = failure.happenings.filter { $0.lane.hasSuffix("sockets") }.map(\.label)
        for said in [
            #"hall:80 has text "I am \"ann\"" of ann:50001"#, #"ann:50001 has text "hello", bytes 0x01ff of hall:80"#,
            #"hall:80 has a close 1000 "bye" of ann:50001"#, "ann:50001 has a close 1000 of hall:80",
        ] {
            #expect(words.contains(said), "\(said): \(words)")
        }
    }

    /// A program with a socket for datagrams, that counts what it hears.
    private static func station(_ port: Int, _ letters: [Datagram] = []) -> CycledLens<some Any, Int> {
        CycledLens(startingWith: 0) { frames in
            frames.lens(
                driver: SocketDriver<String>(),
                frameFilter: { _ in [.datagrams("post", at: .host("", port: port), output: DatagramOutput(letters))] },
                eventFilter: { count, event in
                    if case .datagram = event { count += 1 }
                })
        }
    }

    @Test("those between programs have their sender in the recording of a failure, and whether they are lost")
    func senders() throws {
        let laws: [Law<Int>] = [.always("it does not arrive") { $0 == 0 }, .atRest("it arrives") { $0 == 1 }]
        for (law, end) in zip(laws, [#"","sender":"ann"}"#, #"","sender":"ann","lost":true}"#]) {
            let scenario = Scenario(law) { world in
                world.sockets.mayLose(atMost: 1)
                let bob = world.program("bob") { _ in Self.station(7) }
                _ = world.program("ann") { _ in Self.station(9, [.init("hello", to: .host("bob", port: 7))]) }
                return Programs(in: world) { bob.frame }
            }
            guard case .failure(let failure) = scenario.result() else {
                Issue.record("not found")
                return
            }
            #expect(failure.recording.hasSuffix(end + "\n"), "\(failure.recording)")
            #expect(failure.recording.split(separator: "\n").filter { $0.contains("sender") }.count == 1)
        }
    }

    @Test("those of a client of the world, too")
    func clients() {
        let never = Law<Hall>.always("it has no guest") { $0.guests.isEmpty }
        let scenario = Scenario(never) { world in
            world.sockets.clients(
                of: .host("", port: 80), atMost: 1,
                [[.asksForWebSocket("/room"), .saysMessage(.text("hi")), .leavesWebSocket()]])
            return Self.hall()
        }
        guard case .failure(let failure) = scenario.result() else {
            Issue.record("not found")
            return
        }
        #expect(
            failure.happenings.contains { $0.label.contains(#", sends text "hi", sends a close 1000"#) }, "\(failure)")
    }
}
