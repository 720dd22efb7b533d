import Cycle
import CycleDrivers
import CycleExplore
import CycleMonitor
import Foundation
import SampleArguments

/// Keeps a number in the file `register` of a folder, and serves it.
func registerServer(at address: SocketAddress, in folder: String) -> CycledLens<some Any, RegisterServer> {
    CycledLens(startingWith: RegisterServer(at: address)) { frames in
        frames.lens(
            driver: SocketDriver<RegisterServer.Name>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
    }
}

/// Makes calls, and prints each answer.
func registerClient(_ client: RegisterClient) -> CycledLens<some Any, RegisterClient> {
    CycledLens(startingWith: client) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .lines($0.answers.suffix(1), edition: $0.answers.count) },
            eventFilter: { _, _ in })
    }
}

/// Says whether clients saw one number, by their recordings. The exit code is 3 where that took too long to find out.
func judge(_ paths: [String]) throws -> Never {
    let history = try history(of: paths.map { ($0, try Recording(path: $0)) })
    let operations = history.operations
    let open = operations.count { $0.end == nil }
    let count = "\(operations.count) calls of \(paths.count) clients, \(open) without an answer"
    switch Linearizability(of: OneNumber()).verdict(on: operations) {
    case .linearizable: Program.print("it is one number: \(count)")
    case .impossible(let operation, let longest):
        let account = history.account(of: operation, behind: longest, last: 12)
        Program.fail("it is not one number: \(count)\n\(account)", in: "register")
    case .undecided(let steps):
        Program.fail("no verdict after \(steps) steps: judge fewer calls; \(count)", in: "register", code: 3)
    }
}

let help = """
    register PORT FOLDER: keeps a number in a file of the folder, and serves it at the port
    register HOST:PORT CALL …: makes calls: read, or write=3
    register check FILE …: says whether the clients that were recorded saw one number

    --record FILE: keeps the moments of the run in a file, which outlives a kill
    """
let (words, recording) = Program.words(of: "register", help: help, atLeast: 2, option: "--record")

/// Runs a program, with a recording if there is to be one.
func run<Frame>(_ cycle: CycledLens<some Any, Frame>, until isDone: @escaping (Frame) -> Bool) async throws -> Frame {
    if let recording {
        // A call that is not recorded must not be made: a judge would take its effect for a lie.
        let recorder = try Recorder(keeping: 100_000, leavingIn: recording) { Program.fail("\($0)", in: "register") }
        cycle.record(into: recorder)
    }
    return await cycle.run(until: isDone)
}

do {
    if words[0] == "check" { try judge(Array(words.dropFirst())) }
    let problem: String?
    if let port = UInt16(words[0]), words.count == 2 {
        let server = registerServer(at: .host("", port: Int(port)), in: words[1])
        problem = try await run(server, until: { $0.problem != nil }).problem
    } else if let address = SocketAddress(words[0]) {
        let calls = words.dropFirst().map { $0.replacingOccurrences(of: "=", with: " ") }
        problem = try await run(registerClient(.init(of: address, calls: calls)), until: \.isDone).problem
    } else {
        throw Arguments.Mistake("first the number of a port, or an address as localhost:7000\n\(help)")
    }
    if let problem { Program.fail(problem, in: "register") }
} catch let mistake as HistoryMistake {
    Program.fail("no verdict: \(mistake)", in: "register", code: 3)
} catch {
    Program.refuse(.init("\(error)"), in: "register")
}
