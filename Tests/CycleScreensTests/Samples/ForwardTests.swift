import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import Testing

@testable import forward

@Suite("forward")
struct ForwardTests {
    private let address = SocketAddress.host("127.0.0.1", port: 8000)
    private let target = SocketAddress.host("target", port: 80)

    private func run(_ sockets: SimulatedSockets) -> TestRun<Forwarder> {
        let test = TestRun(forward(.init(at: address, to: target)), exhaustive: false, standIns: sockets)
        test.settle()
        return test
    }

    @Test("bytes go both ways, and each side is closed behind the last of them")
    func bothWays() throws {
        let sockets = SimulatedSockets()
        sockets.answers = { _ in [.sends("welcome\n")] }
        let test = run(sockets)
        let client = try #require(sockets.connect(to: address))
        sockets.happen(.sends("hello\n"), at: client)
        test.settle()
        #expect(sockets.received(at: client) == Array("welcome\n".utf8))
        #expect(sockets.received(at: target) == Array("hello\n".utf8))
        sockets.happen(.ends, at: client)
        test.settle()
        #expect(sockets.hasEnded(at: target) && !sockets.hasEnded(at: client))
        sockets.happen(.sends("goodbye\n"), at: target)
        sockets.happen(.ends, at: target)
        test.settle()
        #expect(sockets.received(at: client) == Array("welcome\ngoodbye\n".utf8) && sockets.hasEnded(at: client))
        #expect(test.frame.links == [] && test.frame.news == ["\(client): 6 bytes there, 16 back"])
    }

    @Test("a target that refuses ends its client, and the reason is told")
    func refuses() throws {
        let sockets = SimulatedSockets()
        let test = run(sockets)
        let client = try #require(sockets.connect(to: address))
        test.settle()
        #expect(sockets.hasEnded(at: client))
        sockets.happen(.ends, at: client)
        test.settle()
        #expect(
            test.frame.links == [] && test.frame.news.first?.contains("no program listens") == true,
            "\(test.frame.news)")
    }

    @Test("a target that reads nothing holds up its client, and all arrives when it reads")
    func slow() throws {
        let sockets = SimulatedSockets()
        sockets.answers = { _ in [] }
        sockets.reads = { $0 != target }
        let test = run(sockets)
        let client = try #require(sockets.connect(to: address))
        let piece = [UInt8](repeating: 7, count: 65_536)
        for _ in 0..<100 {
            sockets.happen(.sends(piece), at: client)
            test.settle()
        }
        #expect(test.frame.links.map(\.toTarget.byteCount) == [Forwarder.Way.limit])
        sockets.reads = { _ in true }
        sockets.read(at: target)
        test.settle()
        #expect(sockets.received(at: target).count == 100 * piece.count)
        #expect(test.frame.links.map(\.toTarget.byteCount) == [0])
    }

    @Test("a port that is taken ends the program")
    func taken() throws {
        let sockets = SimulatedSockets()
        let cycle = run(sockets)
        let second = run(sockets)
        #expect(cycle.frame.problem == nil && second.frame.problem != nil)
    }

    @Test("in every order, also where a stream breaks, each link ends, and no side gets more than the other has sent")
    func everyOrder() throws {
        let honest = Law<Forwarder>.always("no side gets more than the other has sent") { frame in
            frame.links.allSatisfy { $0.toTarget.writtenCount <= 1 && $0.toClient.writtenCount <= 1 }
        }
        let ending = Law<Forwarder>.leadsTo("each link ends", from: { !$0.links.isEmpty }, to: { $0.links.isEmpty })
        let whole = Law<Forwarder>.sometimes("both sides have got all") { frame in
            frame.news.first?.hasSuffix("1 bytes there, 1 back") == true
        }
        let seen = try explore(honest, ending, whole, until: { $0.problem != nil }) { world in
            world.sockets.peers { _ in [[.sends("b"), .ends]] }
            world.sockets.clients(of: address, atMost: 1, [[.sends("a"), .ends]])
            world.sockets.mayBreak(atMost: 1)
            return forward(.init(at: address, to: target))
        }
        #expect(seen.cuts == [], "\(seen)")
    }
}
