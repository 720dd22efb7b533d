import CycleDrivers
import CycleNetwork
import CycleScreens

/// A guest of a room.
struct Chat: Screen, Equatable {
    let url: String
    var size: Size?
    var isDone = false
    var heard = LogBuffer(wraps: true)
    var field = TextInput(prompt: "say")
    /// The lines that were not sent yet, and the number of the first.
    private var said: [String] = []
    private var sentCount = 0
    private var attempt = 0
    private(set) var state = State.connecting

    enum State: Equatable {
        case connecting, open
        /// Connects again after a while.
        case broken(String)
    }

    init(_ url: String) { self.url = url }

    var webSocket: WebSocketDriver<String>.WebSocket {
        let output = WebSocketOutput(said.map { .text($0) }, from: sentCount)
        var webSocket = WebSocketDriver<String>.WebSocket("room", url, output: output)
        webSocket.attempt = attempt
        webSocket.keepAlive = .seconds(20)
        return webSocket
    }

    var view: View {
        .column {
            heard.view.region("heard").border(title: StyledText(url), footer: StyledText(footer))
            field.view.region("field")
        }
    }

    private var footer: String {
        switch state {
        case .connecting: "connecting"
        case .open: said.isEmpty ? "Ctrl-C leaves" : "\(said.count) to send"
        case .broken(let reason): "\(reason); trying again"
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        if input.event == .interrupted || input.event == .ended {
            isDone = true
            return .changed
        }
        let outcome = field.handle(input.at("field"))
        if outcome == .ignored { return heard.handle(input.at("heard")) }
        guard outcome == .submitted, !field.text.isEmpty else { return outcome }
        said.append(field.text)
        field = TextInput(prompt: "say")
        return .changed
    }

    mutating func take(_ event: WebSocketDriver<String>.Event) {
        switch event {
        case .opened: state = .open
        case .received(_, .text(let text)): heard.append(text)
        case .received(_, .bytes): break
        case .sent(_, let end):
            said.removeFirst(end - sentCount)
            sentCount = end
        case .closed: state = .broken("the room is closed")
        case .failed(_, let failure): state = .broken(failure.reason)
        }
    }

    var isBroken: Bool { if case .broken = state { true } else { false } }

    mutating func connectAgain() {
        attempt += 1
        state = .connecting
    }
}
