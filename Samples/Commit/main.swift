import Cycle
import CycleDrivers
import Foundation
import SampleArguments

func committing(_ coordinator: Coordinator, in folder: String) -> CycledLens<some Any, Coordinator> {
    CycledLens(startingWith: coordinator) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
        frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        frames.lens(driver: ConsoleDriver(), frameFilter: { $0.console }, eventFilter: { _, _ in })
    }
}

func managing(_ manager: Manager, in folder: String) -> CycledLens<some Any, Manager> {
    CycledLens(startingWith: manager) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
        frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        frames.lens(driver: ConsoleDriver(), frameFilter: { $0.console }, eventFilter: { $0.take($1) })
    }
}

let help = """
    commit coordinator PORT FOLDER HOST:PORT …: decides for the managers, by two-phase commit
    commit manager PORT FOLDER HOST:PORT: a manager of the coordinator there, who decides by a line: ready, or no
    commit check FILE …: says whether the managers that were recorded came to one word with each coordinator
    hosts are numbers, as 127.0.0.1:7001; a folder keeps a verdict, or a vote

    --record FILE: keeps the moments of a manager in a file, which outlives a kill
    """

/// Says whether each coordinator's managers came to one word. Another life of a manager counts as another manager.
func judge(_ paths: [String]) throws -> Never {
    let managers = try Program.frames(of: paths, as: Manager.self).flatMap(\.self)
    let words = Dictionary(grouping: managers, by: \.coordinator).mapValues { Set($0.compactMap(\.word)) }
    for (coordinator, words) in words where words.contains(.commit) && !words.isDisjoint(with: [.abort, .no]) {
        Program.fail("it is not one word with \(coordinator): one commits, and another one does not", in: "commit")
    }
    let count = words.values.count { $0.contains(.commit) }
    print("it is one word with each of \(words.count) coordinators, of which \(count) committed")
    Program.end()
}

let (words, recording) = Program.words(of: "commit", help: help, atLeast: 2, option: "--record")
let others = words.dropFirst(3).compactMap(SocketAddress.init(numbered:))
let problem: String?

do {
    if words[0] == "check" { try judge(Array(words.dropFirst())) }
    guard words.count > 3, let port = UInt16(words[1]), others.count == words.count - 3 else {
        throw Arguments.Mistake("first a port, then a folder, then addresses as 127.0.0.1:7001\n\(help)")
    }
    let address = SocketAddress.host("", port: Int(port))
    switch words[0] {
    case "coordinator":
        let coordinator = committing(Coordinator(at: address, of: others), in: words[2])
        problem = await coordinator.run(until: { $0.problem != nil }).problem
    case "manager" where others.count == 1:
        let manager = managing(Manager(at: address, of: others[0]), in: words[2])
        try Program.record(manager, in: recording, of: "commit")
        problem = await manager.run(until: \.isDone).problem
    default: throw Arguments.Mistake("a coordinator, or a manager with one address\n\(help)")
    }
} catch {
    Program.refuse(.init("\(error)"), in: "commit")
}
if let problem { Program.fail(problem, in: "commit") }
