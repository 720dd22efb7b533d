import Cycle
import CycleDrivers
import Foundation
import SampleArguments
import SampleSystems

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
        frames.lens(driver: ConsoleDriver(), frameFilter: { .lines($0.answers) }, eventFilter: { _, _ in })
    }
}

let help = """
    register PORT FOLDER: keeps a number in a file of the folder, and serves it at the port
    register HOST:PORT CALL …: makes calls: read, or write=3
    register check FILE …: says whether the clients that were recorded saw one number

    --record FILE: keeps the moments of the run in a file, which outlives a kill
    """
let (words, recording) = Program.words(of: "register", help: help, atLeast: 2, option: "--record")

do {
    if words[0] == "check" {
        try Program.judge(Array(words.dropFirst()), by: RegisterClient.self, as: OneNumber(), in: "register")
    }
    let problem: String?
    if let port = UInt16(words[0]), words.count == 2 {
        let server = registerServer(at: .host("", port: Int(port)), in: words[1])
        try Program.record(server, in: recording, of: "register")
        problem = await server.run(until: { $0.problem != nil }).problem
    } else if let address = SocketAddress(words[0]) {
        let calls = words.dropFirst().map { $0.replacingOccurrences(of: "=", with: " ") }
        let client = registerClient(.init(of: address, calls: calls))
        try Program.record(client, in: recording, of: "register")
        problem = await client.run(until: \.isDone).problem
    } else {
        throw Arguments.Mistake("first the number of a port, or an address as localhost:7000\n\(help)")
    }
    if let problem { Program.fail(problem, in: "register") }
} catch {
    Program.refuse(.init("\(error)"), in: "register")
}
