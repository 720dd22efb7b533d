import Cycle
import CycleDrivers
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

let help = """
    register PORT FOLDER: keeps a number in a file of the folder, and serves it at the port
    register HOST:PORT CALL …: makes calls: read, or write=3
    """
let words = Program.words(of: "register", help: help, atLeast: 2)
if let port = UInt16(words[0]), words.count == 2 {
    let server = registerServer(at: .host("", port: Int(port)), in: words[1])
    if let problem = await server.run(until: { $0.problem != nil }).problem { Program.fail(problem, in: "register") }
} else if let address = SocketAddress(words[0]) {
    let calls = words.dropFirst().map { $0.replacingOccurrences(of: "=", with: " ") }
    let last = await registerClient(.init(of: address, calls: calls)).run(until: \.isDone)
    if let problem = last.problem { Program.fail(problem, in: "register") }
} else {
    Program.refuse(.init("first the number of a port, or an address as localhost:7000\n\(help)"), in: "register")
}
