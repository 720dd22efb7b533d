import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting
import SampleSystems
import TestSupport
import Testing

@testable import paxos

@Suite("paxos, one program")
struct PaxosTests {
    private let acceptors = (1...3).map { SocketAddress.host("192.0.2.\($0)", port: 7) }
    private let address = SocketAddress.host("", port: 7)
    private let stranger = SocketAddress.host("192.0.2.9", port: 50_001)
    private let sockets = SimulatedSockets()
    private let files = SimulatedFiles()

    /// - Returns: The messages that a program sends when it hears some words.
    private func sent<Frame>(_ test: TestRun<Frame>, _ happen: () -> Void = {}) -> [String] {
        let count = sockets.sentDatagrams.count
        happen()
        test.settle()
        return sockets.sentDatagrams.dropFirst(count).map {
            "\(String(decoding: $0.bytes, as: UTF8.self)) to \($0.address)"
        }
    }

    @Test("a value that was proposed first is the answer to all proposers, and no other one is")
    func oneValue() {
        func isOneValue(_ answers: [(call: String, answer: String?)]) -> Bool {
            let operations = answers.enumerated().map { index, one in
                one.answer.map { HistoryOperation(one.call, from: 2 * index, answered: ($0, 2 * index + 1)) }
                    ?? HistoryOperation(one.call, from: 2 * index)
            }
            if case .linearizable = Linearizability(of: OneValue()).verdict(on: operations) { return true }
            return false
        }
        #expect(isOneValue([("a", "a"), ("b", "a"), ("c", nil), ("d", "a")]))
        #expect(isOneValue([("a", nil), ("b", "a"), ("c", "a")]))
        #expect(!isOneValue([("a", "a"), ("b", "b")]))
        #expect(!isOneValue([("a", "x")]))
        #expect(!isOneValue([("a", "a"), ("b", nil), ("c", "b")]))
    }

    private func acceptor(at address: SocketAddress) -> TestRun<Acceptor> {
        let test = TestRun(
            paxosAcceptor(Acceptor(at: address), in: "data"), exhaustive: false, standIns: sockets, files)
        test.settle()
        return test
    }

    @Test("each message is the same when it has come as words")
    func words() {
        let (old, new) = (Ballot(round: 1, proposer: 5), Ballot(round: 2, proposer: 4))
        let proposal = Proposal(ballot: old, value: "a=b")
        let messages: [PaxosMessage] = [
            .prepare(old), .promise(Promise(ballot: new)), .promise(Promise(ballot: new, accepted: proposal)),
            .accept(proposal), .accepted(old), .refuse(old, for: new),
        ]
        for message in messages { #expect(PaxosMessage(message.description) == message) }
        let last = "prepare \(Int.max).1"
        for text in ["", "prepare", "prepare 1", "promise 1.5 x", "accept 1.5", "refuse 1.5", "hello 1.5", last] {
            #expect(PaxosMessage(text) == nil, "\(text)")
        }
    }

    @Test("an acceptor refuses what is older than its promise, also after a kill")
    func promises() {
        let test = acceptor(at: address)
        let heard = [
            ("prepare 2.5", "promise 2.5"), ("prepare 1.9", "refuse 1.9 2.5"), ("accept 2.4=x", "refuse 2.4 2.5"),
            ("accept 2.5=a", "accepted 2.5"), ("prepare 2.5", "promise 2.5 2.5=a"),
            ("prepare 3.1", "promise 3.1 2.5=a"), ("accept 2.5=a", "refuse 2.5 3.1"), ("accept 4.1=b", "accepted 4.1"),
        ]
        for (words, answer) in heard {
            let told = sent(test) { sockets.arrive(.init(words, to: address), from: stranger) }
            #expect(told == ["\(answer) to \(stranger)"], "\(words)")
        }
        #expect(sent(test) { sockets.arrive(.init("accepted 9.9", to: address), from: stranger) } == [])
        #expect(files[text: "promise"] == "4.1 4.1=b")
        let other = SocketAddress.host("", port: 8)
        let next = acceptor(at: other)
        let told = sent(next) { sockets.arrive(.init("prepare 4.0", to: other), from: stranger) }
        #expect(told == ["refuse 4.0 4.1 to \(stranger)"])
    }

    @Test("an acceptor says nothing of a promise that its disk does not have")
    func saves() {
        var acceptor = Acceptor(at: address)
        acceptor.take(PersistenceDriver.Event.loaded(path: "promise", bytes: nil))
        acceptor.take(.datagram(0, Array("prepare 1.5".utf8), from: stranger))
        #expect(acceptor.sockets == [.datagrams(0, at: address, output: .init())])
        #expect(acceptor.files == .files(.write("promise", "1.5")))
        acceptor.take(PersistenceDriver.Event.saved(path: "promise"))
        let answer = Datagram("promise 1.5", to: stranger)
        #expect(acceptor.sockets == [.datagrams(0, at: address, output: .init([answer]))])
    }

    @Test("a port that is taken, a disk that fails, and a file of another program end an acceptor with the reason")
    func problems() {
        let first = acceptor(at: address)
        #expect(first.frame.problem == nil && acceptor(at: address).frame.problem?.contains("address") == true)
        files.plannedFault = { _ in .error(5) }
        #expect(acceptor(at: .host("", port: 8)).frame.problem != nil)
        var other = Acceptor(at: address)
        other.take(PersistenceDriver.Event.loaded(path: "promise", bytes: Array("1.5 hello".utf8)))
        #expect(other.problem?.contains("another folder") == true)
    }

    @Test("a proposer takes over the newest value that most have accepted, and learns it")
    func proposes() {
        let own = SocketAddress.host("", port: 50_001)
        let test = TestRun(
            paxosProposer(Proposer(5, of: acceptors, value: "a")), exhaustive: false, standIns: sockets,
            SimulatedConsole())
        func hears(_ words: String, from number: Int) -> [String] {
            sent(test) { sockets.arrive(.init(words, to: own), from: number < 3 ? acceptors[number] : stranger) }
        }
        func toAll(_ words: String) -> [String] { acceptors.map { "\(words) to \($0)" } }
        test.settle()
        #expect(sockets.sentDatagrams == acceptors.map { .init("prepare 1.5", to: $0) })
        #expect(hears("promise 1.5 0.3=b", from: 0) == [] && hears("promise 1.5 0.3=b", from: 0) == [])
        #expect(hears("promise 1.5", from: 3) == [] && hears("promise 1.4", from: 1) == [])
        #expect(hears("promise 1.5 0.4=c", from: 2) == toAll("accept 1.5=c"))
        #expect(hears("accepted 1.5", from: 2) == [] && hears("accepted 1.4", from: 1) == [])
        #expect(hears("accepted 1.5", from: 1) == [] && test.frame.chosen == "c" && test.frame.isDone)
    }

    @Test("a proposer that is refused begins a newer ballot, and one that hears nothing asks again until it gives up")
    func again() {
        let test = TestRun(
            paxosProposer(Proposer(5, of: acceptors, value: "a")), exhaustive: false, standIns: sockets,
            SimulatedConsole())
        test.settle()
        let own = SocketAddress.host("", port: 50_001)
        sockets.arrive(.init("promise 1.5", to: own), from: acceptors[0])
        #expect(
            sent(test) { test.advance(by: .milliseconds(250)) } == [1, 2].map { "prepare 1.5 to \(acceptors[$0])" })
        sockets.arrive(.init("refuse 1.5 7.9", to: own), from: acceptors[1])
        sockets.arrive(.init("refuse 1.5 6.9", to: own), from: acceptors[2])
        #expect(sent(test) { test.advance(by: .milliseconds(200)) } == acceptors.map { "prepare 8.5 to \($0)" })
        test.advance(by: .seconds(10))
        #expect(test.frame.problem?.contains("most acceptors do not answer") == true)
    }
}
