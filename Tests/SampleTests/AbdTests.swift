import Cycle
import CycleDrivers
import CycleTesting
import SampleSystems
import TestSupport
import Testing

@testable import abd

@Suite("abd, one program")
struct AbdTests {
    private let replicas = (1...3).map { SocketAddress.host("192.0.2.\($0)", port: 7) }
    private let address = SocketAddress.host("", port: 7)
    private let client = SocketAddress.host("192.0.2.9", port: 50_001)
    private let sockets = SimulatedSockets()
    private let files = SimulatedFiles()

    /// The messages that were sent since some of them, each with its receiver.
    private func sent(from first: Int = 0) -> [String] {
        sockets.sentDatagrams.dropFirst(first).map {
            "\(String(decoding: $0.bytes, as: UTF8.self)) to \($0.address)"
        }
    }

    private func replica() -> TestRun<Replica> {
        let test = TestRun(
            abdReplica(Replica(at: address), in: "data"), exhaustive: false, standIns: sockets, files)
        test.settle()
        return test
    }

    @Test("each message is the same when it has come as words")
    func words() {
        let question = Question(client: 5, number: 2)
        let messages: [AbdMessage] = [
            .ask(question), .has(question, Version()), .keep(question, Version(time: 3, client: 5, number: -7)),
            .kept(question),
        ]
        for message in messages { #expect(AbdMessage(message.description) == message) }
        let last = "keep 5 2 \(Int.max)/5/3"
        for text in ["", "ask", "ask 5", "ask 5 2 1/1/1", "has 5 2", "keep 5 2 1/1", "keep 5 x 1/1/1", last, "hello"] {
            #expect(AbdMessage(text) == nil, "\(text)")
        }
    }

    @Test("a replica keeps the newest version, and knows it again after a kill")
    func keeps() {
        let test = replica()
        for words in ["ask 5 1", "keep 5 2 2/5/3", "keep 6 2 2/4/9", "keep 7 2 2/6/4", "kept 5 1", "what"] {
            sockets.arrive(.init(words, to: address), from: client)
            test.settle()
        }
        let answers = ["has 5 1 0/0/0", "kept 5 2", "kept 6 2", "kept 7 2"]
        #expect(sent() == answers.map { "\($0) to \(client)" } && files[text: "version"] == "2/6/4")
        let next = TestRun(
            abdReplica(Replica(at: .host("", port: 8)), in: "data"), exhaustive: false, standIns: sockets, files)
        next.settle()
        sockets.arrive(.init("ask 8 1", to: .host("", port: 8)), from: client)
        next.settle()
        #expect(sent().last == "has 8 1 2/6/4 to \(client)")
    }

    @Test("a replica says nothing of a version that its disk does not have")
    func saves() {
        var replica = Replica(at: address)
        replica.take(PersistenceDriver.Event.loaded(path: "version", bytes: nil))
        replica.take(.datagram(0, Array("keep 5 2 1/5/3".utf8), from: client))
        replica.take(.datagram(0, Array("ask 6 1".utf8), from: client))
        #expect(replica.sockets == [.datagrams(0, at: address, output: .init())])
        #expect(replica.files == .files(.write("version", "1/5/3")))
        replica.take(PersistenceDriver.Event.saved(path: "version"))
        let words = ["kept 5 2", "has 6 1 1/5/3"]
        #expect(replica.sockets == [.datagrams(0, at: address, output: .init(words.map { .init($0, to: client) }))])
    }

    @Test("a port that is taken, a disk that fails, and a file of another program end a replica with the reason")
    func problems() {
        let first = replica()
        #expect(first.frame.problem == nil && replica().frame.problem?.contains("address") == true)
        files.plannedFault = { _ in .error(5) }
        #expect(replica().frame.problem != nil)
        var other = Replica(at: address)
        other.take(PersistenceDriver.Event.loaded(path: "version", bytes: Array("hello".utf8)))
        #expect(other.problem?.contains("another folder") == true)
    }

    @Test("a client writes a newer version than most replicas have, and reads it back to most")
    func calls() {
        let own = SocketAddress.host("", port: 50_001)
        let test = TestRun(
            abdClient(AbdClient(5, of: replicas, calls: ["set=3", "get"])), exhaustive: false, standIns: sockets,
            SimulatedConsole())
        func hears(_ words: String, from replica: Int) -> [String] {
            let count = sockets.sentDatagrams.count
            sockets.arrive(.init(words, to: own), from: replica < 3 ? replicas[replica] : client)
            test.settle()
            return sent(from: count)
        }
        func toAll(_ words: String) -> [String] { replicas.map { "\(words) to \($0)" } }
        test.settle()
        #expect(sent() == toAll("ask 5 1"))
        // A replica answers twice, a stranger answers, and an answer is one to another client.
        for (words, replica) in [("5 1 4/2/9", 0), ("5 1 4/2/9", 0), ("5 1 7/1/1", 3), ("4 1 7/1/1", 1)] {
            #expect(hears("has \(words)", from: replica) == [], "\(words)")
        }
        #expect(hears("has 5 1 3/9/8", from: 2) == toAll("keep 5 2 5/5/3"))
        #expect(hears("has 5 1 9/9/9", from: 1) == [] && hears("kept 5 2", from: 1) == [])
        #expect(hears("kept 5 2", from: 0) == toAll("ask 5 3") && test.frame.answers == ["ok"])
        #expect(hears("has 5 3 5/5/3", from: 0) == [])
        #expect(hears("has 5 3 6/1/8", from: 1) == toAll("keep 5 4 6/1/8") && test.frame.answers == ["ok"])
        #expect(hears("kept 5 4", from: 2) == [] && hears("kept 5 4", from: 1) == [])
        #expect(test.frame.answers == ["ok", "8"] && test.frame.isDone)
    }

    @Test("a client asks those again that have not answered, and gives up in the end")
    func silence() {
        let test = TestRun(
            abdClient(AbdClient(5, of: replicas, calls: ["get"])), exhaustive: false, standIns: sockets,
            SimulatedConsole())
        test.settle()
        sockets.arrive(.init("has 5 1 0/0/0", to: .host("", port: 50_001)), from: replicas[1])
        test.advance(by: .milliseconds(250))
        #expect(sent(from: 3) == ["ask 5 1 to 192.0.2.1:7", "ask 5 1 to 192.0.2.3:7"])
        test.advance(by: .seconds(10))
        #expect(test.frame.problem?.contains("most replicas do not answer to get") == true)
    }
}
