public import Cycle
public import CycleNetwork
public import CycleTesting

/// The servers, while an application is explored: what they may answer, and in which order.
///
///     world.network.answers { request in [.text("r\(request.query)"), .fails(.refused)] }
///
/// It plays every `NetworkDriver` at the level of its models and events: an outcome is the end of a request, with all that the
/// driver's time-outs, retries and redirects have come to, and what it reports on the way there.
public final class ExploredNetwork: Explorable, ExploredPart, DividedByLens {
    /// A request that is in flight.
    public struct Request: Hashable, Sendable {
        public let method: HTTP.Method
        /// As the application wrote it.
        public let url: String
        /// The body, where it is bytes.
        public let bytes: [UInt8]

        /// The body as UTF-8, where it is bytes.
        public var body: String { String(decoding: bytes, as: UTF8.self) }

        /// The URL without its scheme: `host/search?q=a`.
        var place: String {
            url.utf8.firstRange(of: "://".utf8).map { String(url[$0.upperBound...]) } ?? url
        }

        /// The path with the query: `/search?q=a`.
        public var path: String {
            let parts = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
            return parts.count > 3 ? "/" + String(Substring(parts[3])) : "/"
        }

        /// The text behind the first `=` of the query, for a query of one item: `a` of `/search?q=a`.
        public var query: String {
            url.utf8.firstIndex(of: UInt8(ascii: "=")).map { String(url[url.utf8.index(after: $0)...]) } ?? ""
        }
    }

    /// The parts of a request that matter to another program alone.
    struct Sent {
        let headers: HTTP.Headers
        let delivery: HTTP.Delivery
        let timeOuts: HTTP.TimeOuts
    }

    private struct Flight {
        let number: Int
        /// A hash of the request's answers, identity and lens.
        let mark: Int
        let lens: String
        let answers: Answers
        let isStreamed: Bool
        let tell: (_ number: Int, RequestEvent) -> Void
        /// Whether the application pauses it.
        var isPaused = false
        /// The outcome that has begun, and how many of its steps are over.
        var outcome: Int?
        var step = 0
        var possibilities: [Possibility]

        /// Whether nothing is read of it: the head of a streamed response is told.
        var isHeld: Bool {
            guard isPaused, isStreamed, let outcome else { return false }
            return answers.outcomes[outcome].steps.prefix(step).contains(where: \.isHead)
        }

        func possibilities(canFail: Bool) -> [Possibility] {
            isHeld ? [] : canFail ? possibilities : possibilities.filter { $0.kind != .fault }
        }
    }

    private unowned let world: World
    private let known: KnownAnswers
    private var flights: [Flight] = []
    private var count = 0
    /// `nil` where the author of the world says nothing of it.
    private var answer: ((Request) -> [Outcome])?
    /// The requests to other programs of a system.
    private let toPrograms: RequestsToPrograms?
    private var faults: Allowance?

    init(_ world: World) {
        self.world = world
        known = world.memo.kept { KnownAnswers() }
        toPrograms = world.whole == nil ? nil : world.part { RequestsToPrograms(world) }
    }

    /// How requests may end: one of these outcomes each.
    ///
    ///     world.network.answers { request in [.text("rain in \(request.query)"), .status(404), .fails(.refused)] }
    ///
    /// - Parameters:
    ///   - count: How many failures there are in one run, beside the bound of all faults.
    ///   - outcomes: May look at nothing but the request.
    public func answers(faults count: Int? = nil, _ outcomes: @escaping (Request) -> [Outcome]) {
        answer = outcomes
        faults = count.map { world.faults("network faults", $0) }
    }

    var isBetweenTurns: Bool { world.common.isBetweenTurns }

    /// The requests in flight.
    public var flightCount: Int { flights.count + (toPrograms?.count ?? 0) }

    // MARK: Explorable

    public var possibilities: [Possibility] {
        if flights.isEmpty { return [] }
        let canFail = faults?.isLeft ?? true
        if flights.count == 1 { return flights[0].possibilities(canFail: canFail) }
        return flights.flatMap { $0.possibilities(canFail: canFail) }
    }

    public func happen(_ possibility: Possibility) {
        guard let index = flights.firstIndex(where: { $0.number == possibility.thing }) else { return }
        if possibility.kind == .fault { faults?.use() }
        var flight = flights[index]
        let steps = flight.answers.outcomes[possibility.outcome].steps
        let step = flight.outcome == possibility.outcome ? flight.step : 0
        (flight.outcome, flight.step) = (possibility.outcome, step + 1)
        if flight.step < steps.count {
            flight.possibilities = flight.answers.possibilities(
                of: flight.number, in: flight.outcome, after: flight.step)
            flights[index] = flight
        } else {
            flights.remove(at: index)
        }
        flight.tell(flight.number, steps[step].reply)
    }

    public func remember(in memory: inout Fingerprint) {
        for flight in flights { remember(flight, in: &memory) }
    }

    private func remember(_ flight: Flight, in memory: inout Fingerprint) {
        memory.combine(flight.mark)
        memory.combine(flight.outcome)
        memory.combine(flight.step)
        memory.combine(flight.isPaused)
    }

    func remember(in memories: inout [String: Fingerprint]) {
        for flight in flights { remember(flight, in: &memories[flight.lens, default: Fingerprint()]) }
    }

    func rememberRest(in memory: inout Fingerprint) {}

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        player(of: driver) as? any Driver<Played.Model, Played.Event>
    }

    package func player(of driver: any Driver) -> (any Driver)? { (driver as? any Answered)?.answered(by: self) }

    /// - Returns: The number of the flight.
    func depart(
        _ request: Request, id: Int, _ sent: Sent,
        _ tell: @escaping (_ number: Int, RequestEvent) -> Void
    ) -> Int {
        count += 1
        var mark = Hasher()
        mark.combine(id)
        mark.combine(world.common.lens)
        if let toPrograms {
            let takes = toPrograms.depart(
                count, mark: mark.finalize(), request, sent, answersOthers: answer != nil, tell)
            if takes { return count }
            if answer == nil {
                world.note(
                    "\(request.url): no program has that name: say what answers there, world.network.answers { … }")
            }
        }
        let answers = answers(to: request)
        mark.combine(answers.requestHash)
        var possibilities = answers.beginnings
        for index in possibilities.indices { possibilities[index].thing = count }
        // By lens, and then by age: which of two lenses asked first shows nowhere.
        flights.insert(
            Flight(
                number: count, mark: mark.finalize(), lens: world.common.lens, answers: answers,
                isStreamed: sent.delivery == .streamed, tell: tell, possibilities: possibilities),
            inOrderOf: { $0.lens })
        return count
    }

    private func answers(to request: Request) -> Answers {
        if let answers = known[request] { return answers }
        let label = "\(request.method.rawValue) \(request.place)" + (request.body.isEmpty ? "" : " \(request.body)")
        let answers = Answers(label, answer?(request) ?? [.text(""), .fails(.refused)], to: request)
        known[request] = answers
        return answers
    }

    func pause(_ isPaused: Bool, _ number: Int) {
        if let index = flights.firstIndex(where: { $0.number == number }) { flights[index].isPaused = isPaused }
        toPrograms?.pause(isPaused, number)
    }

    func cancel(_ number: Int) {
        flights.removeAll { $0.number == number }
        toPrograms?.cancel(number)
    }
}

/// A driver whose identities' type its twin does not know.
private protocol Answered {
    func answered(by network: ExploredNetwork) -> any Driver
}

extension NetworkDriver: PlayedUnasked {
    func twin(in world: World, at path: String) -> (any Driver)? {
        world.whole == nil ? nil : world.network.player(of: self)
    }
}

extension NetworkDriver: Answered {
    fileprivate func answered(by network: ExploredNetwork) -> any Driver { ExploredNetworkDriver<ID>(network: network) }
}

extension World {
    /// The servers.
    public var network: ExploredNetwork {
        part {
            let network = ExploredNetwork(self)
            isAwaited = { [unowned network] in network.flightCount > 0 }
            return network
        }
    }
}
