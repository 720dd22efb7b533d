import Cycle
import CycleBase
import CycleDrivers
import CycleTesting
import Foundation
import SocketSupport
import TestSupport
import Testing

/// One world in which sockets are.
private enum World: CaseIterable {
    case system, simulated

    func driver(patience: Duration = .seconds(3_600)) -> SocketDriver<String> {
        self == .system ? SocketDriver(patience: patience) : SimulatedSockets().driver(patience: patience)
    }
}

/// A server and its clients in one frame, which meet in one world.
@Suite("Every world of sockets", .waiting, .timeLimit(.minutes(60)))
struct SocketConformanceTests {
    private typealias Socket = SocketDriver<String>.Socket
    private typealias Event = SocketDriver<String>.Event

    private struct Frame: Equatable {
        var sockets: [Socket] = []
        var events: [Event] = []
        var isDone = false

        mutating func change(_ id: String, _ change: (inout Socket) -> Void) {
            if let place = sockets.firstIndex(where: { $0.id == id }) { change(&sockets[place]) }
        }

        func bytes(_ id: String) -> [UInt8] {
            events.flatMap { if case .received(id, let bytes) = $0 { bytes } else { [UInt8]() } }
        }

        func of(_ id: String) -> [Event] { events.filter { $0.id == id } }
    }

    private let local = SocketAddress.host("127.0.0.1", port: 0)

    /// Runs sockets until `next`, which sees each event, says so.
    private func run(
        _ world: World, _ sockets: [Socket], patience: Duration = .seconds(3_600),
        next: @escaping (inout Frame, Event) -> Void
    ) async -> Frame {
        let cycle = CycledLens(startingWith: Frame(sockets: sockets)) { frames in
            frames.lens(
                driver: world.driver(patience: patience), frameFilter: { SocketDriver.Model($0.sockets).unhurried },
                eventFilter: { frame, event in
                    frame.events.append(event)
                    next(&frame, event)
                })
        }
        return await cycle.run(until: \.isDone)
    }

    /// The client connects when the server listens, and the server takes it as `served`.
    private func meet(
        _ world: World, client: SocketOutput, server: SocketOutput, patience: Duration = .seconds(3_600),
        next: @escaping (inout Frame, Event) -> Void
    ) async -> Frame {
        await run(world, [.listen("server", at: local)], patience: patience) { frame, event in
            switch event {
            case .ready("server", let address): frame.sockets.append(.connect("client", to: address, output: client))
            case .accepted("server", let connection, _):
                frame.sockets.append(.accepted("served", connection, output: server))
            default: break
            }
            next(&frame, event)
        }
    }

    @Test("two streams that end are closed on both sides, and each has what the other wrote", arguments: World.allCases)
    private func both(_ world: World) async {
        let client = SocketOutput(["hello, ", "server"], isComplete: true)
        let frame = await meet(world, client: client, server: .init(["hello, client"], isComplete: true)) { frame, _ in
            frame.isDone = frame.events.contains(.closed("client")) && frame.events.contains(.closed("served"))
        }
        #expect(frame.bytes("served") == Array("hello, server".utf8))
        #expect(frame.bytes("client") == Array("hello, client".utf8))
        #expect(frame.of("client").contains(.written("client", end: 2)))
        for id in ["client", "served"] { #expect(frame.of(id).filter(\.isLast) == [.closed(id)]) }
    }

    @Test("a stream says where it is from and where it goes to, as its listener does", arguments: World.allCases)
    private func addresses(_ world: World) async throws {
        let frame = await meet(world, client: .init(), server: .init()) {
            $0.isDone = $0.events.count == 3; _ = $1
        }
        let ready = try #require(
            frame.of("server").lazy.compactMap { if case .ready(_, let at) = $0 { at } else { nil } }.first)
        let from = frame.of("server").lazy.compactMap { if case .accepted(_, _, let from) = $0 { from } else { nil } }
            .first
        guard case .opened(_, let at, let to)? = frame.of("client").first else {
            Issue.record("\(frame.events)")
            return
        }
        #expect(to == ready && at == from && at != to)
    }

    @Test("where nobody listens, a stream is refused", arguments: World.allCases)
    private func refused(_ world: World) async {
        let frame = await run(world, [.connect("client", to: .path("/nowhere/at/all"))]) { frame, event in
            frame.isDone = event.isLast
        }
        #expect(frame.events == [.failed("client", .refused)])
    }

    @Test(
        "a listener at all addresses and one at a single one of them keep a port from each other",
        arguments: World.allCases)
    private func overlap(_ world: World) async {
        for (one, two) in [("", "127.0.0.1"), ("127.0.0.1", "")] {
            let frame = await run(world, [.listen("one", at: .host(one, port: 0))]) { frame, event in
                if case .ready("one", .host(_, let port)) = event {
                    frame.sockets.append(.listen("two", at: .host(two, port: port)))
                } else {
                    frame.isDone = true
                }
            }
            #expect(frame.events.last == .failed("two", .inUse), "\(one) and \(two)")
        }
    }

    @Test("a second listener at an address is refused, until the first has left the model", arguments: World.allCases)
    private func inUse(_ world: World) async {
        let frame = await run(world, [.listen("one", at: local)]) { frame, event in
            switch event {
            case .ready("one", let address): frame.sockets.append(.listen("two", at: address))
            case .failed("two", _):
                guard case .listen(let address)? = frame.sockets.last?.place else { return }
                frame.sockets = [.listen("three", at: address)]
            default: frame.isDone = true
            }
        }
        #expect(frame.events.dropFirst().first == .failed("two", .inUse))
        #expect(frame.events.last?.id == "three")
    }

    @Test("a connection that nobody takes in its turn is closed", arguments: World.allCases)
    private func refusedConnection(_ world: World) async {
        let frame = await run(world, [.listen("server", at: local)]) { frame, event in
            if case .ready(_, let address) = event { frame.sockets.append(.connect("client", to: address)) }
            frame.isDone = event.id == "client" && (event.isLast || event == .inputEnded("client"))
        }
        #expect(frame.of("client").contains { $0.isLast || $0 == .inputEnded("client") })
    }

    @Test("a socket that leaves the model is silent, and the other side sees its end", arguments: World.allCases)
    private func leaves(_ world: World) async {
        let frame = await meet(world, client: .init(["x"]), server: .init()) { frame, event in
            if event == .received("served", Array("x".utf8)) { frame.sockets.removeAll { $0.id == "client" } }
            frame.isDone = event == .inputEnded("served")
        }
        #expect(frame.of("served") == [.received("served", Array("x".utf8)), .inputEnded("served")])
    }

    @Test(
        "a stream that is ending writes what stands in the model, and is heard until the other side has ended",
        arguments: World.allCases)
    private func ending(_ world: World) async {
        let frame = await meet(world, client: .init(["last words"]), server: .init(["answer"])) { frame, event in
            if case .opened = event { frame.change("client") { $0.isEnding = true } }
            if event == .inputEnded("served") { frame.change("served") { $0.isEnding = true } }
            frame.isDone = event == .closed("client")
        }
        #expect(frame.bytes("served") == Array("last words".utf8) && frame.bytes("client") == Array("answer".utf8))
    }

    @Test("a socket that enters the model at its end opens, and sends what stands there", arguments: World.allCases)
    private func endingAtOnce(_ world: World) async {
        let frame = await run(world, [.listen("server", at: local), .datagrams("a", at: local)]) { frame, event in
            switch event {
            case .ready("server", let address):
                frame.sockets.append(.connect("client", to: address, output: .init(["all"])))
                frame.change("client") { $0.isEnding = true }
            case .ready("a", let address):
                let output = DatagramOutput([.init("all", to: address)], from: 0)
                frame.sockets.append(.datagrams("b", at: self.local, output: output))
                frame.change("b") { $0.isEnding = true }
            case .accepted(_, let connection, _): frame.sockets.append(.accepted("served", connection))
            case .inputEnded("served"): frame.change("served") { $0.isEnding = true }
            default: break
            }
            frame.isDone = frame.events.count { $0 == .closed("client") || $0 == .closed("b") } == 2
        }
        #expect(frame.bytes("served") == Array("all".utf8) && frame.of("b").contains(.written("b", end: 1)))
    }

    @Test("a stream whose other side does not end fails after its patience", arguments: World.allCases)
    private func endsNever(_ world: World) async {
        let frame = await meet(world, client: .init(), server: .init(), patience: .milliseconds(20)) { frame, event in
            if case .opened = event { frame.change("client") { $0.isEnding = true } }
            frame.isDone = event.isLast
        }
        #expect(frame.of("client").last == .failed("client", .timeLimit))
    }

    @Test("a paused stream brings nothing until it is read on, and then all, with its end", arguments: World.allCases)
    private func pauses(_ world: World) async {
        let pieces = (0..<64).map { number in [UInt8](repeating: UInt8(number), count: 16_384) }
        let frame = await meet(world, client: .init(), server: .init()) { frame, event in
            switch event {
            case .ready: frame.change("client") { $0.isPaused = true }
            case .opened("client", _, _), .accepted:
                guard !frame.of("client").isEmpty else { break }
                frame.change("served") { $0.output = .init(pieces, isComplete: true) }
                // An answer that comes when the stream could have brought something long since.
                frame.sockets.append(.connect("another", to: .path("/nowhere/at/all")))
            case .failed("another", _): frame.change("client") { $0.isPaused = false }
            default: break
            }
            frame.isDone = event == .inputEnded("client")
        }
        let first = frame.events.firstIndex { if case .received("client", _) = $0 { true } else { false } }
        let readOn = frame.events.firstIndex(of: .failed("another", .refused))
        #expect((readOn ?? .max) < (first ?? 0))
        #expect(frame.bytes("client") == pieces.flatMap { $0 })
    }

    @Test("a megabyte arrives whole and in order, in numbered pieces", arguments: World.allCases)
    private func megabyte(_ world: World) async {
        let pieces = (0..<64).map { number in [UInt8](repeating: UInt8(number), count: 16_384) }
        let frame = await meet(world, client: .init(pieces, from: 5, isComplete: true), server: .init()) {
            frame, event in
            frame.isDone = event == .inputEnded("served")
        }
        #expect(frame.bytes("served") == pieces.flatMap { $0 })
        #expect(frame.of("client").contains(.written("client", end: 69)))
    }

    @Test(
        "datagrams arrive with their sender, and one that is too long, or goes nowhere, is told by its number",
        arguments: World.allCases)
    private func datagrams(_ world: World) async {
        var receiver: SocketAddress?
        let frame = await run(world, [.datagrams("a", at: local)]) { frame, event in
            switch event {
            case .ready("a", let address):
                receiver = address
                let long = Datagram([UInt8](repeating: 0, count: 65_508), to: address)
                let wrong: [SocketAddress] = [
                    .host("localhost", port: 9), .path("/tmp/x"), .host("127.0.0.1", port: 65_536),
                ]
                let output = DatagramOutput(
                    [.init("one", to: address), long] + wrong.map { .init("x", to: $0) } + [.init("two", to: address)],
                    from: 3)
                frame.sockets.append(.datagrams("b", at: self.local, output: output))
            default: break
            }
            frame.isDone = frame.events.count { if case .datagram = $0 { true } else { false } } == 2
        }
        let sender = frame.of("b").lazy.compactMap { if case .ready(_, let at) = $0 { at } else { nil } }.first
        let arrived = frame.of("a").compactMap { event -> String? in
            guard case .datagram(_, let bytes, from: sender) = event else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(arrived.sorted() == ["one", "two"] && receiver != nil)
        let refused = frame.of("b").filter { if case .notSent = $0 { true } else { false } }
        #expect(
            refused == [.notSent("b", number: 4, .tooLong)] + (5...7).map { .notSent("b", number: $0, .badAddress) })
    }

    @Test("a datagram at a path comes whole, however long the system lets it be", arguments: World.allCases)
    private func longDatagrams(_ world: World) async {
        let folder = TemporaryFolder()
        let sizes = [65_535, 65_536, 65_537, 150_000, 0, 1]
        let (from, to) = (SocketAddress.path(folder.path(of: "b")), SocketAddress.path(folder.path(of: "a")))
        let frame = await run(world, [.datagrams("a", at: to)]) { frame, event in
            if event == .ready("a", at: to) {
                let datagrams = sizes.map {
                    Datagram([UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: $0), to: to)
                }
                frame.sockets.append(.datagrams("b", at: from, output: .init(datagrams)))
            }
            frame.isDone = frame.events.count { if case .datagram = $0 { true } else { false } } == sizes.count
        }
        let arrived = frame.of("a").compactMap { event -> [UInt8]? in
            guard case .datagram(_, let bytes, from: from) = event else { return nil }
            return bytes
        }
        #expect(arrived.map(\.count) == sizes)
        #expect(arrived.allSatisfy { bytes in bytes.allSatisfy { $0 == UInt8(truncatingIfNeeded: bytes.count) } })
    }

    @Test("a driver without sockets lets its loop end", arguments: World.allCases)
    private func endsAlone(_ world: World) async {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: world.driver(), frameFilter: { _ in [] }, eventFilter: { _, _ in })
        }
        #expect(await cycle.run() == 0)
    }
}
