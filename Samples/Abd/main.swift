import Cycle
import CycleDrivers
import Foundation
import SampleArguments
import SampleSystems

/// Keeps versions of a number in a folder.
func abdReplica(_ replica: Replica, in folder: String) -> CycledLens<some Any, Replica> {
    CycledLens(startingWith: replica) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
    }
}

/// Makes calls, and prints each answer.
func abdClient(_ client: AbdClient) -> CycledLens<some Any, AbdClient> {
    CycledLens(startingWith: client) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        frames.lens(driver: ConsoleDriver(), frameFilter: { .lines($0.answers) }, eventFilter: { _, _ in })
    }
}

let help = """
    abd replica PORT FOLDER: keeps the newest version of a number in a file of the folder
    abd client HOST:PORT … CALL …: makes calls to the replicas: get, or set=3; most of them must run
    abd check FILE …: says whether the clients that were recorded saw one number
    hosts are numbers, as 127.0.0.1:7001

    --record FILE: keeps the moments of a client in a file, which outlives a kill
    """
let (words, recording) = Program.words(of: "abd", help: help, atLeast: 2, option: "--record")
let rest = words.dropFirst()
let calls = rest.filter { SocketAddress(numbered: $0) == nil }
let problem: String?

do {
    if words[0] == "check" {
        try Program.judge(Array(rest), by: AbdClient.self, as: OneNumber(), in: "abd")
    } else if words[0] == "replica", words.count == 3, let port = UInt16(words[1]) {
        let replica = Replica(at: .host("", port: Int(port)))
        problem = await abdReplica(replica, in: words[2]).run(until: { $0.problem != nil }).problem
    } else if words[0] == "client", calls.count < rest.count, calls.allSatisfy(OneNumber.isCall) {
        let replicas = rest.compactMap(SocketAddress.init(numbered:))
        let client = abdClient(AbdClient(.random(in: 1...Int.max), of: replicas, calls: calls))
        try Program.record(client, in: recording, of: "abd")
        problem = await client.run(until: \.isDone).problem
    } else {
        throw Arguments.Mistake("first replica, client or check, and their words\n\(help)")
    }
} catch {
    Program.refuse(.init("\(error)"), in: "abd")
}
if let problem { Program.fail(problem, in: "abd") }
