import Cycle
import CycleDrivers
import CycleNetwork
import Testing

extension Loopback {
    @Suite("A hostile server")
    struct HostileTests {
        typealias Driver = NetworkDriver<Int>

        /// A server for each, so that none meets a connection that another left behind.
        private func servers() -> [LoopbackServer] {
            Misbehaviour.all.map { misbehaviour in
                LoopbackServer { connection in
                    if misbehaviour.readsRequest { _ = connection.request() }
                    misbehaviour.serve(connection)
                }
            }
        }

        @Test("gets exactly one outcome out of the default transport, whatever it does, in time")
        func oneOutcomeEach() async {
            let servers = servers()
            defer { for server in servers { server.stop() } }
            let limit: Duration = .seconds(4)
            let requests = Misbehaviour.all.enumerated().map { index, misbehaviour in
                Driver.Request(
                    id: index, .get, servers[index].url(), delivery: misbehaviour.delivery,
                    timeOuts: .init(connect: .seconds(3), idle: .seconds(2), total: limit), byteLimit: 1 << 20)
            }
            let time = RealTime()
            var first = Outcomes(requests: requests)
            var latest: Duration = .zero
            first.isChanging = { _ in latest = time.now }
            let last = await outcomes(from: first, .init(limits: .init(perHost: 1_000, total: 1_000)), on: time)
            #expect(Misbehaviour.all.count >= 65)
            #expect(latest < limit + .milliseconds(500))
            for (index, misbehaviour) in Misbehaviour.all.enumerated() {
                #expect(last.ends[index]?.count == 1, "\(misbehaviour.name)")
                #expect(
                    misbehaviour.expectation.allows(last[index]),
                    "\(misbehaviour.name): \(last[index].map { "\($0)" } ?? "nothing")")
            }
            for server in servers { server.waitUntilAlone() }
        }
    }
}

extension Misbehaviour.Expectation {
    func allows(_ outcome: Result<HTTP.Response, HTTP.Failure>?) -> Bool {
        switch self {
        case .response(let status, let text): outcome?.response?.status == status && outcome?.response?.text == text
        case .failure(let failure): outcome?.failure == failure
        case .someFailure: outcome?.failure != nil && outcome?.failure != .timedOut
        }
    }
}
