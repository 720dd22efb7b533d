import Cycle
import CycleDrivers
import Foundation
import SampleArguments

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
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .lines($0.answers.suffix(1), edition: $0.answers.count) },
            eventFilter: { _, _ in })
    }
}

let help = """
    raft serve NUMBER FOLDER HOST:PORT HOST:PORT …: the server of that number, from 1 on, of all whose addresses follow
    raft client HOST:PORT … CALL …: makes calls to the servers: get, or set=3
    hosts are numbers, as 127.0.0.1:7001; a folder keeps the term, the vote and the log of one server
    """
let words = Program.words(of: "raft", help: help, atLeast: 3)
let (addresses, rest) = (
    words.compactMap(SocketAddress.init(numbered:)), words.filter { SocketAddress(numbered: $0) == nil }
)

if words[0] == "serve", rest.count == 3, addresses.count > 1, let number = Int(rest[1]),
    addresses.indices.contains(number - 1), case .host(_, let port) = addresses[number - 1]
{
    let server = RaftServer(number - 1, of: addresses, patience: .milliseconds(200 + 100 * number))
    let last = await raftServer(server, at: .host("", port: port), in: rest[2]).run(until: { $0.problem != nil })
    if let problem = last.problem { Program.fail(problem, in: "raft") }
} else if words[0] == "client", !addresses.isEmpty,
    rest.dropFirst().allSatisfy({ $0 == "get" || $0.hasPrefix("set=") && Int($0.dropFirst(4)) != nil })
{
    let client = RaftClient(.random(in: 1...Int.max), of: addresses, calls: Array(rest.dropFirst()))
    let last = await raftClient(client).run(until: \.isDone)
    if let problem = last.problem { Program.fail(problem, in: "raft") }
} else {
    Program.refuse(.init("first serve or client, and their words\n\(help)"), in: "raft")
}
