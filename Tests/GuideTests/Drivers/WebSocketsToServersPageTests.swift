import Cycle
import CycleDrivers
import CycleNetwork
import CycleTesting
import Testing

@Suite("The book's page of WebSockets")
struct WebSocketsToServersPageTests {
    struct Chat: Equatable {
        /// The lines that were not sent yet, and the number of the first.
        var said: [String] = []
        var sentCount = 0
        var heard: [String] = []
        var attempt = 0
        var isBroken = false
        var isOver = false

        func connection(to url: String) -> WebSocketDriver<String>.WebSocket {
            let output = WebSocketOutput(said.map { .text($0) }, from: sentCount)
            var chat = WebSocketDriver<String>.WebSocket("chat", url, output: output)
            chat.attempt = attempt
            chat.keepAlive = .seconds(30)
            return chat
        }
    }

    func chat(with url: String) -> CycledLens<some Any, Chat> {
        CycledLens(startingWith: Chat()) { frames in
            frames.lens(
                driver: ConsoleDriver(), frameFilter: { .lines($0.heard, input: .lines) },
                eventFilter: { chat, event in
                    switch event {
                    case .line(let line): chat.said.append(line)
                    case .ended: chat.isOver = true
                    default: break
                    }
                })
            frames.lens(
                driver: WebSocketDriver<String>(), frameFilter: { [$0.connection(to: url)] },
                eventFilter: { chat, event in
                    switch event {
                    case .received(_, .text(let text)): chat.heard.append(text)
                    case .sent(_, let end):
                        chat.said.removeFirst(end - chat.sentCount)
                        chat.sentCount = end
                    case .failed(_, let failure):
                        chat.heard.append("(\(failure.reason))")
                        chat.isBroken = true
                    case .closed: chat.isBroken = true
                    case .opened, .received: break
                    }
                })
            frames.lens(
                driver: TimerDriver<String>(),
                frameFilter: { $0.isBroken ? .timers(.once("again", after: .seconds(2))) : .none },
                eventFilter: { chat, _ in
                    chat.attempt += 1
                    chat.isBroken = false
                })
        }
    }

    @Test("the program of the page does what its test says")
    func page() throws {
        let address = SocketAddress.host("chat.example", port: 80)
        let sockets = SimulatedSockets()
        sockets.answers = { _ in [.opensWebSocket(), .sendsMessage(.text("welcome"))] }
        let console = SimulatedConsole(isTerminal: false)
        let test = TestRun(chat(with: "ws://chat.example/room"), exhaustive: false, standIns: sockets, console)
        test.settle()
        console.type("hello\n")
        test.settle()
        let asked = try #require(sockets.webSocket(at: address))
        #expect(asked.target == "/room" && asked.messages == [.text("hello")])
        sockets.happen(.resets, at: address)
        console.type("still there?\n")
        test.settle()
        test.advance(by: .seconds(2))
        #expect(sockets.webSocket(at: address)?.messages == [.text("still there?")])
        #expect(console.output == "welcome\n(the other side broke off)\nwelcome\n")
    }
}
