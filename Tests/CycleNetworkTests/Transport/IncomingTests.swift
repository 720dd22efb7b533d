import CCurl
import CycleDrivers
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("Incoming")
struct IncomingTests {
    private let log = Guarded<[ExchangeNews]>([])

    private func makeIncoming(_ delivery: HTTP.Delivery, _ outbox: Outbox) throws -> Incoming {
        let address = try #require(HTTP.Address("http://a/"))
        let order = HTTP.Order(address: address, delivery: delivery, bodyLimit: 1 << 30, reportInterval: .zero)
        let port = ReportPort { [log] reports in log.withLock { $0 += reports.map(\.news) } }
        return Incoming(order, 1, port, outbox, nil)
    }

    @Test("tells a head, a body and an end that came together in one letter")
    func together() throws {
        let letters = Guarded(0)
        let outbox = Outbox { .zero }
        let address = try #require(HTTP.Address("http://a/"))
        let port = ReportPort { _ in letters.withLock { $0 += 1 } }
        let incoming = Incoming(HTTP.Order(address: address), 1, port, outbox, nil)
        try incoming.head(200, ["Content-Length": "3"])
        try incoming.body([1, 2, 3])
        incoming.end()
        outbox.flush()
        #expect(letters.withLock { $0 } == 1)
    }

    @Test("gathers what comes of a stream at one time, and waits while the loop has enough of it")
    func bounded() throws {
        let outbox = Outbox { .zero }
        let incoming = try makeIncoming(.streamed, outbox)
        try incoming.head(200, [:])
        var count = 0
        while incoming.hasRoom {
            for _ in 0..<4 { try incoming.body([UInt8](repeating: 1, count: 100)) }
            outbox.flush()
            count += 1
        }
        #expect(count == 16)
        let pieces = log.withLock {
            $0.compactMap { news in if case .piece(let bytes) = news { bytes.count } else { nil } }
        }
        #expect(pieces == [Int](repeating: 400, count: 16))
        #expect(!incoming.taken(7))
        #expect(incoming.taken(1) && incoming.hasRoom)
    }

    @Test("tells a loop that is behind no numbers, but the last of what was sent")
    func numbers() throws {
        let outbox = Outbox { .zero }
        let incoming = try makeIncoming(.whole, outbox)
        for count in 1...1_000 { incoming.sent(byteCount: count, isAll: count == 1_000) }
        outbox.flush()
        let counts = log.withLock { $0.compactMap { news in if case .sent(let count) = news { count } else { nil } } }
        #expect(counts == [Int](1...16) + [1_000])
    }

    @Test("does not take a length that is announced for memory that there is")
    func noMemory() throws {
        let incoming = try makeIncoming(.whole, Outbox { .zero })
        #expect(throws: HTTP.Failure.tooLarge) {
            try incoming.head(200, ["Content-Length": "3"])
            for _ in 0..<1_025 { try incoming.body([UInt8](repeating: 1, count: 1 << 20)) }
        }
    }
}
