import Cycle
import CycleDrivers
import CycleExplore
import TestSupport
import Testing

/// Programs that reach each other by sockets, as parts of one frame.
@Suite("Systems of programs that are one frame")
struct SystemTests {
    /// A server that counts letters, and a client that sends some and is told how many there were.
    private struct Frame: Hashable {
        var letters = 0
        var served: SocketConnection?
        var told = 0
        var isOpen = false
    }

    private static let address = SocketAddress.host("counter", port: 7)

    /// - Parameter countsPieces: Whether the server takes each piece that arrives for one letter: a mistake.
    private func system(countsPieces: Bool)
        -> @Sendable (World) -> CycledLens<(SocketDriver<String>, SocketDriver<String>), Frame>
    {
        { world in
            world.sockets.peers { _ in [] }
            return CycledLens(startingWith: Frame()) { frames in
                frames.lens(
                    driver: SocketDriver<String>(), label: "server",
                    frameFilter: { frame in
                        let answers = SocketOutput((0..<frame.letters).map { _ in "!" })
                        return .init(
                            [.listen("server", at: Self.address)]
                                + (frame.served.map { [.accepted("served", $0, output: answers)] } ?? []))
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .accepted(_, let connection, _): frame.served = connection
                        case .received(_, let bytes): frame.letters += countsPieces ? 1 : bytes.count
                        default: break
                        }
                    })
                frames.lens(
                    driver: SocketDriver<String>(), label: "client",
                    frameFilter: { frame in
                        [.connect("client", to: Self.address, output: .init(frame.isOpen ? ["a", "b"] : [String]()))]
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .opened: frame.isOpen = true
                        case .received(_, let bytes): frame.told += bytes.count
                        default: break
                        }
                    })
            }
        }
    }

    private let law = Law<Frame>.atRest("the client is told of each letter") { !$0.isOpen || $0.told == 2 }

    @Test("a server and its client meet by their address, in every order, and keep their law")
    func right() throws {
        let seen = try Scenario(laws: [law], system(countsPieces: false)).explore(Bounds())
        #expect(seen.isComplete && seen.stateCount > 5, "\(seen)")
    }

    @Test("a server that takes pieces for letters is found")
    func wrong() throws {
        let failure = try failureTold {
            try Scenario(laws: [law], system(countsPieces: true)).explore(Bounds())
        }
        #expect(failure.text.contains("✗ the client is told of each letter"), "\(failure.text)")
        #expect(failure.text.contains("counter:7 accepts 127.0.0.1:50001"), "\(failure.text)")
    }

    private struct Ends: Hashable {
        var served: SocketConnection?
        var isOpen = false
        var serverHasLost = false
        var clientHasLost = false
    }

    @Test("a stream that is cut on its way is lost for both ends, each at its own time")
    func cutStream() throws {
        let both = Law<Ends>.atRest("both ends know that it is cut") {
            $0.served == nil || $0.serverHasLost == $0.clientHasLost
        }
        let cut = Law<Ends>.sometimes("an accepted stream is cut") { $0.serverHasLost && $0.clientHasLost }
        let scenario = Scenario(laws: [both, cut]) { world in
            world.sockets.peers { _ in [] }
            world.sockets.mayBreak(atMost: 1)
            return CycledLens(startingWith: Ends()) { frames in
                frames.lens(
                    driver: SocketDriver<String>(), label: "server",
                    frameFilter: { frame in
                        .init(
                            [.listen("door", at: Self.address)]
                                + (frame.served.map { [.accepted("served", $0, output: .init(["hello"]))] } ?? []))
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .accepted(_, let connection, _): frame.served = connection
                        case .failed("served", _): frame.serverHasLost = true
                        default: break
                        }
                    })
                frames.lens(
                    driver: SocketDriver<String>(), label: "client",
                    frameFilter: { frame in
                        var stream = SocketDriver<String>.Socket.connect(
                            "client", to: Self.address, output: .init(frame.isOpen ? ["a"] : [String]()))
                        stream.limit = nil
                        return [stream]
                    },
                    eventFilter: { frame, event in
                        switch event {
                        case .opened: frame.isOpen = true
                        case .failed: frame.clientHasLost = frame.isOpen
                        default: break
                        }
                    })
            }
        }
        #expect(try scenario.explore(Bounds()).isComplete)
    }

    private struct Door: Hashable {
        var isListening = true
        var isWanted = false
        var cameThroughAClosedOne = false
    }

    @Test("a stream that is on its way to a listener which leaves meanwhile is refused")
    func closedDoor() throws {
        let isRefused = Law<Door>.always("no stream opens where the door is closed") { !$0.cameThroughAClosedOne }
        let scenario = Scenario(laws: [isRefused]) { world in
            world.sockets.peers { _ in [] }
            world.console.keys("k", atMost: 1)
            return CycledLens(startingWith: Door()) { frames in
                frames.keys { frame, _ in frame.isListening = false }
                frames.lens(
                    driver: SocketDriver<String>(), label: "door",
                    frameFilter: { frame in
                        var model: SocketDriver<String>.Model = []
                        if frame.isListening { model.sockets.append(.listen("door", at: Self.address)) }
                        if frame.isWanted { model.sockets.append(.connect("guest", to: Self.address)) }
                        return model
                    },
                    eventFilter: { frame, event in
                        if case .ready = event { frame.isWanted = true }
                        if case .opened = event { frame.cameThroughAClosedOne = !frame.isListening }
                    })
            }
        }
        var bounds = Bounds()
        // It may open between the key and its turn.
        bounds.preemptions = 0
        #expect(try scenario.explore(bounds).isComplete)
    }
}
