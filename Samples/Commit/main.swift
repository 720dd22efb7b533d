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
    hosts are numbers, as 127.0.0.1:7001; a folder keeps a verdict, or a vote
    """
let words = Program.words(of: "commit", help: help, atLeast: 4)
let others = words.dropFirst(3).compactMap(SocketAddress.init(numbered:))
guard let port = UInt16(words[1]), others.count == words.count - 3 else {
    Program.refuse(.init("first a port, then a folder, then addresses as 127.0.0.1:7001\n\(help)"), in: "commit")
}
let address = SocketAddress.host("", port: Int(port))
switch words[0] {
case "coordinator":
    let coordinator = Coordinator(at: address, of: others)
    let last = await committing(coordinator, in: words[2]).run(until: { $0.problem != nil })
    if let problem = last.problem { Program.fail(problem, in: "commit") }
case "manager" where others.count == 1:
    let last = await managing(Manager(at: address, of: others[0]), in: words[2]).run(until: { $0.problem != nil })
    if let problem = last.problem { Program.fail(problem, in: "commit") }
default: Program.refuse(.init("a coordinator, or a manager with one address\n\(help)"), in: "commit")
}
