import Cycle

/// One request of the model from its start to its outcome: hop after hop through redirects and retries.
///
/// Confined to its loop. Whatever happens, `conclude` is called once, and nothing is sent after it.
final class RequestRun<ID: Hashable & Sendable> {
    typealias Driver = NetworkDriver<ID>

    let request: Driver.Request
    let shared: RequestContext
    let sink: Sink<Driver.Event>
    /// What the next hop sends.
    var hop: Hop
    private var redirectCount = 0
    private var retryCount = 0
    private var place: Subscription?
    private var exchange: Subscription?
    private var isOver = false
    private var isTotalArmed = false
    private lazy var connectAlarm = sink.alarm { [unowned self] in expire(.timedOutConnecting) }
    private lazy var idleAlarm = sink.alarm { [unowned self] in expire(.timedOutIdle) }
    private lazy var totalAlarm = sink.alarm { [unowned self] in expire(.timedOut) }
    private lazy var retryAlarm = sink.alarm { [unowned self] in enqueue() }
    /// The response as far as it has come.
    private var incoming: Incoming?
    private var hasDelivered = false
    private var progress = HTTP.Progress()
    private var nextProgress: Duration = .zero

    init(_ request: Driver.Request, _ shared: RequestContext, _ sink: Sink<Driver.Event>) {
        self.request = request
        self.shared = shared
        self.sink = sink
        hop = Hop(method: request.method, address: nil, headers: request.headers, body: request.body)
    }

    func start() {
        guard let address = HTTP.Address(request.url) else { return conclude(.failure(.malformed(.url))) }
        if let name = request.headers.firstInvalidName { return conclude(.failure(.malformed(.header(name)))) }
        if request.method == .head, request.body != .none { return conclude(.failure(.malformed(.body))) }
        hop.address = address
        enqueue()
    }

    func cancel() {
        isOver = true
        leaveHop()
        for alarm in [totalAlarm, retryAlarm] { alarm.disarm() }
    }

    // MARK: A hop

    private func enqueue() {
        guard let address = hop.address else { return }
        place = shared.gate.pass(address.origin.description) { [self] in begin(address) }
    }

    private func begin(_ address: HTTP.Address) {
        if !isTotalArmed {
            isTotalArmed = true
            totalAlarm.arm(at: sink.now + request.timeOuts.total)
        }
        connectAlarm.arm(at: sink.now + request.timeOuts.connect)
        incoming = nil
        progress = HTTP.Progress()
        let order = hop.order(to: address, cookies: shared.cookies, limit: request.byteLimit, now: sink.now)
        exchange = Signal.exchange(order, shared, request.delivery)
            .run(inside: sink, finish: {}, receive: { [self] in receive($0) })
    }

    private func leaveHop() {
        connectAlarm.disarm()
        idleAlarm.disarm()
        exchange?.cancel()
        exchange = nil
        place?.cancel()
        place = nil
    }

    private func expire(_ failure: HTTP.Failure) {
        // A retry does not help against the limit of all.
        if failure == .timedOut { conclude(.failure(failure)) } else { fail(failure) }
    }

    private func receive(_ arrival: Arrival) {
        guard !isOver else { return }
        connectAlarm.disarm()
        idleAlarm.arm(at: sink.now + request.timeOuts.idle)
        switch arrival {
        case .event(let event): receive(event)
        case .written(let byteCount): count(byteCount)
        case .storing: idleAlarm.disarm()
        case .resumed: break
        }
    }

    private func receive(_ event: ExchangeEvent) {
        switch event {
        case .connected: break
        case .sent(let byteCount):
            progress.sentByteCount = byteCount
            reportProgress()
        case .head(let status, let headers): receiveHead(status, headers)
        case .body(let bytes): receiveBody(bytes)
        case .end: receiveEnd()
        case .failed(let failure): fail(failure)
        }
    }

    // MARK: A response

    private func receiveHead(_ status: Int, _ headers: HTTP.Headers) {
        guard let address = hop.address else { return }
        shared.cookies?.store(headers, from: address, now: sink.now)
        if let location = hop.location(of: status, headers, request.redirects) { return redirect(status, to: location) }
        if request.retry.statuses.contains(status), retry(after: headers) { return }
        if let length = headers.contentLength, length > request.byteLimit, request.method != .head {
            return conclude(.failure(.tooLarge))
        }
        shared.budget.deposit()
        incoming = Incoming(status: status, headers: headers, url: address.description)
        progress.expectedByteCount = headers["Content-Encoding"] == nil ? headers.contentLength : nil
        if request.delivery == .streamed {
            hasDelivered = true
            sink.send(.head(request.id, HTTP.Response(status: status, headers: headers, url: address.description)))
        }
    }

    private func receiveBody(_ bytes: [UInt8]) {
        guard incoming != nil, count(bytes.count) else { return }
        if request.delivery == .streamed {
            sink.send(.chunk(request.id, bytes))
        } else {
            incoming?.body.append(contentsOf: bytes)
        }
    }

    /// - Returns: Whether that is not too many.
    @discardableResult
    private func count(_ byteCount: Int) -> Bool {
        progress.receivedByteCount += byteCount
        guard progress.receivedByteCount <= request.byteLimit else {
            conclude(.failure(.tooLarge))
            return false
        }
        reportProgress()
        return true
    }

    private func receiveEnd() {
        guard let incoming else { return fail(.malformed(.response)) }
        conclude(
            .success(
                HTTP.Response(
                    status: incoming.status, headers: incoming.headers, body: incoming.body,
                    byteCount: progress.receivedByteCount, url: incoming.url)))
    }

    private func reportProgress() {
        guard let interval = request.progress, !isOver, sink.now >= nextProgress else { return }
        nextProgress = sink.now + interval
        sink.send(.progress(request.id, progress))
    }

    // MARK: What follows

    private func redirect(_ status: Int, to location: String) {
        guard case .followed(let maximum) = request.redirects, redirectCount < maximum else {
            return conclude(.failure(.tooManyRedirects))
        }
        redirectCount += 1
        do throws(HTTP.Failure) {
            hop = try hop.redirected(status, to: location)
        } catch {
            return conclude(.failure(error))
        }
        leaveHop()
        enqueue()
    }

    private func fail(_ failure: HTTP.Failure) {
        if !failure.isFinal, retry(after: [:]) { return }
        conclude(.failure(failure))
    }

    /// Goes back to the start after a while, if that is allowed.
    private func retry(after headers: HTTP.Headers) -> Bool {
        let retry = request.retry
        guard retryCount < retry.count, hop.method.isIdempotent, !hasDelivered else { return false }
        let longest = min(retry.wait * (1 << min(retryCount, 20)), retry.maximumWait)
        var wait = longest * Double.random(in: 0.5...1, using: &shared.random)
        if let asked = headers.retryAfter {
            guard asked <= retry.maximumWait else { return false }
            wait = max(wait, asked)
        }
        guard shared.budget.withdraw() else { return false }
        retryCount += 1
        leaveHop()
        retryAlarm.arm(at: sink.now + wait)
        return true
    }

    private func conclude(_ outcome: Result<HTTP.Response, HTTP.Failure>) {
        guard !isOver else { return }
        cancel()
        switch outcome {
        case .success(let response): sink.send(.response(request.id, response))
        case .failure(let failure): sink.send(.failed(request.id, failure))
        }
        sink.end()
    }
}

/// The head of a response and the body that has come.
private struct Incoming {
    let status: Int
    let headers: HTTP.Headers
    let url: String
    var body: [UInt8] = []
}

extension HTTP.Failure {
    /// Whether trying again cannot help.
    fileprivate var isFinal: Bool {
        switch self {
        case .refused, .unresolved, .disconnected, .timedOutConnecting, .timedOutIdle, .other: false
        default: true
        }
    }
}
