import CycleDrivers

/// One request of the model from its start to its outcome: hop after hop through redirects and retries.
///
/// Confined to its loop. Whatever happens, `conclude` is called once, and nothing is told after it.
final class RequestRun {
    private enum Phase {
        case waiting, connecting, underWay, storing, resting
    }

    private let request: RequestContent.Values
    private let context: RequestContext
    private let tell: (RequestOutcome) -> Void
    /// What the next hop sends.
    private var hop: Hop
    /// The number of the hop that is under way.
    private(set) var number = 0
    private var phase = Phase.waiting
    private var phaseDeadline: Duration?
    private var totalDeadline: Duration?
    private var redirectCount = 0
    private var retryCount = 0
    /// Reports that the transport may forget about.
    private var takenCount = 0
    private var isOver = false
    /// The response as far as it has come.
    private var head: (status: Int, headers: HTTP.Headers, url: String)?
    private var hasDelivered = false
    private var progress = HTTP.Progress()
    private var nextProgress: Duration = .zero

    init(
        _ request: RequestContent.Values, _ context: RequestContext, tell: @escaping (RequestOutcome) -> Void
    ) {
        self.request = request
        self.context = context
        self.tell = tell
        hop = Hop(method: request.method, address: nil, headers: request.headers, body: request.body)
    }

    func start() {
        guard let address = HTTP.Address(request.url) else { return conclude(.failure(.malformed(.url))) }
        if let name = request.headers.firstInvalidName { return conclude(.failure(.malformed(.header(name)))) }
        if request.method == .head, request.body != .none { return conclude(.failure(.malformed(.body))) }
        hop.address = address
        begin()
    }

    func cancel() {
        guard !isOver else { return }
        isOver = true
        leaveHop()
        context.remove(self)
    }

    // MARK: Time

    /// When something is to be done about it; it may be asked for earlier.
    var deadline: Duration? {
        guard let phaseDeadline, let totalDeadline else { return phaseDeadline ?? totalDeadline }
        return min(phaseDeadline, totalDeadline)
    }

    func expire(at now: Duration) {
        guard !isOver, let deadline, deadline <= now else { return }
        // A retry does not help against the limit of all.
        if let totalDeadline, totalDeadline <= now { return conclude(.failure(.timedOut)) }
        switch phase {
        case .connecting: fail(.timedOutConnecting)
        case .underWay: fail(.timedOutIdle)
        case .resting: begin()
        case .waiting, .storing: phaseDeadline = nil
        }
    }

    private func enter(_ phase: Phase, for limit: Duration?) {
        self.phase = phase
        phaseDeadline = limit.map { context.now.adding($0) }
        context.watch(self)
    }

    // MARK: A hop

    private func begin() {
        guard let address = hop.address else { return }
        number = context.enroll(self)
        head = nil
        progress = HTTP.Progress()
        takenCount = 0
        nextProgress = context.now.adding(request.progress ?? .zero)
        let order = hop.order(to: address, cookies: context.cookies, now: context.now, request)
        if totalDeadline == nil { totalDeadline = context.now.adding(request.timeOuts.total) }
        enter(.connecting, for: request.timeOuts.connect)
        context.start(order, for: self)
    }

    private func leaveHop() {
        if phase != .resting { context.send(.cancel(number: number)) }
        phase = .resting
        phaseDeadline = nil
    }

    func receive(_ news: ExchangeNews) {
        guard !isOver, phase != .resting else { return }
        if news.takesRoom { giveRoom() }
        switch news {
        case .waiting:
            // What is waited for are the others. Of the first hop not even the total counts it.
            if redirectCount + retryCount == 0 { totalDeadline = nil }
            return enter(.waiting, for: nil)
        case .begun:
            if totalDeadline == nil { totalDeadline = context.now.adding(request.timeOuts.total) }
            return enter(.connecting, for: request.timeOuts.connect)
        case .storing: return enter(.storing, for: nil)
        case .end, .failed: break
        default: enter(.underWay, for: request.timeOuts.idle)
        }
        receiveBytes(news)
    }

    private func receiveBytes(_ news: ExchangeNews) {
        switch news {
        case .sent(let byteCount):
            progress.sentByteCount = byteCount
            if request.progress != nil { tell(.progress(progress)) }
        case .head(let status, let headers): receiveHead(status, headers)
        case .piece(let bytes):
            hasDelivered = true
            progress.receivedByteCount += bytes.count
            reportProgress()
            tell(.chunk(bytes))
        case .received(let byteCount):
            progress.receivedByteCount = byteCount
            // The transport keeps the interval.
            if request.progress != nil { tell(.progress(progress)) }
        case .end(let body, let byteCount): receiveEnd(body, byteCount)
        case .failed(let failure): fail(failure)
        default: break
        }
    }

    private func giveRoom() {
        takenCount += 1
        guard takenCount == 8 else { return }
        takenCount = 0
        context.send(.taken(8, number: number))
    }

    // MARK: A response

    private func receiveHead(_ status: Int, _ headers: HTTP.Headers) {
        guard let address = hop.address else { return }
        context.cookies?.store(headers, from: address, now: context.now)
        if let location = hop.location(of: status, headers, request.redirects) { return redirect(status, to: location) }
        if request.retry.statuses.contains(status), retry(after: headers) { return }
        let hasBody = request.method.hasBody(status)
        if hasBody, let length = headers.contentLength, length > request.byteLimit {
            return conclude(.failure(.tooLarge))
        }
        context.budgets.deposit(address.origin)
        head = (status, headers, address.description)
        progress.expectedByteCount =
            headers["Content-Encoding"] == nil ? headers.contentRange?.total ?? headers.contentLength : nil
        if request.delivery == .streamed {
            hasDelivered = true
            tell(.head(HTTP.Response(status: status, headers: headers, url: address.description)))
        }
    }

    private func receiveEnd(_ body: [UInt8], _ byteCount: Int) {
        guard let head else { return fail(.malformed(.response)) }
        conclude(
            .success(
                HTTP.Response(
                    status: head.status, headers: head.headers, body: body, byteCount: byteCount, url: head.url)))
    }

    private func reportProgress() {
        guard let interval = request.progress, !isOver, context.now >= nextProgress else { return }
        nextProgress = context.now.adding(interval)
        tell(.progress(progress))
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
        begin()
    }

    private func fail(_ failure: HTTP.Failure) {
        if failure.mayPass(request.retry), retry(after: [:]) { return }
        conclude(.failure(failure))
    }

    /// Goes back to the start after a while, if that is allowed.
    private func retry(after headers: HTTP.Headers) -> Bool {
        let retry = request.retry
        guard retryCount < retry.count, hop.method.isIdempotent, !hasDelivered, let origin = hop.address?.origin
        else { return false }
        var wait = retry.longestWait(before: retryCount) * Double.random(in: 0.5...1, using: &context.random)
        if let asked = headers.retryAfter {
            guard asked <= retry.maximumWait else { return false }
            wait = max(wait, asked)
        }
        guard context.budgets.withdraw(origin) else { return false }
        retryCount += 1
        leaveHop()
        enter(.resting, for: wait)
        return true
    }

    private func conclude(_ outcome: Result<HTTP.Response, HTTP.Failure>) {
        guard !isOver else { return }
        cancel()
        switch outcome {
        case .success(let response): tell(.response(response))
        case .failure(let failure): tell(.failed(failure))
        }
    }
}

extension HTTP.Retry {
    /// Doubled by adding, which has an end: numbers near the limits come from data.
    fileprivate func longestWait(before retry: Int) -> Duration {
        let doubled = (0..<min(retry, 20)).reduce(Duration.zero.adding(wait)) { wait, _ in wait.adding(wait) }
        return min(doubled, Duration.zero.adding(maximumWait))
    }
}

extension HTTP.Failure {
    /// Whether another attempt may succeed.
    fileprivate func mayPass(_ retry: HTTP.Retry) -> Bool {
        switch self {
        case .refused, .unresolved, .disconnected, .timedOutConnecting, .timedOutIdle, .other: true
        case .exhausted(let resource): resource != .disk
        case .proxyRefused(let status): status.map(retry.statuses.contains) ?? true
        case .tls, .clientCertificateRequired, .timedOut, .tooLarge, .tooManyRedirects, .insecureRedirect, .malformed,
            .unreadable, .unwritable, .unavailable:
            false
        }
    }
}
