import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

/// A program of a system is an optional part of the frame: it crashes by becoming `nil`, and starts anew without its memory.
@Suite("A program of a system that crashes and starts again")
struct CrashTests {
    /// Answers each letter of its newest connection.
    private struct Server: Hashable {
        var connection: SocketConnection?
        var letters = 0
    }

    /// Sends two letters, and those that were not answered again over the next connection.
    private struct Client: Hashable {
        var attempt = 0
        var isOpen = false
        var toldBefore = 0
        var told = 0
    }

    private struct Frame: Hashable {
        var server: Server? = Server()
        var client = Client()
    }

    private enum Nemesis: Sendable {
        case crash
    }

    private static let address = SocketAddress.host("counter", port: 7)

    /// - Parameter forgets: Whether the client sends each letter once, over whatever connection: a mistake that only a crash shows.
    private func system(
        crashes: Int, forgets: Bool
    ) -> @Sendable (World) -> CycledLens<(Void, SocketDriver<Int>, Signal<Nemesis>), Frame> {
        { world in
            world.sockets.peers { _ in [] }
            let (nemesis, inlet) = Signal<Nemesis>.pipe()
            if crashes > 0 { world.input("server", [Nemesis.crash], atMost: crashes) { inlet.send($0) } }
            return CycledLens(startingWith: Frame()) { frames in
                frames.lens(optional: \.server) { server in
                    server.lens(
                        driver: SocketDriver<String>(), label: "sockets",
                        frameFilter: { server in
                            let answers = SocketOutput((0..<server.letters).map { _ in "!" })
                            return .init(
                                [.listen("door", at: Self.address)]
                                    + (server.connection.map { [.accepted("served", $0, output: answers)] } ?? []))
                        },
                        eventFilter: { server, event in
                            switch event {
                            case .accepted(_, let connection, _): server = Server(connection: connection)
                            case .received(_, let bytes): server.letters += bytes.count
                            default: break
                            }
                        })
                }
                frames.lens(
                    driver: SocketDriver<Int>(), label: "client",
                    frameFilter: { frame in
                        let client = frame.client
                        let sentBefore = forgets ? 2 * min(client.attempt, 1) : client.toldBefore
                        let letters = Array(["a", "b"].dropFirst(sentBefore))
                        var stream = SocketDriver<Int>.Socket.connect(
                            client.attempt, to: Self.address, output: .init(client.isOpen ? letters : [String]()))
                        stream.limit = nil
                        return [stream]
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .opened: frame.client.isOpen = true
                        case .received(_, let bytes): frame.client.told += bytes.count
                        case .inputEnded, .closed, .failed:
                            let client = frame.client
                            // A program that crashes is started again when its client has noticed.
                            if frame.server == nil { frame.server = Server() }
                            frame.client = Client(
                                attempt: client.attempt + 1, toldBefore: client.told, told: client.told)
                        default: break
                        }
                    })
                frames.lens(events: nemesis, label: "nemesis") { frame, _ in frame.server = nil }
            }
        }
    }

    private let law = Law<Frame>.atRest("each letter is answered") { $0.client.told == 2 || !$0.client.isOpen }

    @Test("a client that sends again what was not answered keeps its law over a crash", arguments: 0...1)
    func right(crashes: Int) throws {
        let seen = try Scenario(laws: [law], system(crashes: crashes, forgets: false)).explore(Bounds())
        #expect(seen.isComplete, "\(seen)")
    }

    @Test("a client that sends each letter once is right without a crash, and found with one")
    func wrong() throws {
        #expect(try Scenario(laws: [law], system(crashes: 0, forgets: true)).explore(Bounds()).isComplete)
        let failure = try failureTold { try Scenario(laws: [law], system(crashes: 1, forgets: true)).explore(Bounds()) }
        #expect(failure.text.contains("✗ each letter is answered"), "\(failure.text)")
        #expect(failure.text.contains("server: crash"), "\(failure.text)")
    }
}
