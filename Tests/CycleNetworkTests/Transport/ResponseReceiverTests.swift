import CycleBase
import CCurl
import CycleDrivers
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("ResponseReceiver")
struct ResponseReceiverTests {
    private let log = Guarded<[Exchange.Event]>([])

    private func makeReceiver(_ delivery: HTTP.Delivery, _ reports: ReportBuffer) throws -> ResponseReceiver {
        let address = try #require(HTTP.Address("http://a/"))
        let message = HTTP.Message(address: address, delivery: delivery, bodyLimit: 1 << 30, reportInterval: .zero)
        let port = Exchange.Port { [log] reports in log.withLock { $0 += reports.map(\.event) } }
        let receiver = ResponseReceiver(message, 1, port, reports, nil)
        receiver.receive(.entered(.running, hasWaited: false))
        return receiver
    }

    @Test("reports a head, a body and an end that came together in one letter")
    func together() throws {
        let letters = Guarded(0)
        let reports = ReportBuffer { .zero }
        let address = try #require(HTTP.Address("http://a/"))
        let port = Exchange.Port { _ in letters.withLock { $0 += 1 } }
        let receiver = ResponseReceiver(HTTP.Message(address: address), 1, port, reports, nil)
        receiver.receive(.entered(.running, hasWaited: false))
        try receiver.head(200, ["Content-Length": "3"])
        try receiver.body([1, 2, 3])
        #expect(receiver.end(nil) == .running && receiver.end(nil) == nil)
        reports.flush()
        #expect(letters.withLock { $0 } == 1)
    }

    @Test("gathers what comes of a stream at one time, and waits while the loop has enough of it")
    func bounded() throws {
        let reports = ReportBuffer { .zero }
        let receiver = try makeReceiver(.streamed, reports)
        try receiver.head(200, [:])
        var count = 0
        while receiver.hasRoom {
            for _ in 0..<4 { try receiver.body([UInt8](repeating: 1, count: 100)) }
            reports.flush()
            count += 1
        }
        #expect(count == 16)
        let pieces = log.withLock {
            $0.compactMap { news in if case .piece(let bytes) = news { bytes.count } else { nil } }
        }
        #expect(pieces == [Int](repeating: 400, count: 16))
        #expect(!receiver.acknowledge(7))
        #expect(receiver.acknowledge(1) && receiver.hasRoom)
    }

    @Test("tells a loop that is behind no numbers, but the last of what was sent")
    func numbers() throws {
        let reports = ReportBuffer { .zero }
        let receiver = try makeReceiver(.whole, reports)
        for count in 1...1_000 { receiver.receive(.sent(byteCount: count, isAll: count == 1_000)) }
        reports.flush()
        let counts = log.withLock { $0.compactMap { news in if case .sent(let count) = news { count } else { nil } } }
        #expect(counts == [Int](1...16) + [1_000])
    }

    @Test("does not take a length that is announced for memory that there is")
    func noMemory() throws {
        let receiver = try makeReceiver(.whole, ReportBuffer { .zero })
        #expect(throws: HTTP.Failure.tooLarge) {
            try receiver.head(200, ["Content-Length": "3"])
            for _ in 0..<1_025 { try receiver.body([UInt8](repeating: 1, count: 1 << 20)) }
        }
    }
}
