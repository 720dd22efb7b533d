import Cycle
import CycleDrivers
import CycleExplore
import SampleSystems

@testable import raft

/// Three servers and a client, and the laws of figure 3 of the paper.
struct Cluster: Hashable {
    let servers: [RaftServer]
    let clients: [RaftClient]

    private func pairs(_ isRight: (RaftServer, RaftServer) -> Bool) -> Bool {
        servers.allSatisfy { one in servers.allSatisfy { one.number == $0.number || isRight(one, $0) } }
    }

    static let oneLeader = Law<Cluster>.always("a term has at most one leader") { cluster in
        cluster.pairs { $0.role != .leader || $1.role != .leader || $0.stored.term != $1.stored.term }
    }

    static let logsMatch = Law<Cluster>.always("logs that have an entry of one term are the same up to it") { cluster in
        cluster.pairs { one, other in
            let logs = zip(one.stored.log, other.stored.log)
            let last = Array(logs).lastIndex { $0.term == $1.term }
            return last.map { one.stored.log[...$0] == other.stored.log[...$0] } ?? true
        }
    }

    static let oneHistory = Law<Cluster>.always("entries that are committed never differ") { cluster in
        cluster.pairs { one, other in
            let count = min(one.commit, other.commit)
            return one.stored.log.prefix(count) == other.stored.log.prefix(count)
        }
    }

    static let leaderHasAll = Law<Cluster>.always("a leader has all entries that were committed before it") { cluster in
        cluster.pairs { leader, other in
            leader.role != .leader || leader.stored.term < other.stored.term
                || leader.stored.log.prefix(other.commit) == other.stored.log.prefix(other.commit)
        }
    }

    static let isOneNumber = Law<Cluster>.linearizable("it is one number", of: OneNumber()) { before, after in
        after.clients.indices.flatMap { index in
            events(of: "client\(index + 1)", before?.clients[index], after.clients[index])
        }
    }

    static let laws = [oneLeader, logsMatch, oneHistory, leaderHasAll]

    /// The parts of the world of the system.
    struct Cast {
        let world: World
        let servers: [ExploredProgram<RaftServer>]
    }

    enum Mistake {
        case forgetsItsVote, takesAnyTerm, commitsOlderTerms
    }

    static let names = ["one", "two", "three"]
    static let members = names.map { SocketAddress.host($0, port: 7) }

    /// - Parameters:
    ///   - laws: The laws.
    ///   - mistake: The mistake that all servers make.
    ///   - disks: The files of the servers at the beginning.
    ///   - standing: Servers that stand for election when the world begins. There is no time then.
    ///   - calls: Those of each client.
    ///   - describe: Says what may happen.
    static func scenario(
        _ laws: [Law<Cluster>] = laws, mistake: Mistake? = nil, disks: [String?] = [nil, nil, nil],
        standing: [Int] = [], calls: [[String]] = [], _ describe: @escaping @Sendable (Cast) -> Void = { _ in }
    ) -> Scenario<Cluster> {
        Scenario(laws: laws) { world in
            let servers = names.indices.map { number in
                // Longer than a world takes for rest, that a simulation ends there.
                let unit = standing.isEmpty ? Duration.seconds(7_200) : noTime
                var server = RaftServer(number, of: members, patience: unit * (number + 3))
                server.heartbeat = unit * 2
                if standing.contains(number) { server.stand() }
                return world.program(names[number]) { [server] world in
                    (world.files.mayFail, world.files.mayBeFull) = (false, false)
                    if let disk = disks[number] { world.files.begin(with: ["raft": disk]) }
                    return raftServer(server, mistake)
                }
            }
            let clients = calls.enumerated().map { number, calls in
                var client = RaftClient(number + 1, of: members, calls: calls)
                client.pause = .seconds(7_200)
                return world.program("client\(number + 1)") { [client] _ in raftClient(client) }
            }
            describe(Cast(world: world, servers: servers))
            return Programs(in: world) { Cluster(servers: servers.map(\.frame), clients: clients.map(\.frame)) }
        }
    }

    /// Longer than any alarm that a world rings.
    private static let noTime = Duration.seconds(1_000 * 366 * 86_400 as Int64)

    /// The program of `main.swift`, with a mistake.
    private static func raftServer(_ server: RaftServer, _ mistake: Mistake?) -> CycledLens<some Any, RaftServer> {
        CycledLens(startingWith: server) { frames in
            frames.lens(
                driver: SocketDriver<Int>(), frameFilter: { $0.sockets(at: .host("", port: 7)) },
                eventFilter: { server, event in
                    server.take(mistake == .takesAnyTerm ? event.ofTerm(atLeast: server.stored.term) : event)
                    if mistake == .commitsOlderTerms { server.commitWhatMostHave() }
                })
            frames.lens(
                driver: PersistenceDriver(root: "data"),
                frameFilter: { mistake == .forgetsItsVote ? $0.files.withoutVote : $0.files },
                eventFilter: { $0.take($1) })
            frames.lens(driver: TimerDriver<Bool>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        }
    }
}

extension SocketDriver<Int>.Event {
    /// The same, with a message that is no longer old.
    fileprivate func ofTerm(atLeast least: Int) -> Self {
        guard case .datagram(let id, let bytes, let sender) = self else { return self }
        var words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard ["vote", "voted", "append", "appended"].contains(words[0]), let term = Int(words[1]) else { return self }
        words[1] = "\(max(term, least))"
        return .datagram(id, Array(words.joined(separator: " ").utf8), from: sender)
    }
}

extension PersistenceDriver.Model {
    fileprivate var withoutVote: Self {
        guard case .write(let bytes)? = requests.first?.action else { return self }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        lines[0] = "\(lines[0].split(separator: " ")[0]) -1"
        return .files(.write("raft", lines.joined(separator: "\n")))
    }
}

extension RaftServer {
    /// Its disk was empty, its patience is over, and its vote for itself is saved.
    fileprivate mutating func stand() {
        take(PersistenceDriver.Event.loaded(path: "raft", bytes: nil))
        take(.fired(false, count: 1, scheduled: .zero, lateBy: .zero, wallTime: .zero))
        take(PersistenceDriver.Event.saved(path: "raft"))
    }

    fileprivate mutating func commitWhatMostHave() {
        guard role == .leader else { return }
        let counts = match.indices.map { $0 == number ? stored.log.count : match[$0] }.sorted()
        commit = max(commit, counts[1])
    }
}
