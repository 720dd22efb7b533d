import Cycle
import CycleDrivers
import Foundation
import SampleArguments
import SampleSystems

/// One server of several, with its file in a folder.
func raftServer(
    _ server: RaftServer, at address: SocketAddress, in folder: String
) -> CycledLens<some Any, RaftServer> {
    CycledLens(startingWith: server) { frames in
        frames.lens(
            driver: SocketDriver<Int>(), frameFilter: { $0.sockets(at: address) }, eventFilter: { $0.take($1) })
        frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
        frames.lens(driver: TimerDriver<Bool>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
    }
}

/// Makes calls, and prints each answer.
func raftClient(_ client: RaftClient) -> CycledLens<some Any, RaftClient> {
    CycledLens(startingWith: client) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        frames.lens(driver: ConsoleDriver(), frameFilter: { .lines($0.answers) }, eventFilter: { _, _ in })
    }
}

let help = """
    raft serve NUMBER FOLDER HOST:PORT HOST:PORT …: the server of that number, from 1 on, of all whose addresses follow
    raft client HOST:PORT … CALL …: makes calls to the servers: get, or set=3
    raft check FILE …: says whether the clients that were recorded saw one number
    hosts are numbers, as 127.0.0.1:7001; a folder keeps the term, the vote and the log of one server

    --record FILE: keeps the moments of a client in a file, which outlives a kill
    """
let (words, recording) = Program.words(of: "raft", help: help, atLeast: 2, option: "--record")
let (addresses, rest) = (
    words.compactMap(SocketAddress.init(numbered:)), words.filter { SocketAddress(numbered: $0) == nil }
)
let problem: String?

do {
    if words[0] == "check" {
        try Program.judge(Array(words.dropFirst()), by: RaftClient.self, as: OneNumber(), in: "raft")
    } else if words[0] == "serve", rest.count == 3, addresses.count > 1, let number = Int(rest[1]),
        addresses.indices.contains(number - 1), case .host(_, let port) = addresses[number - 1]
    {
        let server = RaftServer(number - 1, of: addresses, patience: .milliseconds(200 + 100 * number))
        let cycle = raftServer(server, at: .host("", port: port), in: rest[2])
        problem = await cycle.run(until: { $0.problem != nil }).problem
    } else if words[0] == "client", !addresses.isEmpty, rest.dropFirst().allSatisfy(OneNumber.isCall) {
        let client = raftClient(.init(.random(in: 1...Int.max), of: addresses, calls: Array(rest.dropFirst())))
        try Program.record(client, in: recording, of: "raft")
        problem = await client.run(until: \.isDone).problem
    } else {
        throw Arguments.Mistake("first serve, client or check, and their words\n\(help)")
    }
} catch {
    Program.refuse(.init("\(error)"), in: "raft")
}
if let problem { Program.fail(problem, in: "raft") }
