import Cycle
import CycleBase
import CycleDrivers
import CycleNetwork
import CycleTesting

/// The requests of a program to servers that are other programs of its system: HTTP/1.1, over a stream of its own each.
///
/// Unchecked: as `VirtualTime`, it belongs to the isolation that explores.
final class RequestsToPrograms: Explorable, @unchecked Sendable {
    /// A request, from its start until its end is told.
    private final class Exchange {
        let number: Int
        /// A hash of its identity and its lens.
        let mark: Int
        let request: ExploredNetwork.Request
        let address: SocketAddress
        let sent: ExploredNetwork.Sent
        let tell: (_ number: Int, RequestEvent) -> Void
        /// `nil` while it has not set out, as no program has listened.
        var stream: SimulatedStream?
        /// When it is too late for an end.
        let limitAt: Duration
        /// Whether the application pauses it.
        var isPaused = false
        /// How many bytes of a streamed response are told; `nil` before its head is.
        var toldCount: Int?
        /// Rings where it takes too long.
        var alarm: (any Alarm)?

        init(
            _ number: Int, _ mark: Int, _ request: ExploredNetwork.Request, _ sent: ExploredNetwork.Sent,
            to address: SocketAddress, at now: Duration, _ tell: @escaping (_ number: Int, RequestEvent) -> Void
        ) {
            (self.number, self.mark, self.request, self.sent) = (number, mark, request, sent)
            (self.address, self.tell) = (address, tell)
            limitAt = now.adding(sent.timeOuts.total)
        }

        /// Whether nothing is read of it: the head of a streamed response is told.
        var isHeld: Bool { isPaused && toldCount != nil }

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
    /// Whether a request has not set out.
    var isWaiting: Bool { exchanges.contains { $0.stream == nil } }

    /// Takes a request, if it goes to another program.
    ///
    /// - Parameter answersOthers: Whether the author of the world says what hosts answer that are no program.
    /// - Returns: Whether it does.
    func depart(
        _ number: Int, mark: Int, _ request: ExploredNetwork.Request, _ sent: ExploredNetwork.Sent, answersOthers: Bool,
        _ tell: @escaping (_ number: Int, RequestEvent) -> Void
    ) -> Bool {
        guard let origin = HTTP.Address(request.url)?.origin, let whole = world.whole else { return false }
        let address = SocketAddress.host(origin.host, port: origin.port)
        let isProgram = whole.programs.contains { $0.name == origin.host }
        let isOwn = origin.host.isThisHost && (!answersOthers || sockets.listener(at: address, from: world.name) != nil)
        guard isProgram || isOwn else { return false }
        if origin.scheme != .http {
            world.note("\(request.url): programs of a system speak http with each other, as https needs a certificate")
        }
        if case .file = sent.delivery {
            world.note(
                "\(request.url): a response of another program comes into no file: say delivery: .whole or .streamed")
        }
        let exchange = Exchange(
            number, mark, request, sent, to: address, at: world.clock.now, tell)
        exchange.alarm = makeAlarm(for: exchange)
        exchanges.append(exchange)
        wait(for: exchange, upTo: sent.timeOuts.connect)
        open(exchange)
        return true
    }

    /// Opens its stream, and sends the request; where no program listens it sets out later, or is refused.
    private func open(_ exchange: Exchange) {
        world.common.touches.noteAddress()
        guard let stream = sockets.open(to: exchange.address, from: world.name) else { return }
        exchange.stream = stream
        wait(for: exchange, upTo: exchange.sent.timeOuts.idle)
        stream.onNews = { [unowned self, unowned exchange] in look(at: exchange) }
        var headers = exchange.sent.headers
        if headers["Host"] == nil { headers["Host"] = "\(exchange.address)" }
        headers["Connection"] = "close"
        let request = exchange.request
        sockets.perform(
            .requests(request.method.rawValue, request.path, headers: headers, bytes: request.bytes), stream)
    }

    // MARK: Time

    /// Named after the request: each has an alarm of its own.
    private func makeAlarm(for exchange: Exchange) -> any Alarm {
        let (lens, number) = (world.common.lens, exchange.number)
        defer { world.common.lens = lens }
        world.common.lens += " limit of \(exchange.words)"
        return world.clock.alarm { [unowned self] in
            end(number, .failed(isLate(number) ? .timedOut : isOpen(number) ? .timedOutIdle : .timedOutConnecting))
        }
    }

    /// Arms its alarm for the next sign of life, which is due within a time, or for its end.
    private func wait(for exchange: Exchange, upTo limit: Duration) {
        let limitAt = exchange.isHeld ? exchange.limitAt : world.clock.now.adding(limit)
        exchange.alarm?.arm(at: min(limitAt, exchange.limitAt))
    }

    private func exchange(_ number: Int) -> Exchange? { exchanges.first { $0.number == number } }

    private func isLate(_ number: Int) -> Bool { exchange(number).map { $0.limitAt <= world.clock.now } ?? false }

    private func isOpen(_ number: Int) -> Bool { exchange(number)?.stream != nil }

    // MARK: Pauses and ends

    func pause(_ isPaused: Bool, _ number: Int) {
        guard let exchange = exchange(number) else { return }
        exchange.isPaused = isPaused
        if exchange.toldCount != nil { look(at: exchange) }
    }

    func cancel(_ number: Int) {
        for exchange in exchanges where exchange.number == number { leave(exchange) }
        exchanges.removeAll { $0.number == number }
    }

    private func leave(_ exchange: Exchange) {
        exchange.alarm?.disarm()
        if let stream = exchange.stream { sockets.leave(stream) }
    }

    /// Tells the end of an exchange, once it has come.
    private func look(at exchange: Exchange) {
        guard let stream = exchange.stream else { return }
        if exchange.sent.delivery == .streamed { tellPart(exchange, stream) }
        if exchange.isHeld {
            wait(for: exchange, upTo: exchange.sent.timeOuts.idle)
        } else if var response = exchange.response {
            if exchange.sent.delivery == .streamed { response.body = [] }
            end(exchange.number, .response(response))
        } else if stream.isGone || stream.isInputEnded {
            end(exchange.number, .failed(.disconnected))
        } else {
            wait(for: exchange, upTo: exchange.sent.timeOuts.idle)
        }
    }

    /// Tells what has come of a streamed response.
    private func tellPart(_ exchange: Exchange, _ stream: SimulatedStream) {
        guard var part = SimulatedSockets.firstPart(in: stream.received) else { return }
        let piece = Array(part.body.dropFirst(exchange.toldCount ?? 0))
        part.body = []
        if exchange.toldCount == nil {
            exchange.tell(exchange.number, .head(part))
            exchange.toldCount = 0
        }
        if piece.isEmpty || exchange.isHeld { return }
        exchange.toldCount? += piece.count
        exchange.tell(exchange.number, .chunk(piece))
    }

    private func end(_ number: Int, _ event: RequestEvent) {
        guard let place = exchanges.firstIndex(where: { $0.number == number }) else { return }
        let exchange = exchanges.remove(at: place)
        leave(exchange)
        exchange.tell(number, event)
    }

    // MARK: Explorable

    var possibilities: [Possibility] {
        exchanges.filter { $0.stream == nil && !isApart($0) }.map { exchange in
            // By now a program may listen.
            let isHeard = sockets.listener(at: exchange.address, from: world.name) != nil
            let words = isHeard ? "\(exchange.words) sets out" : "\(exchange.words) → refused"
            return Possibility("network", words, thing: exchange.number, outcome: isHeard ? 1 : 0, kind: .due)
        }
    }

    /// Whether its program is cut off, and so cannot refuse it.
    private func isApart(_ exchange: Exchange) -> Bool {
        world.sockets.areApart(world.number, world.sockets.number(of: exchange.address.hostName))
    }

    func happen(_ possibility: Possibility) {
        guard let exchange = exchange(possibility.thing) else { return }
        if possibility.outcome == 1 { open(exchange) } else { end(exchange.number, .failed(.refused)) }
    }

    func remember(in memory: inout Fingerprint) {
        for exchange in exchanges {
            memory.combine(exchange.mark)
            memory.combine(exchange.request)
            memory.combine(exchange.isPaused)
            memory.combine(exchange.limitAt - world.clock.now)
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
