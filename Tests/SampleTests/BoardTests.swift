import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

@testable import board

@Suite("board, one program")
struct BoardTests {
    private let address = SocketAddress.host("", port: 7000)
    private let sockets = SimulatedSockets()
    private let files = SimulatedFiles()

    private func server() -> TestRun<BoardServer> {
        let test = TestRun(
            boardServer(BoardServer(at: address), in: "data"), exhaustive: false, standIns: sockets, files)
        test.settle()
        return test
    }

    @Test("a board is the same when it has come as words, and has an edit once")
    func words() {
        var board = Board()
        let tea = Edit(client: 5, number: 1, change: .add("tea +1 -2"))
        let milk = Edit(client: 6, number: 1, change: .add("milk"))
        let noTea = Edit(client: 6, number: 2, change: .remove(note: "5/1"))
        for edit in [tea, milk, noTea, tea, noTea] { board.take(edit) }
        #expect(board.edits == [tea, milk, noTea] && board.notes == [milk])
        #expect(Board(board.description) == board && Board("") == Board())
        for text in ["", "5/1", "5/1 tea", "5 +tea", "5/x +tea", "hello world"] {
            #expect(Edit(text) == nil && (text.isEmpty || Board(text) == nil), "\(text)")
        }
    }

    @Test("a board that a client has not seen so, or that lacks what a client has said, contradicts it")
    func contradictions() {
        func board(_ edits: Int...) -> Board {
            var board = Board()
            for number in edits { board.take(Edit(client: number, number: 1, change: .add("tea"))) }
            return board
        }
        var client = BoardClient(7, of: address)
        client.take(ConsoleDriver.Event.line("tea"))
        client.take(ConsoleDriver.Event.ended)
        #expect(client.contradiction(to: board()) == nil)
        client.take(.received(0, Array("9/1 +tea\n7/1 +tea\n".utf8)))
        #expect(client.isDone && client.contradiction(to: board(9, 7, 8)) == nil)
        for wrong in [board(), board(9), board(7, 9)] {
            #expect(client.contradiction(to: wrong)?.contains("has seen 2 edits") == true)
        }
        var forgetful = BoardClient(7, of: address)
        forgetful.take(ConsoleDriver.Event.line("tea"))
        forgetful.take(ConsoleDriver.Event.ended)
        forgetful.own = []
        #expect(forgetful.contradiction(to: board(9))?.contains("1 edits, of which 0 are kept") == true)
    }

    @Test("clients hear all edits that they do not have, in one order, once they are on the disk")
    func serves() throws {
        files[text: "board"] = "9/1 +tea\n9/2 +milk"
        let test = server()
        let ann = try #require(sockets.connect(to: address))
        let bob = try #require(sockets.connect(to: address))
        let again = "t\n5/1 +salt\nfrom 0\nhello\n"
        for (words, client) in [("from 1\n5/1 +sal", ann), (again, ann), ("from 9\n", bob)] {
            sockets.happen(.sends(words), at: client)
            test.settle()
        }
        #expect(sockets.received(at: ann) == Array("9/2 +milk\n5/1 +salt\n".utf8))
        #expect(sockets.received(at: bob).isEmpty)
        #expect(files[text: "board"] == "9/1 +tea\n9/2 +milk\n5/1 +salt")
        sockets.happen(.ends, at: bob)
        test.settle()
        let eve = try #require(sockets.connect(to: address))
        sockets.happen(.sends("from 2\n"), at: eve)
        test.settle()
        #expect(sockets.received(at: eve) == Array("5/1 +salt\n".utf8))
    }

    @Test("a port that is taken, a disk that fails, and a file of another program end a server with the reason")
    func problems() {
        let first = server()
        #expect(first.frame.problem == nil && server().frame.problem?.contains("address") == true)
        files.plannedFault = { _ in .error(5) }
        #expect(server().frame.problem != nil)
        var other = BoardServer(at: address)
        other.take(PersistenceDriver.Event.loaded(path: "board", bytes: Array("hello".utf8)))
        #expect(other.problem?.contains("another folder") == true)
    }

    @Test("a client shows its own edits at once, says them again behind a break, and ends when the server has them")
    func client() {
        var client = BoardClient(5, of: .host("server", port: 7000))
        func lines() -> [String] { client.console.lines.map { "\($0)" } }
        client.take(ConsoleDriver.Event.line("tea"))
        client.take(ConsoleDriver.Event.line(""))
        client.take(ConsoleDriver.Event.line("-7"))
        #expect(client.shown.notes.map(\.name) == ["5/1"] && lines() == ["--", "1 tea …"])
        let to = SocketAddress.host("server", port: 7000)
        #expect(client.sockets == [.connect(0, to: to, output: .init(["from 0\n", "5/1 +tea\n"]))])
        client.take(SocketDriver<Int>.Event.received(0, Array("9/1 +milk\n5/".utf8)))
        client.take(SocketDriver<Int>.Event.inputEnded(0))
        #expect(client.sockets == [] && client.timers == .timers(.once(0, after: .seconds(1))))
        client.take(ConsoleDriver.Event.line("-1"))
        client.take(ConsoleDriver.Event.ended)
        client.take(.fired(0, count: 1, scheduled: .zero, lateBy: .zero, wallTime: .zero))
        let said = ["from 1\n", "5/1 +tea\n", "5/2 -9/1\n"]
        #expect(client.sockets == [.connect(0, to: to, output: .init(said))] && lines() == ["--", "1 tea …"])
        client.take(SocketDriver<Int>.Event.received(0, Array("5/1 +tea\n".utf8)))
        #expect(!client.isDone && lines() == ["--", "1 tea"])
        client.take(SocketDriver<Int>.Event.received(0, Array("5/2 -9/1\n".utf8)))
        #expect(client.isDone && client.board.notes.map(\.name) == ["5/1"])
    }

    @Test("a client that finds no server connects again after a second")
    func again() {
        let time = VirtualTime()
        files[text: "board"] = "9/1 +tea"
        let client = TestRun(
            boardClient(BoardClient(5, of: .host("localhost", port: 7000))), time: time, exhaustive: false,
            standIns: sockets, SimulatedConsole())
        client.advance(by: .milliseconds(500))
        #expect(!client.frame.isOnline)
        let server = TestRun(
            boardServer(BoardServer(at: address), in: "data"), time: time, exhaustive: false, standIns: sockets, files)
        server.settle()
        client.advance(by: .seconds(1))
        for _ in 0..<5 {
            server.settle()
            client.settle()
        }
        #expect(client.frame.isOnline && client.frame.board.notes.map(\.name) == ["9/1"])
    }
}
