import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import TestSupport
import Testing

/// One alarm of a driver stands for all of its limits: a report says which one has rung.
@Suite("Limits of drivers in a report")
struct LimitWordsTests {
    /// A server that answers nothing.
    private static func hall() -> CycledLens<some Any, Bool> {
        CycledLens(startingWith: false) { frames in
            frames.lens(
                driver: ServerDriver<String>(),
                frameFilter: { _ in .init([.init("web", at: .host("", port: 80))], []) },
                eventFilter: { isGone, event in
                    if case .gone = event { isGone = true }
                })
        }
    }

    /// The rings of the shortest timeline in which the hall or its guest learns an end.
    private func rings<Model>(
        knowsHall: Bool = true, _ guest: @escaping @Sendable (World) -> CycledLens<Model, Bool>
    ) throws -> [String] {
        let never = Law<[Bool]>.always("nothing takes too long") { !$0[0] && !$0[1] }
        let scenario = Scenario(never) { world in
            let hall = world.program("hall") { _ in Self.hall() }
            let guest = world.program("ann") { guest($0) }
            return Programs(in: world) { [knowsHall && hall.frame, guest.frame] }
        }
        guard case .failure(let failure) = scenario.result() else { return [] }
        return failure.happenings.filter { $0.lane == "time" }.map(\.label)
    }

    private static func requests(knowsEnd: Bool) -> CycledLens<some Any, Bool> {
        CycledLens(startingWith: false) { frames in
            frames.lens(
                driver: NetworkDriver<Int>(),
                frameFilter: { $0 ? .none : .init([.init(id: 0, get: "http://hall/room")]) },
                eventFilter: { isOver, event in
                    if case .failed(_, .timedOutIdle) = event, knowsEnd { isOver = true }
                })
        }
    }

    @Test("a request is named")
    func requests() throws {
        #expect(
            try rings(knowsHall: false) { _ in Self.requests(knowsEnd: true) }
                == ["ann.NetworkDriver<Int> limit of GET hall/room rings"])
    }

    @Test("a server names the client that it does not answer")
    func answers() throws {
        #expect(
            try rings { _ in Self.requests(knowsEnd: false) }.last
                == "hall.ServerDriver<String> limit of answering ann:50001 rings")
    }

    @Test("a stream that does not open is named, and one that says nothing")
    func streams() throws {
        func stream(endsBy isEnd: @escaping @Sendable (SocketDriver<String>.Event) -> Bool) throws -> [String] {
            try rings { _ in
                CycledLens(startingWith: false) { frames in
                    frames.lens(
                        driver: SocketDriver<String>(),
                        frameFilter: { _ in [.connect("door", to: .host("hall", port: 80))] },
                        eventFilter: { isOver, event in if isEnd(event) { isOver = true } })
                }
            }
        }
        #expect(
            try stream { if case .failed(_, .timeLimit) = $0 { true } else { false } }
                == ["ann.SocketDriver<String> limit of opening door rings"])
        #expect(
            try stream { if case .inputEnded = $0 { true } else { false } }
                == ["hall.ServerDriver<String> limit of silence of ann:50001 rings"])
    }

    @Test("a WebSocket is named")
    func webSockets() throws {
        #expect(
            try rings(knowsHall: false) { _ in
                CycledLens(startingWith: false) { frames in
                    frames.lens(
                        driver: WebSocketDriver<String>(), frameFilter: { _ in [.init("room", "ws://hall/")] },
                        eventFilter: { isOver, event in
                            if case .failed(_, .timeLimit) = event { isOver = true }
                        })
                }
            } == ["ann.WebSocketDriver<String> limit of opening room rings"])
    }

    @Test("a program is named")
    func programs() throws {
        let rings = try rings { world in
            world.processes.take(faults: 0) { _ in [[]] }
            return CycledLens(startingWith: false) { frames in
                frames.lens(
                    driver: ProcessDriver<String>(),
                    frameFilter: { _ in .running([.init("build", .init("make"), limit: .seconds(3))]) },
                    eventFilter: { isOver, event in
                        if case .failed = event { isOver = true }
                    })
            }
        }
        #expect(rings == ["ann.ProcessDriver<String> limit of build rings"])
    }
}
