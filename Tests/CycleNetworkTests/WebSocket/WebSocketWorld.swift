import CycleDrivers
import SocketSupport
import TestSupport

@testable import CycleNetwork

/// A session of WebSockets over a device, and the promises that it keeps: those of `PromisedSockets`, one last event for each opening, and
/// nothing left open once its patience is over.
struct WebSocketWorld: SocketsWorld {
    typealias Session = WebSocketSession<Int>
    typealias WebSocket = WebSocketDriver<Int>.WebSocket

    enum Input: Hashable {
        case model([WebSocket])
        case opened(Int), received(Int, Text)
        case news(SocketsNews)
    }

    /// A text that a server may send.
    enum Text: Hashable, CaseIterable {
        case agreement, otherAnswer, message, ping, close, nonsense
    }

    var session = Session(patience: .seconds(2), secrets: .fixed)
    var broken: String?
    var now = 0
    var device = PromisedSockets<Int>()
    private var over: Set<Int> = []

    private static func webSocket(
        _ id: Int, _ count: Int = 0, closing: WebSocketClose? = nil, attempt: Int = 0
    ) -> WebSocket {
        var webSocket = WebSocket(id, "ws://here/", output: .init((0..<count).map { .text("\($0)") }), closing: closing)
        webSocket.keepAlive = .seconds(10)
        webSocket.attempt = attempt
        return webSocket
    }

    private static let models: [[WebSocket]] = [
        [], [webSocket(1)], [webSocket(1, 2)], [webSocket(1, 1, closing: .init())],
        [webSocket(1, closing: .init(1))], [webSocket(1, attempt: 1), webSocket(2)], [.init(3, "wss://here/")],
    ]

    var possible: [Input] {
        var inputs =
            Self.models.map(Input.model) + [.news(.time(seconds: 2)), .news(.time(seconds: 30))]
            + possibleNews.map(Input.news)
        for number in device.numbers {
            inputs.append(.news(.failed(number)))
            if device.opened.contains(number) {
                inputs += Text.allCases.map { .received(number, $0) } + [.news(.inputEnded(number))]
            } else {
                inputs.append(.opened(number))
            }
        }
        return inputs
    }

    static func bytes(_ text: Text) -> [UInt8] {
        switch text {
        case .agreement:
            Array(
                """
                HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n
                """.utf8)
        case .otherAnswer: Array("HTTP/1.1 404 X\r\n\r\n".utf8)
        case .message: Wire.frame(0x81, [97], mask: nil)
        case .ping: Wire.frame(0x89, [1], mask: nil)
        case .close: Wire.frame(0x88, [3, 232], mask: nil)
        case .nonsense: [0xff]
        }
    }

    mutating func happen(_ input: Input) {
        switch input {
        case .model(let webSockets): receive(.modelChanged(.init(webSockets)))
        case .opened(let number):
            device.open(number)
            receive(.device(.opened(number, at: .host("a", port: 1), to: .host("b", port: 2))))
        case .received(let number, let text): receive(.device(.received(number, Self.bytes(text))))
        case .news(let news): hear(news)
        }
    }

    mutating func isKept(_ action: Session.Action) -> Bool {
        guard case .report(let event, let number) = action else { return device.allow(action) }
        defer { if event.isLast { over.insert(number) } }
        return device.allow(action) && !over.contains(number)
    }

    /// Nothing is wanted any more: all is closed within the patience, whatever the servers do, and the driver ends.
    mutating func settle() {
        let (isStopped, isEnding) = (session.phase == .over, session.phase == .ending)
        happen(.model([]))
        hear(.modelsEnded)
        hear(.time(seconds: 2))
        // Without another model what is open stays open until the server ends.
        if isEnding { for number in device.numbers { hear(.failed(number)) } }
        if !device.places.isEmpty { broken = broken ?? "a WebSocket stays open" }
        if !isStopped, !device.hasEnded { broken = broken ?? "the driver does not end" }
    }
}
