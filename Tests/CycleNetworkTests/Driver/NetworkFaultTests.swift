import Cycle
import CycleNetwork
import CycleTesting
import Testing

@Suite("NetworkFaults")
struct NetworkFaultTests {
    typealias Request = NetworkDriver<Int>.Request

    /// The outcomes of ten streamed requests, each answered with ten digits in two pieces.
    private func outcomes(_ faults: NetworkFaults, seed: UInt64 = 1) async -> Outcomes {
        let time = VirtualTime()
        let network = SimulatedNetwork(time, seed: seed, faults: faults) { _ in
            .response(200, [:], ["01234", "56789"], every: .milliseconds(10))
        }
        let requests = (0..<10).map { id in
            Request(id: id, .get, "http://a/", delivery: .streamed, timeOuts: .init(connect: .seconds(9)))
        }
        return await virtualOutcomes(
            from: Outcomes(requests: requests), .init(transport: network, limits: .init(perHost: 10), seed: 1), time)
    }

    private func chunks(_ all: Outcomes, of id: Int) -> [String] {
        all.events.compactMap { event in
            if case .chunk(id, let bytes) = event { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }

    @Test("a split piece comes as two, and the body is the same")
    func split() async {
        let all = await outcomes(.init(split: 1))
        for id in 0..<10 {
            #expect(chunks(all, of: id).count == 4)
            #expect(chunks(all, of: id).joined() == "0123456789")
            #expect(all[id]?.response?.byteCount == 10)
        }
    }

    @Test("a partial body is the start of it, and a failure")
    func partial() async {
        let all = await outcomes(.init(partial: 1))
        for id in 0..<10 {
            let body = chunks(all, of: id).joined()
            #expect("0123456789".hasPrefix(body) && body.count < 10)
            #expect(all[id]?.failure == .disconnected)
        }
        #expect(Set((0..<10).map { chunks(all, of: $0).joined() }).count > 3)
    }

    @Test("latency lets answers overtake each other")
    func reorder() async {
        let all = await outcomes(.init(latency: .zero...(.seconds(1))))
        let order = all.events.compactMap { event -> Int? in
            if case .response(let id, _) = event { id } else { nil }
        }
        #expect(order.sorted() == [Int](0..<10) && order != order.sorted())
    }

    @Test("a refused, reset or dropped request ends as that")
    func ends() async {
        let refused = await outcomes(.init(refused: 1))
        let reset = await outcomes(.init(reset: 1))
        let dropped = await outcomes(.init(dropped: 1))
        for id in 0..<10 {
            #expect(refused[id]?.failure == .refused)
            #expect(reset[id]?.failure == .disconnected)
            #expect([.timedOutConnecting, .timedOutIdle].contains(dropped[id]?.failure))
        }
    }
}
