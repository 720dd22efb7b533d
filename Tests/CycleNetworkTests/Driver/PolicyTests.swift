import Cycle
import CycleTesting
import Testing

@testable import CycleHTTP
@testable import CycleNetwork

@Suite("NetworkDriver in virtual time")
struct PolicyTests {
    typealias Request = NetworkDriver<Int>.Request

    let time = VirtualTime()

    /// When each request reached a server.
    private func sendingTimes(
        _ requests: [Request], seed: UInt64 = 1, retryBudget: Int = 10, limits: HTTP.Limits = .init(),
        answer: @escaping (HTTP.Message) -> SimulatedAnswer
    ) async -> (times: [Duration], outcomes: Outcomes) {
        var times: [Duration] = []
        let network = SimulatedNetwork(time) { [time] message in
            times.append(time.now)
            return answer(message)
        }
        let driver = NetworkDriver<Int>(transport: network, limits: limits, retryBudget: retryBudget, seed: seed)
        let last = await virtualOutcomes(from: Outcomes(requests: requests), driver, time)
        return (times, last)
    }

    @Test("the wait before a retry doubles, up to its maximum, and is drawn from its upper half")
    func backOff() async {
        let retry = HTTP.Retry(count: 5, wait: .seconds(1), maximumWait: .seconds(5))
        let (times, last) = await sendingTimes([Request(id: 1, .get, "http://a/", retry: retry)]) { _ in
            .failure(.refused)
        }
        #expect(last[1]?.failure == .refused)
        let waits = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(waits.count == 5)
        for (wait, longest) in zip(waits, [1, 2, 4, 5, 5]) {
            #expect(wait >= .seconds(longest) / 2 && wait <= .seconds(longest))
        }
    }

    @Test("the same seed waits the same")
    func sameSeed() async {
        let request = Request(id: 1, .get, "http://a/", retry: .standard)
        let one = await PolicyTests().sendingTimes([request], seed: 7) { _ in .failure(.refused) }
        let same = await PolicyTests().sendingTimes([request], seed: 7) { _ in .failure(.refused) }
        let other = await PolicyTests().sendingTimes([request], seed: 8) { _ in .failure(.refused) }
        #expect(one.times == same.times)
        #expect(one.times != other.times)
    }

    @Test("a server that asks for time gets it, unless it asks for more than the maximum")
    func retryAfter() async {
        let request = { (id: Int, path: String) in Request(id: id, .get, "http://a/\(path)", retry: .standard) }
        let (times, last) = await sendingTimes([request(1, "20")]) { [time] _ in
            time.now == .zero ? .response(503, ["Retry-After": "20"]) : .response()
        }
        #expect(times == [.zero, .seconds(20)])
        #expect(last[1]?.response?.status == 200)
        let (more, busy) = await PolicyTests().sendingTimes([request(1, "31")]) { _ in
            .response(429, ["Retry-After": "31"])
        }
        #expect(more.count == 1)
        #expect(busy[1]?.response?.status == 429)
    }

    @Test("all requests together have one budget of retries")
    func budget() async {
        let requests = (0..<20).map { Request(id: $0, .get, "http://a/", retry: .standard) }
        let (times, last) = await sendingTimes(requests, retryBudget: 7) { _ in .failure(.refused) }
        #expect(times.count == 20 + 7)
        #expect(last.ends.count == 20)
    }

    @Test("a connection that does not come is given up after its time-out")
    func connectTimeOut() async {
        let limits = HTTP.TimeOuts(connect: .seconds(3), idle: .seconds(20), total: .seconds(60))
        let (_, last) = await sendingTimes([Request(id: 1, .get, "http://a/", timeOuts: limits)]) { _ in
            SimulatedAnswer([])
        }
        #expect(last[1]?.failure == .timedOutConnecting)
        #expect(time.now == .seconds(3))
        #expect(time.armedCount == 0)
    }

    @Test("the total time-out covers retries and the waits between them")
    func totalTimeOut() async {
        let request = Request(
            id: 1, .get, "http://a/", timeOuts: .init(total: .seconds(10)),
            retry: .init(count: 100, wait: .seconds(4), maximumWait: .seconds(4)))
        let (times, last) = await sendingTimes([request], retryBudget: 100) { _ in .failure(.refused) }
        #expect(last[1]?.failure == .timedOut)
        #expect(times.allSatisfy { $0 <= .seconds(10) })
        #expect(time.now == .seconds(10))
    }

    @Test("no more requests run at a time than allowed, first come, first served")
    func limits() async {
        let requests = (0..<9).map { Request(id: $0, .get, "http://\($0 < 6 ? "a" : "b")/\($0)") }
        var sent: [String] = []
        let (times, _) = await sendingTimes(requests, limits: .init(perHost: 2, total: 3)) { message in
            sent.append(message.address.target)
            return .response(after: .seconds(1))
        }
        #expect(sent == ["/0", "/1", "/6", "/2", "/3", "/7", "/4", "/5", "/8"])
        #expect(times == [0, 0, 0, 1, 1, 1, 2, 2, 2].map { .seconds($0) })
    }

    @Test("limits of none are limits of one")
    func noLimits() async {
        var limits = HTTP.Limits()
        (limits.perHost, limits.total) = (0, -1)
        let requests = (0..<2).map { Request(id: $0, .get, "http://a/") }
        let (times, _) = await sendingTimes(requests, limits: limits) { _ in .response(after: .seconds(1)) }
        #expect(times == [.zero, .seconds(1)])
    }

    @Test("waiting for others is not counted against a request")
    func waitingIsFree() async {
        let requests = (0..<4).map { Request(id: $0, .get, "http://a/", timeOuts: .init(total: .seconds(6))) }
        let (_, last) = await sendingTimes(requests, limits: .init(perHost: 1)) { _ in .response(after: .seconds(5)) }
        #expect((0..<4).allSatisfy { last[$0]?.response?.status == 200 })
        #expect(time.now == .seconds(20))
    }

    @Test("a bad request fails before anything is sent")
    func invalid() async {
        let (times, last) = await sendingTimes([
            Request(id: 1, get: "nowhere"), Request(id: 2, get: "http://a:b@c/"),
            Request(id: 3, .get, "http://a/", headers: ["A": "b\r\nC: d"]),
        ]) { _ in .response() }
        #expect(times == [])
        #expect(last[1]?.failure == .malformed(.url))
        #expect(last[2]?.failure == .malformed(.url))
        #expect(last[3]?.failure == .malformed(.header("A")))
    }

    @Test("progress comes no more often than asked for", arguments: [HTTP.Delivery.whole, .file(path: "/a")])
    func progress(_ delivery: HTTP.Delivery) async {
        let request = Request(id: 1, .get, "http://a/", delivery: delivery, progress: .seconds(1))
        let (_, last) = await sendingTimes([request]) { _ in
            .response(200, ["Content-Length": "100"], [String](repeating: "x", count: 100), every: .milliseconds(100))
        }
        let counts = last.events.compactMap { event in
            if case .progress(_, let progress) = event { progress.receivedByteCount } else { nil }
        }
        #expect(counts.count == 10)
        #expect(counts == counts.sorted())
    }

    @Test("a budget that is used up comes back with answers, a fifth for each")
    func refilled() throws {
        let origin = try #require(HTTP.Address("http://a/")).origin
        var budgets = RetryBudgets(2)
        let withdraw = { budgets.withdraw(origin) }
        #expect([withdraw(), withdraw(), withdraw()] == [true, true, false])
        for _ in 0..<4 { budgets.deposit(origin) }
        #expect(!withdraw())
        budgets.deposit(origin)
        #expect([withdraw(), withdraw()] == [true, false])
        for _ in 0..<100 { budgets.deposit(origin) }
        #expect([withdraw(), withdraw(), withdraw()] == [true, true, false])
    }

    @Test("a host that is dead does not use up the retries of another")
    func budgetPerOrigin() async {
        let retry = HTTP.Retry(count: 2, wait: .seconds(1), maximumWait: .seconds(1))
        let hosts = ["dead", "flaky"]
        let requests = (0..<16).map { Request(id: $0, .get, "http://\(hosts[$0 % 2])/\($0 / 2)", retry: retry) }
        var tries: [String: Int] = [:]
        let (_, last) = await sendingTimes(requests, limits: .init(perHost: 1, total: 2)) { message in
            tries[message.address.description, default: 0] += 1
            let isFirst = tries[message.address.description] == 1
            return message.address.origin.host == "dead" ? .failure(.refused) : .response(isFirst ? 503 : 200)
        }
        for id in stride(from: 1, to: 16, by: 2) { #expect(last[id]?.response?.status == 200, "round \(id / 2)") }
        #expect(tries.filter { $0.key.contains("dead") }.values.reduce(0, +) == 8 + 10)
    }

    @Test("of more origins than have a budget, the one that was used longest ago is forgotten")
    func oldestBudget() throws {
        var budgets = RetryBudgets(1)
        let origins = try (1...1_001).map { try #require(HTTP.Address("http://a:\($0)/")).origin }
        #expect(origins.dropLast().allSatisfy { budgets.withdraw($0) })
        // Used again: now the second one is the oldest.
        budgets.deposit(origins[0])
        #expect([1_000, 1_000, 0, 1].map { budgets.withdraw(origins[$0]) } == [true, false, false, true])
    }

    @Test("origins that came and went a million times leave little behind")
    func budgetsAreBounded() throws {
        var budgets = RetryBudgets(2)
        for port in 1...2_000 {
            _ = budgets.withdraw(try #require(HTTP.Address("http://a:\(port)/")).origin)
        }
        #expect(Mirror(reflecting: budgets).children.contains { ($0.value as? any Collection)?.count == 1_000 })
    }

    @Test("a request that is not idempotent is not sent again, however it failed", arguments: HTTP.Method.allCases)
    func idempotence(_ method: HTTP.Method) async {
        let request = Request(id: 1, method, "http://a/", retry: .standard)
        let (times, _) = await sendingTimes([request]) { _ in .failure(.disconnected) }
        #expect(times.count == ([.post, .patch].contains(method) ? 1 : 4))
        #expect(method.isIdempotent == ![.post, .patch].contains(method))
    }

    @Test("a body that has been delivered in part is not asked for again")
    func delivered() async {
        let requests = [HTTP.Delivery.whole, .streamed].enumerated().map {
            Request(id: $0, .get, "http://a/", delivery: $1, retry: .init(count: 1))
        }
        var count = 0
        let (_, last) = await sendingTimes(requests) { _ in
            count += 1
            return count <= 2
                ? SimulatedAnswer.response(200, [:], ["a", "b"]).cut(after: 2, .disconnected)
                : .response(200, [:], ["a", "b"])
        }
        #expect(last[0]?.response?.text == "ab")
        #expect(last[1]?.failure == .disconnected)
        #expect(last.chunks == [UInt8]("a".utf8))
    }
}
