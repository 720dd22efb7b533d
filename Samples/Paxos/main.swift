import Cycle
import CycleDrivers
import Foundation
import SampleArguments
import SampleSystems

/// Keeps promises in a folder.
func paxosAcceptor(_ acceptor: Acceptor, in folder: String) -> CycledLens<some Any, Acceptor> {
    CycledLens(startingWith: acceptor) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
    }
}

/// Prints the value that is chosen.
func paxosProposer(_ proposer: Proposer) -> CycledLens<some Any, Proposer> {
    CycledLens(startingWith: proposer) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .lines($0.chosen.map { [$0] } ?? []) }, eventFilter: { _, _ in })
    }
}

let help = """
    paxos acceptor PORT FOLDER: accepts proposals, and keeps its promises in a file of the folder
    paxos propose HOST:PORT … VALUE: proposes a word to the acceptors, and prints the one that is chosen, for ever
    paxos check FILE …: says whether the proposers that were recorded learned one value
    hosts are numbers, as 127.0.0.1:7001; most acceptors must run

    --record FILE: keeps the moments of a proposer in a file, which outlives a kill
    """
let (words, recording) = Program.words(of: "paxos", help: help, atLeast: 2, option: "--record")
let acceptors = words.dropFirst().compactMap(SocketAddress.init(numbered:))
let problem: String?

do {
    if words[0] == "check" {
        try Program.judge(Array(words.dropFirst()), by: Proposer.self, as: OneValue(), in: "paxos")
    } else if words[0] == "acceptor", words.count == 3, let port = UInt16(words[1]) {
        let acceptor = Acceptor(at: .host("", port: Int(port)))
        problem = await paxosAcceptor(acceptor, in: words[2]).run(until: { $0.problem != nil }).problem
    } else if words[0] == "propose", !acceptors.isEmpty, acceptors.count == words.count - 2, let value = words.last,
        Proposal("1.1=\(value)")?.value == value, !value.contains(where: \.isWhitespace), value.utf8.count <= 1_000
    {
        // Proposers that always begin anew at the same time would refuse each other for ever.
        var proposer = Proposer(.random(in: 1...Int.max), of: acceptors, value: value)
        proposer.pause = .milliseconds(.random(in: 100...300))
        let cycle = paxosProposer(proposer)
        try Program.record(cycle, in: recording, of: "paxos")
        problem = await cycle.run(until: \.isDone).problem
    } else {
        throw Arguments.Mistake("first acceptor, propose or check, and their words; a value is one word\n\(help)")
    }
} catch {
    Program.refuse(.init("\(error)"), in: "paxos")
}
if let problem { Program.fail(problem, in: "paxos") }
