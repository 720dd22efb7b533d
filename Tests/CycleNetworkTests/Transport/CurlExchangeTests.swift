import CCurl
import Synchronization
import Testing

@testable import CycleNetwork

@Suite("CurlExchange")
struct CurlExchangeTests {
    @Test("waits with its body while the loop has no room for what it tells")
    func pausesUpload() throws {
        let hasRoom = Atomic(false)
        let address = try #require(HTTP.Address("http://a/"))
        let order = Order(method: .put, address: address, body: .bytes([UInt8](repeating: 1, count: 30)))
        let exchange = CurlExchange(
            order, headerLimit: 100, { _ in hasRoom.load(ordering: .relaxed) }, CurlCommands(TransportOptions()))
        exchange.upload = try Upload(order.body)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
        defer { buffer.deallocate() }
        #expect(exchange.giveBody(buffer) == 10)
        #expect(exchange.giveBody(buffer) == cycle_curl_read_pause)
        hasRoom.store(true, ordering: .relaxed)
        #expect(exchange.letGo())
        #expect([exchange.giveBody(buffer), exchange.giveBody(buffer), exchange.giveBody(buffer)] == [10, 10, 0])
    }
}
