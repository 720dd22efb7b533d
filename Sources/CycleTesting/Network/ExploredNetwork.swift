public import Cycle
public import CycleNetwork

/// The servers, while an application is explored: what they may answer, and in which order.
///
///     world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
///
/// It plays every `NetworkDriver` at the level of its models and events: an outcome is the end of a request, with all that the
/// driver's time-outs, retries and redirects have come to.
public final class ExploredNetwork: Explorable, StandIn {
    /// A request that is in flight.
    public struct Request: Hashable, Sendable {
        public let method: HTTP.Method
        /// As the application wrote it.
        public let url: String
        /// The body as UTF-8, where it is bytes.
        public let body: String

        /// What follows the host: `/search?q=a`.
        public var path: String {
            let parts = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
            return parts.count > 3 ? "/" + String(Substring(parts[3])) : "/"
        }

        /// What follows the first `=` of the query, for a request that asks for one thing: `a` of `/search?q=a`.
        public var query: String {
            url.utf8.firstIndex(of: UInt8(ascii: "=")).map { String(url[url.utf8.index(after: $0)...]) } ?? ""
        }
    }

    /// How a request may end.
    public struct Outcome: Hashable, Sendable {
        let label: String
        let response: HTTP.Response?
        let failure: HTTP.Failure?

        /// A response with status 200.
        public static func text(_ text: String) -> Outcome { .status(200, text) }

        /// A response.
        public static func status(_ status: Int, _ text: String = "") -> Outcome {
            Outcome(
                label: text.isEmpty ? "\(status)" : "\(status) \(text)",
                response: HTTP.Response(status: status, body: Array(text.utf8)), failure: nil)
        }

        /// No response: a fault.
        public static func fails(_ failure: HTTP.Failure) -> Outcome {
            Outcome(label: "\(failure)", response: nil, failure: failure)
        }
    }

    private struct Answers {
        let label: String
        let outcomes: [Outcome]
        let possibilities: [Possibility]
    }

    private struct Flight {
        let number: Int
        let answers: Answers
        let possibilities: [Possibility]
        let end: (Outcome) -> Void
    }

    private unowned let world: World
    private var flights: [Flight] = []
    private var count = 0
    private var answer: (Request) -> [Outcome] = { _ in [.text(""), .fails(.refused)] }
    private var faults: Allowance?

    init(_ world: World) {
        self.world = world
    }

    /// How requests may end: one of these outcomes each.
    ///
    /// - Parameters:
    ///   - count: How many failures there are in one run, beside the bound of all faults.
    ///   - outcomes: May look at nothing but the request.
    public func answers(faults count: Int? = nil, _ outcomes: @escaping (Request) -> [Outcome]) {
        answer = outcomes
        faults = count.map { world.faults("network faults", $0) }
    }

    /// The requests in flight.
    public var flightCount: Int { flights.count }

    // MARK: Explorable

    public var possibilities: [Possibility] {
        let canFail = faults?.isLeft ?? true
        return flights.flatMap { flight in
            canFail ? flight.possibilities : flight.possibilities.filter { $0.kind != .fault }
        }
    }

    public func happen(_ possibility: Possibility) {
        guard let index = flights.firstIndex(where: { $0.number == possibility.thing }) else { return }
        let flight = flights.remove(at: index)
        if possibility.kind == .fault { faults?.use() }
        flight.end(flight.answers.outcomes[possibility.outcome])
    }

    public func remember(in memory: inout Fingerprint) {
        for flight in flights { memory.combine(flight.answers.label) }
    }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any Answered)?.answered(by: self) as? any Driver<Played.Model, Played.Event>
    }

    fileprivate func depart(_ request: Request, _ end: @escaping (Outcome) -> Void) -> Int {
        count += 1
        let answers = answers(to: request)
        flights.append(
            Flight(
                number: count, answers: answers,
                possibilities: answers.possibilities.map { possibility in
                    var possibility = possibility
                    possibility.thing = count
                    return possibility
                }, end: end))
        return count
    }

    /// What may come of a request: asked for once for all worlds.
    private func answers(to request: Request) -> Answers {
        let known = world.memo.values[request] as? Answers
        if let known { return known }
        let label = "\(request.method.rawValue) \(request.path)" + (request.body.isEmpty ? "" : " \(request.body)")
        let outcomes = answer(request)
        let possibilities = outcomes.enumerated().map { index, outcome in
            Possibility(
                "network", "\(label) → \(outcome.label)", outcome: index, kind: outcome.failure == nil ? .due : .fault)
        }
        let answers = Answers(label: label, outcomes: outcomes, possibilities: possibilities)
        world.memo.values[request] = answers
        return answers
    }

    fileprivate func cancel(_ number: Int) { flights.removeAll { $0.number == number } }
}

/// A driver whose identities' type its twin does not know.
private protocol Answered {
    func answered(by network: ExploredNetwork) -> any Driver
}

extension NetworkDriver: Answered {
    fileprivate func answered(by network: ExploredNetwork) -> any Driver { ExploredNetworkDriver<ID>(network: network) }
}

private struct ExploredNetworkDriver<ID: Hashable & Sendable>: Driver {
    let network: ExploredNetwork

    func eventsCapturedAfterRendering(model: Signal<NetworkDriver<ID>.Model>) -> Signal<NetworkDriver<ID>.Event> {
        // A request that was changed is another one.
        model.map { model in model.requests.map { Want(AnyHashable($0.id), $0, $0.seen) }.withoutRepeatedIDs }
            .effects(for: \.self, by: \.self) { [network] want, _ in network.fly(want) }
            .compactMap { reply in
                (reply.id.base as? ID).map { id in
                    reply.outcome.response.map { .response(id, $0) } ?? .failed(id, reply.outcome.failure ?? .refused)
                }
            }
    }
}

/// A request without the type of its identity: one type for all drivers.
private struct Want: Hashable {
    let id: AnyHashable
    let whole: AnyHashable
    let seen: ExploredNetwork.Request

    init(_ id: AnyHashable, _ whole: AnyHashable, _ seen: ExploredNetwork.Request) {
        self.id = id
        self.whole = whole
        self.seen = seen
    }
}

extension [Want] {
    /// Of two with one identity the first counts.
    fileprivate var withoutRepeatedIDs: [Want] {
        var ids: Set<AnyHashable> = []
        return count < 2 ? self : filter { ids.insert($0.id).inserted }
    }
}

/// How a request has ended.
private struct FlightReply {
    let id: AnyHashable
    let outcome: ExploredNetwork.Outcome
}

extension ExploredNetwork {
    fileprivate func fly(_ want: Want) -> Signal<FlightReply> {
        Signal<Outcome> { [self] sink in
            let inlet = sink.inlet()
            let number = depart(want.seen) { outcome in
                inlet.send(outcome)
                inlet.end()
            }
            return Subscription { [self] in cancel(number) }
        }.map { FlightReply(id: want.id, outcome: $0) }
    }
}

extension NetworkDriver.Request {
    fileprivate var seen: ExploredNetwork.Request { .init(method: method, url: url, body: body.text) }
}

extension HTTP.Body {
    fileprivate var text: String {
        if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}

extension World {
    /// The servers.
    public var network: ExploredNetwork { part { ExploredNetwork(self) } }
}
