import CycleDrivers
import CycleNetwork
import CycleTesting

/// The requests of a program to servers that are other programs of its system: HTTP/1.1, over a stream of its own each.
final class RequestsToPrograms: Explorable {
    /// A request, from its start until its end is told.
    private final class Exchange {
        let number: Int
        /// A hash of its identity and its lens.
        let mark: Int
        let request: ExploredNetwork.Request
        let address: SocketAddress
        let tell: (_ number: Int, RequestEvent) -> Void
        /// `nil` where no program has listened.
        var stream: SimulatedStream?

        init(
            _ number: Int, _ mark: Int, _ request: ExploredNetwork.Request, to address: SocketAddress,
            _ tell: @escaping (_ number: Int, RequestEvent) -> Void
        ) {
            (self.number, self.mark, self.request) = (number, mark, request)
            (self.address, self.tell) = (address, tell)
        }

        var words: String { "\(request.method.rawValue) \(request.place)" }

        /// The response, once it is whole.
        var response: HTTP.Response? {
            stream.flatMap { SimulatedSockets.firstResponse(in: $0.received, hasBody: request.method != .head) }
        }
    }

    private unowned let world: World
    private var sockets: SimulatedSockets { world.sockets.sockets }
    private var exchanges: [Exchange] = []

    init(_ world: World) { self.world = world }

    var count: Int { exchanges.count }

    /// Takes a request, if it goes to another program.
    ///
    /// - Returns: Whether it does.
    func depart(
        _ number: Int, mark: Int, _ request: ExploredNetwork.Request, _ sent: ExploredNetwork.Sent,
        _ tell: @escaping (_ number: Int, RequestEvent) -> Void
    ) -> Bool {
        guard let origin = HTTP.Address(request.url)?.origin, let whole = world.whole,
            whole.programs.contains(where: { $0.name == origin.host })
        else { return false }
        if origin.scheme != .http {
            world.note("\(request.url): programs of a system speak http with each other, as https needs a certificate")
        }
        if !sent.isWhole {
            world.note("\(request.url): a response of another program of the system comes whole: say delivery: .whole")
        }
        let exchange = Exchange(number, mark, request, to: .host(origin.host, port: origin.port), tell)
        exchanges.append(exchange)
        open(exchange, sent.headers)
        return true
    }

    /// Opens its stream, and sends the request; where no program listens it is refused later.
    private func open(_ exchange: Exchange, _ headers: HTTP.Headers) {
        world.common.touches.noteAddress()
        guard let stream = sockets.open(to: exchange.address, from: world.name) else { return }
        exchange.stream = stream
        stream.onNews = { [unowned self, unowned exchange] in look(at: exchange) }
        var headers = headers
        if headers["Host"] == nil { headers["Host"] = "\(exchange.address)" }
        headers["Connection"] = "close"
        let request = exchange.request
        sockets.perform(
            .requests(request.method.rawValue, request.path, headers: headers, bytes: request.bytes), stream)
    }

    func cancel(_ number: Int) {
        for exchange in exchanges where exchange.number == number { leave(exchange) }
        exchanges.removeAll { $0.number == number }
    }

    private func leave(_ exchange: Exchange) {
        if let stream = exchange.stream { sockets.leave(stream) }
    }

    /// Tells the end of an exchange, once it has come.
    private func look(at exchange: Exchange) {
        guard let stream = exchange.stream else { return }
        if let response = exchange.response {
            end(exchange, .response(response))
        } else if stream.isGone || stream.isInputEnded {
            end(exchange, .failed(.disconnected))
        }
    }

    private func end(_ exchange: Exchange, _ event: RequestEvent) {
        guard let place = exchanges.firstIndex(where: { $0 === exchange }) else { return }
        exchanges.remove(at: place)
        leave(exchange)
        exchange.tell(exchange.number, event)
    }

    // MARK: Explorable

    var possibilities: [Possibility] {
        exchanges.filter { $0.stream == nil && !isApart($0) }.map { exchange in
            Possibility("network", "\(exchange.words) → refused", thing: exchange.number, kind: .due)
        }
    }

    /// Whether its program is cut off, and so cannot refuse it.
    private func isApart(_ exchange: Exchange) -> Bool {
        world.sockets.areApart(world.number, world.sockets.number(of: exchange.address.hostName))
    }

    func happen(_ possibility: Possibility) {
        guard let exchange = exchanges.first(where: { $0.number == possibility.thing }) else { return }
        end(exchange, .failed(.refused))
    }

    func remember(in memory: inout Fingerprint) {
        for exchange in exchanges {
            memory.combine(exchange.mark)
            memory.combine(exchange.request)
            guard let stream = exchange.stream else { continue }
            memory.combine(stream.own)
            memory.combine(stream.received)
            memory.combine(stream.isGone)
            memory.combine(stream.isInputEnded)
        }
    }

    func losePower() {
        for exchange in exchanges { leave(exchange) }
        exchanges = []
    }
}
