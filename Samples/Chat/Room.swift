import CycleNetwork

/// A room in which everybody hears what one says.
struct Room: Equatable {
    private struct Guest: Equatable {
        let request: ServerRequest.ID
        let name: String
    }

    private var guests: [Guest] = []
    /// Requests for something else.
    private var others: [ServerResponse] = []
    private var lines: [String] = []
    /// The number of the first line.
    private var first = 0
    /// Why the room cannot be opened.
    var problem: String?

    /// The number of lines that a guest who comes late can still hear.
    static let lineLimit = 100

    /// A response for each client: all get the same lines, each as fast as it reads.
    var responses: [ServerResponse] {
        let output = WebSocketOutput(lines.map { .text($0) }, from: first)
        return others + guests.map { .webSocket($0.request, output) }
    }

    /// The newest line.
    var news: [String] { lines.suffix(1) }
    /// How many lines have been said.
    var lineCount: Int { first + lines.count }

    mutating func take(_ event: ServerDriver<String>.Event) {
        switch event {
        case .ready(_, let address): say("the room is open at \(address)")
        case .request(_, let request) where request.asksForWebSocket:
            let name = request.path.dropFirst().prefix(20)
            guests.append(Guest(request: request.id, name: name.isEmpty ? "somebody" : String(name)))
            say("\(guests.last?.name ?? "") comes in")
        case .request(_, let request):
            var response = ServerResponse.text(request.id, "chat with a WebSocket\n", status: 426)
            response.headers["Upgrade"] = "websocket"
            response.headers["Sec-WebSocket-Version"] = "13"
            others.append(response)
        case .message(let request, .text(let text)):
            if let guest = guests.first(where: { $0.request == request }) { say("\(guest.name): \(text)") }
        case .message(let request, .bytes), .hungUp(let request, _, _), .gone(let request, _), .sent(let request):
            leave(request)
        case .failed(_, let failure): problem = failure.reason
        case .written, .closed: break
        }
    }

    private mutating func leave(_ request: ServerRequest.ID) {
        others.removeAll { $0.request == request }
        guard let index = guests.firstIndex(where: { $0.request == request }) else { return }
        say("\(guests.remove(at: index).name) leaves")
    }

    private mutating func say(_ line: String) {
        lines.append(line)
        guard lines.count > Self.lineLimit else { return }
        lines.removeFirst()
        first += 1
    }
}
