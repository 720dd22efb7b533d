import Cycle
import CycleDrivers
import CycleExplore
import CycleNetwork
import CycleScreens
import CycleTesting
import Synchronization
import TestSupport
import Testing

@testable import chat

@Suite("chat")
struct ChatTests {
    private let address = SocketAddress.host("", port: 9000)

    @Test("a room tells all guests what one says, and who comes and leaves")
    func tells() throws {
        let sockets = SimulatedSockets()
        let test = TestRun(room(at: address), exhaustive: false, standIns: sockets)
        test.settle()
        let ann = try #require(sockets.connect(to: address))
        sockets.happen(.asksForWebSocket("/ann"), at: ann)
        test.settle()
        let bob = try #require(sockets.connect(to: address))
        sockets.happen(.asksForWebSocket("/bob"), at: bob)
        sockets.happen(.saysMessage(.text("hello")), at: bob)
        test.settle()
        let lines = ["ann comes in", "bob comes in", "bob: hello"]
        for guest in [ann, bob] {
            let heard = sockets.webSocket(at: guest)?.messages.dropFirst()
            #expect(heard.map { Array($0) } == lines.map { .text($0) })
        }
        sockets.happen(.leavesWebSocket(), at: bob)
        test.settle()
        #expect(sockets.webSocket(at: ann)?.messages.last == .text("bob leaves"))
        #expect(test.frame.responses.count == 1)
    }

    @Test("a guest who comes late hears the last hundred lines")
    func late() throws {
        let sockets = SimulatedSockets()
        let test = TestRun(room(at: address), exhaustive: false, standIns: sockets)
        test.settle()
        let bob = try #require(sockets.connect(to: address))
        sockets.happen(.asksForWebSocket("/bob"), at: bob)
        for number in 0..<300 {
            sockets.happen(.saysMessage(.text("\(number)")), at: bob)
            test.settle()
        }
        let ann = try #require(sockets.connect(to: address))
        sockets.happen(.asksForWebSocket("/ann"), at: ann)
        test.settle()
        #expect(sockets.webSocket(at: ann)?.messages.count == Room.lineLimit)
        #expect(sockets.webSocket(at: bob)?.messages.count == 303)
    }

    @Test("another request is told to come with a WebSocket")
    func other() throws {
        let sockets = SimulatedSockets()
        let test = TestRun(room(at: address), exhaustive: false, standIns: sockets)
        test.settle()
        let client = try #require(sockets.connect(to: address))
        sockets.happen(.requests("GET", "/"), at: client)
        test.settle()
        #expect(sockets.responses(at: client).map(\.status) == [426] && test.frame.responses.isEmpty)
    }

    @Test("a guest types, hears, and connects again without losing what was typed meanwhile")
    func guest() throws {
        let sockets = SimulatedSockets()
        let server = SocketAddress.host("room", port: 80)
        sockets.answers = { _ in [.opensWebSocket(), .sendsMessage(.text("welcome"))] }
        let console = SimulatedConsole()
        let test = TestRun(
            chat(at: "ws://room/ann"), exhaustive: false, standIns: sockets, console)
        test.settle()
        console.type("hello\r")
        test.settle()
        #expect(sockets.webSocket(at: server)?.messages == [.text("hello")])
        #expect(console.terminal.lines.contains { $0.contains("welcome") })
        sockets.happen(.resets, at: server)
        test.settle()
        console.type("again\r")
        test.settle()
        #expect(console.terminal.lines.contains { $0.contains("trying again") })
        test.advance(by: .seconds(2))
        #expect(sockets.webSocket(at: server)?.messages == [.text("again")] && test.frame.state == .open)
    }

    @Test("in every order, a room keeps a response for each guest who is there, and for no other")
    func everyOrder() throws {
        let single = Law<Room>.always("a guest has one response") { room in
            Set(room.responses.map(\.request)).count == room.responses.count
        }
        let few = Law<Room>.always("there are no more guests than clients") { $0.responses.count <= 2 }
        let empty = Law<Room>.sometimes("the room is empty again") { $0.lineCount >= 3 && $0.responses.isEmpty }
        let seen = try explore(single, few, empty, bounds: .inThisBuild, until: { $0.problem != nil }) { world in
            world.sockets.clients(
                of: address, atMost: 1, [[.asksForWebSocket("/a"), .leavesWebSocket()]])
            world.sockets.clients(of: address, atMost: 1, [[.asksForWebSocket("/b"), .saysMessage(.text("x"))]])
            return room(at: address)
        }
        #expect(seen.cuts == [], "\(seen)")
    }

    private struct Talk: Equatable {
        let room: Room
        let ann: Chat
    }

    @Test("a guest of a room, as two programs at random, is in the room while it is connected, and hears what it says")
    func system() throws {
        let isIn = Law<Talk>.atRest("a guest who is connected is in the room") { talk in
            talk.ann.state != .open || talk.room.responses.count == 1
        }
        let hears = Law<Talk>.leadsTo(
            "she hears herself", from: { $0.ann.state == .open && $0.room.news == ["ann: h"] },
            to: { $0.ann.heard.lines.contains("ann: h") || $0.ann.state != .open })
        let hasHeard = Mutex(false)
        let noted = Law<Talk>.always("is noted") { talk in
            if talk.ann.heard.lines.contains("ann: h") { hasHeard.withLock { $0 = true } }
            return true
        }
        let scenario = Scenario(laws: [isIn, hears, noted], until: { $0.ann.isDone }) { world in
            let server = world.program("room") { _ in room(at: address) }
            let ann = world.program("ann") { world in
                world.console.keys([.init(.character("h")), .enter], atMost: 4)
                return chat(at: "ws://room:9000/ann")
            }
            world.sockets.mayBreak(atMost: 1)
            return Programs(in: world) { Talk(room: server.frame, ann: ann.frame) }
        }
        try scenario.simulate(seeds: 8, steps: 40)
        #expect(hasHeard.withLock { $0 })
    }
}
