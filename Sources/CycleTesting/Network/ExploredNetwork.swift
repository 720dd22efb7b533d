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
            let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            return parts.count > 3 ? "/" + parts[3] : "/"
        }

        /// What follows the first `=` of the query, for a request that asks for one thing: `a` of `/search?q=a`.
        public var query: String {
            url.firstIndex(of: "=").map { String(url[url.index(after: $0)...]) } ?? ""
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

    private struct Flight {
        let number: Int
        let label: String
        let outcomes: [Outcome]
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
        var possibilities: [Possibility] = []
        let canFail = faults?.isLeft ?? true
        for flight in flights {
            for (index, outcome) in flight.outcomes.enumerated() where outcome.failure == nil || canFail {
                possibilities.append(
                    Possibility(
                        "network", "\(flight.label) → \(outcome.label)", thing: flight.number, outcome: index,
                        kind: outcome.failure == nil ? .due : .fault))
            }
        }
        return possibilities
    }

    public func happen(_ possibility: Possibility) {
        guard let index = flights.firstIndex(where: { $0.number == possibility.thing }) else { return }
        let flight = flights.remove(at: index)
        if possibility.kind == .fault { faults?.use() }
        flight.end(flight.outcomes[possibility.outcome])
    }

    public func remember(in memory: inout Fingerprint) {
        for flight in flights { memory.combine(flight.label) }
    }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        (driver as? any Answered)?.answered(by: self) as? any Driver<Played.Model, Played.Event>
    }

    fileprivate func depart(_ request: Request, _ end: @escaping (Outcome) -> Void) -> Int {
        count += 1
        let label = "\(request.method.rawValue) \(request.path)" + (request.body.isEmpty ? "" : " \(request.body)")
        flights.append(Flight(number: count, label: label, outcomes: answer(request), end: end))
        return count
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
        model.effects(for: \.requests, by: \.id) { request in
            Signal { sink in
                let inlet = sink.inlet()
                let seen = ExploredNetwork.Request(
                    method: request.method, url: request.url, body: request.body.text)
                let number = network.depart(seen) { outcome in
                    if let response = outcome.response { inlet.send(.response(request.id, response)) }
                    if let failure = outcome.failure { inlet.send(.failed(request.id, failure)) }
                    inlet.end()
                }
                return Subscription { network.cancel(number) }
            }
        }
    }
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
