import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

@testable import raft

@Suite("raft, one program")
struct RaftTests {
    private static let members = (1...3).map { SocketAddress.host("192.0.2.\($0)", port: 7) }
    private static let address = SocketAddress.host("", port: 7)
    private static let client = SocketAddress.host("192.0.2.9", port: 50_001)

    /// The first of three servers, and all others played by the test.
    private struct Server {
        let sockets = SimulatedSockets()
        let files: SimulatedFiles
        let test: TestRun<RaftServer>

        init(disk: String? = nil, _ files: SimulatedFiles = SimulatedFiles()) {
            if let disk { files[text: "raft"] = disk }
            self.files = files
            let server = RaftServer(0, of: members, patience: .seconds(1))
            test = TestRun(
                raftServer(server, at: address, in: "data"), exhaustive: false, standIns: sockets, files)
            test.settle()
        }

        /// - Returns: The messages that it sends then, each with its receiver.
        func hears(_ message: String, from sender: SocketAddress) -> [String] {
            sends {
                sockets.arrive(.init(message, to: address), from: sender)
                test.settle()
            }
        }

        func sends(_ happen: () -> Void) -> [String] {
            let count = sockets.sentDatagrams.count
            happen()
            return sockets.sentDatagrams.dropFirst(count).map {
                "\(String(decoding: $0.bytes, as: UTF8.self)) to \($0.address)"
            }
        }
    }

    @Test("each message is the same when it has come as words")
    func words() {
        let call = Entry("set=3", of: 17, 1)
        let messages: [Message] = [
            .vote(term: 3, lastIndex: 2, lastTerm: 1), .voted(term: 3, isGranted: true),
            .append(term: 3, previousIndex: 2, previousTerm: 1, commit: 2, []),
            .append(term: 3, previousIndex: 0, previousTerm: 0, commit: 0, [call, Entry("get", of: 18, 1)]),
            .appended(term: 3, isDone: false, index: 2), .call(call), .answer(client: 17, number: 1, "ok"),
            .answer(client: 17, number: 2, "-3"),
        ]
        for message in messages { #expect(Message(message.description) == message) }
        for text in ["", "vote", "vote 1 2", "voted x 1", "call get", "append 1 2 3", "hello"] {
            #expect(Message(text) == nil, "\(text)")
        }
    }

    @Test("a server without a leader stands, leads by one vote, and answers when one other has the entry")
    func leads() {
        let server = Server()
        let asked = server.sends { server.test.advance(by: .seconds(1)) }
        #expect(asked == ["vote 1 0 0 to 192.0.2.2:7", "vote 1 0 0 to 192.0.2.3:7"])
        #expect(server.files[text: "raft"] == "1 0" && server.hears("voted 1 0", from: Self.members[1]) == [])
        let begun = server.hears("voted 1 1", from: Self.members[2])
        #expect(begun == ["append 1 0 0 0 to 192.0.2.2:7", "append 1 0 0 0 to 192.0.2.3:7"])
        let called = server.hears("call 0/5/1/set=3", from: Self.client)
        #expect(called == begun.map { $0.replacing("0 0 0", with: "0 0 0 1/5/1/set=3") })
        #expect(server.hears("call 0/5/1/set=3", from: Self.client) == [])
        #expect(server.hears("appended 1 1 1", from: Self.members[2]) == ["answer 5 1 ok to 192.0.2.9:50001"])
        #expect(server.hears("call 0/5/1/set=3", from: Self.client) == ["answer 5 1 ok to 192.0.2.9:50001"])
        #expect(server.test.frame.value == 3 && server.test.frame.stored.log.count == 1)
        // The other one is behind: it gets all that it lacks.
        #expect(
            server.hears("appended 1 0 0", from: Self.members[1]) == [
                "append 1 0 0 1 1/5/1/set=3 to 192.0.2.2:7"
            ])
        #expect(server.hears("append 2 1 1 1", from: Self.members[1]) == ["appended 2 1 1 to 192.0.2.2:7"])
        #expect(server.test.frame.role == .follower && server.files[text: "raft"] == "2 -1\n1/5/1/set=3")
    }

    @Test("a server votes once in a term, for a log that is as new as its own, and not in a term that is over")
    func votes() {
        let server = Server(disk: "3 -1\n2/5/1/get\n3/5/2/get")
        #expect(server.hears("vote 2 9 9", from: Self.members[1]) == ["voted 3 0 to 192.0.2.2:7"])
        #expect(server.hears("vote 3 9 2", from: Self.members[1]) == ["voted 3 0 to 192.0.2.2:7"])
        #expect(server.hears("vote 3 1 3", from: Self.members[1]) == ["voted 3 0 to 192.0.2.2:7"])
        #expect(server.hears("vote 3 2 3", from: Self.members[2]) == ["voted 3 1 to 192.0.2.3:7"])
        #expect(server.hears("vote 3 9 9", from: Self.members[1]) == ["voted 3 0 to 192.0.2.2:7"])
        #expect(server.hears("vote 3 2 3", from: Self.members[2]) == ["voted 3 1 to 192.0.2.3:7"])
        #expect(server.hears("vote 4 2 3", from: Self.client) == [])
        #expect(server.files[text: "raft"] == "3 2\n2/5/1/get\n3/5/2/get")
    }

    @Test("a follower refuses entries behind a gap, and replaces its own where they differ from the leader's")
    func follows() {
        let server = Server(disk: "3 -1\n1/5/1/get\n2/6/1/get\n2/6/2/get")
        #expect(server.hears("append 2 1 1 0", from: Self.members[1]) == ["appended 3 0 1 to 192.0.2.2:7"])
        #expect(server.hears("append 3 4 3 0", from: Self.members[1]) == ["appended 3 0 4 to 192.0.2.2:7"])
        #expect(server.hears("append 3 2 3 0", from: Self.members[1]) == ["appended 3 0 2 to 192.0.2.2:7"])
        let entries = "append 3 1 1 9 2/6/1/get 3/5/2/set=7"
        #expect(server.hears(entries, from: Self.members[1]) == ["appended 3 1 3 to 192.0.2.2:7"])
        // An older message takes nothing away that stands behind it.
        #expect(server.hears("append 3 1 1 0 2/6/1/get", from: Self.members[1]) == ["appended 3 1 2 to 192.0.2.2:7"])
        #expect(server.files[text: "raft"] == "3 -1\n1/5/1/get\n2/6/1/get\n3/5/2/set=7")
        #expect(server.test.frame.commit == 3 && server.test.frame.value == 7)
    }

    @Test("a disk that fails, and a file of another program, end a server with the reason")
    func problems() {
        let broken = SimulatedFiles()
        broken.plannedFault = { _ in .error(5) }
        #expect(Server(broken).test.frame.problem != nil)
        #expect(Server(disk: "hello").test.frame.problem?.contains("another folder") == true)
    }

    @Test("a client asks one server after the other until one answers, and gives up in the end")
    func client() {
        let sockets = SimulatedSockets()
        let client = RaftClient(5, of: Self.members, calls: ["set=3", "get"])
        let test = TestRun(raftClient(client), exhaustive: false, standIns: sockets, SimulatedConsole())
        test.advance(by: .milliseconds(500))
        let sent = sockets.sentDatagrams.map { "\(String(decoding: $0.bytes, as: UTF8.self)) to \($0.address)" }
        #expect(sent == (1...3).map { "call 0/5/1/set=3 to 192.0.2.\($0):7" })
        let own = SocketAddress.host("", port: 50_001)
        sockets.arrive(.init("answer 5 1 ok", to: own), from: Self.client)
        // An answer to a client that had the port before.
        sockets.arrive(.init("answer 4 1 7", to: own), from: Self.members[0])
        sockets.arrive(.init("answer 5 1 ok", to: own), from: Self.members[0])
        test.settle()
        #expect(test.frame.answers == ["ok"] && test.frame.call == "get")
        test.advance(by: .seconds(60))
        #expect(test.frame.problem?.contains("no server answers to get") == true)
    }
}
