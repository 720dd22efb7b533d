import CycleDrivers
import SocketSupport
import TestSupport

@testable import CycleNetwork

/// A session of a server over a device, and the promises that it keeps: those of `PromisedSockets`, one last event for each request, and
/// nothing left open at the end.
struct ServerWorld: SocketsWorld {
    typealias Session = ServerSession<Int>

    enum Input: Hashable {
        /// The answers to these requests, by their numbers.
        case model(listens: Bool, isEnding: Bool, [Int: Answer])
        case ready(Int), accepted(Int), received(Int, String)
        case news(SocketsNews)
    }

    enum Answer: Hashable {
        case whole, stream(pieceCount: Int, isComplete: Bool), invalid
        case webSocket(messageCount: Int, isClosing: Bool)
    }

    var session = Session(ServerLimits(connectionCount: 2))
    var broken: String?
    var now = 0
    var device = PromisedSockets<Session.Owner>()
    private var inputEnded: Set<Int> = []
    /// Requests that have come, without an end.
    private var open: Set<ServerRequest.ID> = []
    private var over: Set<ServerRequest.ID> = []
    /// The listeners that have closed or failed, by the numbers of their openings.
    private var overListeners: Set<Int> = []

    private static let address = SocketAddress.host("here", port: 1)

    private static let asking =
        "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

    private static let texts = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HT", "TP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", "x",
        "HEAD / HTTP/1.0\r\n\r\n", "\r\n\r\n", asking,
        // A message with a mask of zeros, half of one, and a close.
        "\u{81}\u{81}\0\0\0\0a", "\u{81}", "\u{88}\u{80}\0\0\0\0",
    ]

    var possible: [Input] {
        let request = open.map(\.number).min() ?? 1
        let answers: [[Int: Answer]] = [
            [:], [request: .whole], [request: .stream(pieceCount: 1, isComplete: false)],
            [request: .stream(pieceCount: 2, isComplete: true), request + 1: .whole], [request: .invalid],
            [request: .webSocket(messageCount: 1, isClosing: false)],
            [request: .webSocket(messageCount: 2, isClosing: true)],
        ]
        var inputs = answers.map { Input.model(listens: true, isEnding: false, $0) }
        inputs += [
            .model(listens: false, isEnding: false, [:]), .model(listens: true, isEnding: true, [request: .whole]),
            .news(.time(seconds: 5)), .news(.time(seconds: 60)),
        ]
        inputs += possibleNews.map(Input.news)
        for (number, place) in device.places.sorted(by: { $0.key < $1.key }) {
            inputs.append(.news(.failed(number)))
            if case .listen = place {
                inputs += [.ready(number), .accepted(number)]
            } else if !inputEnded.contains(number) {
                inputs += Self.texts.map { .received(number, $0) } + [.news(.inputEnded(number))]
            }
        }
        return inputs
    }

    mutating func happen(_ input: Input) {
        switch input {
        case .model(let listens, let isEnding, let answers):
            var listener = ServerDriver<Int>.Listener(9, at: Self.address)
            listener.isEnding = isEnding
            let responses = answers.sorted { $0.key < $1.key }.map { response(ServerRequest.ID($0.key), $0.value) }
            receive(.modelChanged(.init(listens ? [listener] : [], responses)))
        case .ready(let number): receive(.device(.ready(number, at: Self.address)))
        case .accepted(let number):
            receive(.device(.accepted(number, device.accept(), from: Self.address)))
        case .received(let number, let text):
            receive(.device(.received(number, text.unicodeScalars.map { UInt8($0.value) })))
        case .news(let news):
            if case .inputEnded(let number) = news { inputEnded.insert(number) }
            hear(news)
        }
    }

    private func response(_ request: ServerRequest.ID, _ answer: Answer) -> ServerResponse {
        switch answer {
        case .whole: .text(request, "whole")
        case .stream(let count, let isComplete):
            .stream(request, .init((0..<count).map { "\($0)" }, isComplete: isComplete))
        case .invalid: ServerResponse(request, 7)
        case .webSocket(let count, let isClosing):
            .webSocket(request, .init((0..<count).map { .text("\($0)") }), closing: isClosing ? .init() : nil)
        }
    }

    mutating func isKept(_ action: Session.Action) -> Bool {
        // The events of a request may be silenced before there was one.
        if case .silence(.response) = action { return true }
        guard device.allow(action) else { return false }
        switch action {
        case .report(.ready, .listener(let number)): return !overListeners.contains(number)
        case .report(.closed, .listener(let number)), .report(.failed, .listener(let number)):
            return overListeners.insert(number).inserted
        case .report(let event, _): return isKept(event)
        case .closeAll: open = []
        default: break
        }
        return true
    }

    private mutating func isKept(_ event: ServerDriver<Int>.Event) -> Bool {
        switch event {
        case .ready, .closed, .failed: return true
        case .request(_, let request): return !over.contains(request.id) && open.insert(request.id).inserted
        case .written(let request, _), .message(let request, _): return open.contains(request)
        case .sent(let request), .gone(let request, _), .hungUp(let request, _, _):
            open.remove(request)
            return over.insert(request).inserted
        }
    }

    /// Nothing is wanted any more: all is closed, and the driver ends.
    mutating func settle() {
        let isStopped = session.phase == .over
        let isEnding = session.phase == .ending
        happen(.model(listens: false, isEnding: false, [:]))
        hear(.modelsEnded)
        // Without another model a listener stays open until it fails, and a stream until its client leaves.
        if isEnding { for number in device.numbers { hear(.failed(number)) } }
        if !device.places.isEmpty || !device.offers.isEmpty { broken = broken ?? "a socket stays open" }
        if !session.owners.isEmpty { broken = broken ?? "a request has no end" }
        if !isStopped, !device.hasEnded { broken = broken ?? "the driver does not end" }
    }
}
