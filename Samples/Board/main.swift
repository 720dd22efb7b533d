import Cycle
import CycleDrivers
import Foundation
import SampleArguments
import SampleSystems

/// Keeps a board in a folder.
func boardServer(_ server: BoardServer, in folder: String) -> CycledLens<some Any, BoardServer> {
    CycledLens(startingWith: server) { frames in
        frames.lens(
            driver: SocketDriver<BoardServer.Name>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: PersistenceDriver(root: folder), frameFilter: { $0.files }, eventFilter: { $0.take($1) })
    }
}

/// Shows a board, and edits it.
func boardClient(_ client: BoardClient) -> CycledLens<some Any, BoardClient> {
    CycledLens(startingWith: client) { frames in
        frames.lens(driver: SocketDriver<Int>(), frameFilter: { $0.sockets }, eventFilter: { $0.take($1) })
        frames.lens(driver: TimerDriver<Int>(), frameFilter: { $0.timers }, eventFilter: { $0.take($1) })
        frames.lens(driver: ConsoleDriver(), frameFilter: { $0.console }, eventFilter: { $0.take($1) })
    }
}

let help = """
    board PORT FOLDER: keeps a board of notes in a file of the folder, and serves it at the port
    board HOST:PORT: shows the board; a line is a note, -2 removes the second one, also while the server is gone
    board check FOLDER FILE …: says whether the clients that were recorded saw the board that the folder keeps

    --record FILE: keeps the moments of a client in a file, which outlives a kill
    """

/// Says whether clients saw what a server keeps, and whether it keeps all that they have said.
func judge(_ folder: String, _ paths: [String]) throws -> Never {
    let text = try String(contentsOfFile: folder + "/board", encoding: .utf8)
    guard let board = Board(text) else { throw Arguments.Mistake("\(folder)/board is no board: give another folder") }
    for (path, frames) in zip(paths, try Program.frames(of: paths, as: BoardClient.self)) {
        for problem in frames.compactMap({ $0.contradiction(to: board) }) {
            Program.fail("it is not one board: \(path): \(problem)", in: "board")
        }
    }
    print("it is one board: \(board.edits.count) edits, seen by \(paths.count) clients")
    Program.end()
}

let (words, recording) = Program.words(of: "board", help: help, atLeast: 1, option: "--record")
let problem: String?

do {
    if words[0] == "check", words.count > 2 { try judge(words[1], Array(words.dropFirst(2))) }
    if let port = UInt16(words[0]), words.count == 2 {
        let server = boardServer(BoardServer(at: .host("", port: Int(port))), in: words[1])
        problem = await server.run(until: { $0.problem != nil }).problem
    } else if let address = SocketAddress(words[0]), UInt16(words[0]) == nil, words.count == 1 {
        let client = boardClient(BoardClient(.random(in: 1...Int.max), of: address))
        try Program.record(client, in: recording, of: "board")
        await client.run(until: \.isDone)
        Program.end()
    } else {
        throw Arguments.Mistake("a port and a folder, or an address as localhost:7000\n\(help)")
    }
} catch {
    Program.refuse(.init("\(error)"), in: "board")
}
if let problem { Program.fail(problem, in: "board") }
