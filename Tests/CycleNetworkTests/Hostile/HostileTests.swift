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

        @Test("gets exactly one outcome out of the default transport, whatever it does")
        func oneOutcomeEach() async {
            let servers = servers()
            defer { for server in servers { server.stop() } }
            let requests = Misbehaviour.all.enumerated().map { index, misbehaviour in
                Driver.Request(
                    id: index, .get, servers[index].url(), delivery: misbehaviour.delivery,
                    timeOuts: misbehaviour.expectation.timeOuts, byteLimit: 1 << 20)
            }
            let last = await outcomes(of: requests, .init(limits: .init(perHost: 1_000, total: 1_000)))
            #expect(Misbehaviour.all.count >= 65)
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
    /// Short where that is what must end the request; else such that a busy machine is no reason.
    var timeOuts: HTTP.TimeOuts {
        var timeOuts = HTTP.TimeOuts(connect: .seconds(60), idle: .seconds(60), total: .seconds(120))
        switch self {
        case .failure(.timedOutIdle), .someFailure: timeOuts.idle = .seconds(2)
        case .failure(.timedOut): timeOuts.total = .seconds(4)
        default: break
        }
        return timeOuts
    }

    func allows(_ outcome: Result<HTTP.Response, HTTP.Failure>?) -> Bool {
        switch self {
        case .response(let status, let text): outcome?.response?.status == status && outcome?.response?.text == text
        case .failure(let failure): outcome?.failure == failure
        case .someFailure: outcome?.failure != nil && outcome?.failure != .timedOut
        }
    }
}
