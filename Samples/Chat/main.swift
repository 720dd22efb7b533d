import Cycle
import CycleDrivers
import CycleNetwork
import CycleScreens
import SampleArguments

/// A room for all who connect to a port; what is said there is printed.
func room(at address: SocketAddress) -> CycledLens<some Any, Room> {
    CycledLens(startingWith: Room()) { frames in
        frames.lens(
            driver: ServerDriver<String>(), frameFilter: { .init([.init("room", at: address)], $0.responses) },
            eventFilter: { frame, event in frame.take(event) })
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .lines($0.news, edition: $0.lineCount) },
            eventFilter: { _, _ in })
    }
}

/// A guest of a room. A connection that breaks is made again after two seconds; nothing that was typed is lost.
func chat(at url: String) -> CycledLens<some Any, Chat> {
    CycledLens(startingWith: Chat(url)) { frames in
        frames.lens(screen: ConsoleDriver(), readsPipes: false, plain: { $0.heard.lines.last ?? "" })
        frames.lens(
            driver: WebSocketDriver<String>(), frameFilter: { [$0.webSocket] },
            eventFilter: { frame, event in frame.take(event) })
        frames.lens(
            driver: TimerDriver<String>(),
            frameFilter: { $0.isBroken ? .timers(.once("again", after: .seconds(2))) : .none },
            eventFilter: { frame, _ in frame.connectAgain() })
    }
}

let help = """
    chat PORT: opens a room for all who connect to this port
    chat ws://HOST:PORT/NAME: goes into it by this name; by wss:// where a proxy before it encrypts
    """
let word = Program.words(of: "chat", help: help, atLeast: 1, atMost: 1) {
    UInt16($0) != nil || $0.hasPrefix("ws://") || $0.hasPrefix("wss://")
}[0]
if let port = UInt16(word) {
    let last = await room(at: .host("", port: Int(port))).run(until: { $0.problem != nil })
    if let problem = last.problem { Program.fail("port \(port): \(problem)", in: "chat") }
} else {
    await chat(at: word).run(until: \.isDone)
}
