import CycleDrivers
import CycleHTTP
import TestSupport
import Testing

@testable import CycleNetwork

/// Two sides of one WebSocket, and the bytes on their way between them.
private struct JoinedLinks {
    struct Side {
        var link: WebSocketLinkSession
        var output = WebSocketOutput()
        var closing: WebSocketClose?
        var reports: [WebSocketLinkSession.Report] = []
        /// On the way to the other side.
        var sent: [UInt8] = []
        var isWriting = false
        var isOutputEnded = false
        var isEndTold = false
        var isHeld = false

        mutating func receive(_ input: WebSocketLinkSession.Input, at now: Duration = .zero) {
            for action in link.actions(after: input, at: now) {
                switch action {
                case .write(let bytes):
                    #expect(!isWriting && !isOutputEnded && !bytes.isEmpty)
                    sent += bytes
                    isWriting = true
                case .hold(let isHeld):
                    #expect(isHeld != self.isHeld)
                    self.isHeld = isHeld
                case .endOutput, .close: isOutputEnded = true
                case .report(let report): reports.append(report)
                }
            }
        }

        var messages: [WebSocketMessage] {
            reports.compactMap { if case .received(let message) = $0 { message } else { nil } }
        }
    }

    var client: Side
    var server: Side

    init() throws {
        let request = try WebSocketRequest("ws://a/")
        var client = Side(link: .init(asking: request, .init(), .init(seed: [1, 2, 3]), at: .zero))
        client.receive(.opened)
        client.isWriting = false
        client.receive(.written)
        let headers = try #require(ServedWebSocket.head(client.sent)).0
        let answer = WebSocketHandshake.answer(to: headers)
        client.sent = []
        client.receive(.received(answer))
        self.client = client
        server = Side(link: .init(serving: .init(), at: .zero))
    }

    /// Some of the bytes arrive, or an order is written.
    mutating func step(_ chance: inout SeededChance) {
        if chance.once(in: 2) { Self.move(&client, &server, &chance) } else { Self.move(&server, &client, &chance) }
    }

    private static func move(_ from: inout Side, _ to: inout Side, _ chance: inout SeededChance) {
        if from.isWriting, chance.once(in: 2) {
            from.isWriting = false
            from.receive(.written)
        } else if !from.sent.isEmpty, !to.isHeld {
            let count = 1 + chance.below(min(from.sent.count, chance.once(in: 2) ? 3 : 100_000))
            let piece = Array(from.sent.prefix(count))
            from.sent.removeFirst(count)
            to.receive(.received(piece))
        } else if from.isOutputEnded, !from.isEndTold, !from.isWriting, !to.isHeld {
            from.isEndTold = true
            to.receive(.inputEnded)
        }
    }

    var isQuiet: Bool {
        [client, server].allSatisfy { $0.sent.isEmpty && !$0.isWriting && $0.isEndTold == $0.isOutputEnded }
    }

    mutating func settle(_ chance: inout SeededChance) {
        while !isQuiet { step(&chance) }
    }
}

@Suite("Two sides of a WebSocket")
struct WebSocketLinkSessionTests {
    private func message(_ chance: inout SeededChance) -> WebSocketMessage {
        let count = chance.one(of: [0, 1, 5, 125, 126, 65_535, 65_536, 70_000, 200_000])
        return chance.once(in: 2)
            ? .text(String(repeating: chance.one(of: ["a", "é", "😀"]), count: count / 4))
            : .bytes((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    }

    @Test("each message arrives once, in order and whole, however the bytes are cut", arguments: Seeds(60).map(\.self))
    func messages(seed: UInt64) throws {
        var (chance, links) = (SeededChance(seed: seed), try JoinedLinks())
        for _ in 0..<40 {
            if chance.once(in: 4) {
                links.client.output.messages.append(message(&chance))
                links.client.receive(.wanted(links.client.output, closing: nil))
            }
            if chance.once(in: 4) {
                links.server.output.messages.append(message(&chance))
                links.server.receive(.wanted(links.server.output, closing: nil))
            }
            if chance.once(in: 4) {
                links.client.receive(.wanted(links.client.output, isPaused: chance.once(in: 2), closing: nil))
            }
            links.step(&chance)
        }
        links.client.receive(.wanted(links.client.output, closing: nil))
        links.settle(&chance)
        #expect(links.server.messages == links.client.output.messages)
        #expect(links.client.messages == links.server.output.messages)
        #expect(links.client.reports.first == .opened(subprotocol: nil))
        for side in [links.client, links.server] where !side.output.messages.isEmpty {
            #expect(side.reports.contains(.sent(end: side.output.messages.count)))
        }
    }

    /// A client whose inputs come in any order.
    private struct AnyOrder: SettlingWorld {
        typealias Input = WebSocketLinkSession.Input

        private(set) var broken: String?
        private var link: WebSocketLinkSession
        private var isWriting = false
        private var isHeld = false
        private var lastCount = 0
        private var isClosed = false

        init() throws { link = .init(asking: try .init("ws://a/"), .init(), .fixed, at: .zero) }

        static let inputs: [Input] = [
            .opened, .received(WebSocketWorld.bytes(.agreement)), .received(WebSocketWorld.bytes(.message)),
            .received(WebSocketWorld.bytes(.ping)), .received(WebSocketWorld.bytes(.close)), .received([0xff]),
            .written, .inputEnded, .cut(.reset), .wanted(.init([.text("a")]), closing: nil),
            .wanted(.init(), isPaused: true, closing: nil), .wanted(.init(), closing: .init()), .left, .timePassed,
        ]

        mutating func happen(_ input: Input) {
            switch input {
            case .written where !isWriting, .received where isHeld, .inputEnded where isHeld: return
            default: break
            }
            if input == .written { isWriting = false }
            for action in link.actions(after: input, at: .seconds(1)) {
                switch action {
                case .write:
                    if isWriting || isClosed { broken = broken ?? "a write too many after \(input)" }
                    isWriting = true
                case .hold(let isHeld):
                    if isHeld == self.isHeld { broken = broken ?? "held twice after \(input)" }
                    self.isHeld = isHeld
                case .endOutput: break
                case .close: isClosed = true
                case .report(.closed), .report(.failed): lastCount += 1
                case .report: if lastCount > 0 { broken = broken ?? "a report behind the last after \(input)" }
                }
            }
            if lastCount > 1 { broken = broken ?? "two last reports" }
            if !link.isConsistent { broken = broken ?? "inconsistent after \(input)" }
        }

        mutating func settle() {
            happen(.cut(.reset))
            if link.stage != .over { broken = broken ?? "it does not end" }
        }
    }

    @Test("all orders of five inputs have one end, and one write at a time")
    func orders() throws {
        let seen = allOrdersSettle(from: try AnyOrder(), depth: 5) { _ in AnyOrder.inputs }
        #expect(seen.count > 100)
    }

    @Test("random inputs have one end, and one write at a time", arguments: Seeds(200).map(\.self))
    func random(seed: UInt64) throws {
        var (world, chance) = (try AnyOrder(), SeededChance(seed: seed))
        for _ in 0..<40 { world.happen(chance.one(of: AnyOrder.inputs)) }
        world.settle()
        #expect(world.broken == nil, "seed \(seed)")
    }

    @Test("a close comes behind all messages, and both sides end by it", arguments: Seeds(60).map(\.self))
    func closes(seed: UInt64) throws {
        var (chance, links) = (SeededChance(seed: seed), try JoinedLinks())
        let close = WebSocketClose(4_000, "done")
        links.client.output.messages = chance.many(0...3, message)
        links.server.output.messages = chance.many(0...3, message)
        links.server.receive(.wanted(links.server.output, closing: nil))
        links.client.receive(.wanted(links.client.output, closing: close))
        if chance.once(in: 3) { links.server.receive(.wanted(links.server.output, closing: close)) }
        links.settle(&chance)
        #expect(links.server.messages == links.client.output.messages)
        for side in [links.client, links.server] {
            guard case .closed(let close?, isClean: true)? = side.reports.last else {
                Issue.record("\(side.reports)")
                continue
            }
            #expect(close.code == 4_000)
        }
        #expect(links.client.link.stage == .over && links.server.link.stage == .over)
    }
}
