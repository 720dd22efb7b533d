import CycleBase
import CycleDrivers

/// One request from its start to its last event, through redirects and retries, as a value.
///
///     new --started--> exchanging --end, failed, cancelled--> over
///                        ^  |  ^ |                             ^
///              a redirect|  |  | | retry                       |
///                        +--+  | v                             |
///                            resting --- timePassed, cancelled-+
///
/// It reports one `response` or one `failed`, and nothing afterwards. ``RequestRun`` feeds it what happens and performs its actions: by no
/// `Shell`, as all requests of a driver share cookies and budgets, and as no action leads to an input that would have to wait.
struct RequestSession: Hashable, Sendable {
    /// State that all requests of one driver share.
    struct Shared: Hashable, Sendable {
        /// `nil` where cookies are not kept.
        var cookies: CookieJar?
        var budgets: RetryBudgets
        var random: SplitMix64
    }

    enum State: Hashable, Sendable {
        case new
        case exchanging(Attempt)
        /// The session waits before it sends the request again.
        case resting(until: Duration)
        case over
    }

    private(set) var request: RequestContent.Values
    private(set) var state = State.new
    /// The message of the exchange under way, or of the next one after a rest.
    private(set) var message: HTTP.Message?
    /// When the time for the whole request is used up. `nil` before it counts.
    private(set) var totalDeadline: Duration?
    private(set) var redirectCount = 0
    private(set) var retryCount = 0
    /// Whether a part of a response was reported: then the request cannot be sent again.
    private(set) var hasDelivered = false

    init(_ request: RequestContent.Values) {
        self.request = request
    }

    /// When ``Input/timePassed`` has an effect.
    var deadline: Duration? {
        let own: Duration? =
            switch state {
            case .exchanging(let attempt): isHeld(attempt) ? nil : attempt.deadline
            case .resting(let until): until
            case .new, .over: nil
            }
        guard state != .over, let totalDeadline else { return own }
        return min(own ?? totalDeadline, totalDeadline)
    }

    var isOver: Bool { state == .over }

    /// The one transition.
    ///
    /// - Parameters:
    ///   - now: The loop's time. It never goes back.
    ///   - actions: The actions are appended to it.
    mutating func receive(
        _ input: Input, at now: Duration, sharing shared: inout Shared, into actions: inout [Action]
    ) {
        assert(isConsistent)
        switch (input, state) {
        case (.started, .new): start(now, &shared, &actions)
        case (.exchange(let event), .exchanging(var attempt)):
            // Taken out, so that the attempt is changed without a copy.
            state = .new
            receive(event, &attempt, now, &shared, &actions)
        case (.paused(let isPaused), .new), (.paused(let isPaused), .exchanging), (.paused(let isPaused), .resting):
            if isPaused != request.isPaused { pause(isPaused, now, &actions) }
        case (.timePassed, .exchanging), (.timePassed, .resting): expire(at: now, &shared, &actions)
        case (.cancelled, .new), (.cancelled, .exchanging), (.cancelled, .resting): end(&actions)
        // An exchange that was cancelled may report for a moment.
        case (.exchange, .new), (.exchange, .resting), (.exchange, .over), (.timePassed, .new), (_, .over),
            (.started, .exchanging), (.started, .resting):
            break
        }
        assert(isConsistent)
    }

    // MARK: Beginning and end

    private mutating func start(_ now: Duration, _ shared: inout Shared, _ actions: inout [Action]) {
        guard let address = HTTP.Address(request.url) else { return fail(.malformed(.url), &actions) }
        if let name = request.headers.firstInvalidName { return fail(.malformed(.header(name)), &actions) }
        if request.method == .head, request.body != .none, request.body != .bytes([]) {
            return fail(.malformed(.body), &actions)
        }
        message = HTTP.Message(request, to: address)
        send(now, &shared, &actions)
    }

    private mutating func send(_ now: Duration, _ shared: inout Shared, _ actions: inout [Action]) {
        guard var message else { return }
        if message.headers["Cookie"] == nil, let cookies = shared.cookies?.value(for: message.address, now: now) {
            message.headers["Cookie"] = cookies
        }
        if totalDeadline == nil { totalDeadline = now.adding(request.timeOuts.total) }
        state = .exchanging(
            Attempt(
                stage: .connecting(until: now.adding(request.timeOuts.connect)),
                nextProgress: now.adding(request.progress ?? .zero)))
        actions.append(.start(message))
        if request.isPaused, request.delivery == .streamed { actions.append(.hold(true)) }
    }

    private mutating func end(_ actions: inout [Action]) {
        if case .exchanging = state { actions.append(.cancelExchange) }
        (state, message, totalDeadline) = (.over, nil, nil)
    }

    private mutating func finish(_ event: RequestEvent, _ actions: inout [Action]) {
        end(&actions)
        actions.append(.report(event))
    }

    private mutating func fail(_ failure: HTTP.Failure, _ actions: inout [Action]) {
        finish(.failed(failure), &actions)
    }

    // MARK: Pauses

    /// Whether nothing is read of the response: a silence is no silence of the server.
    private func isHeld(_ attempt: Attempt) -> Bool {
        request.isPaused && request.delivery == .streamed && attempt.head != nil
    }

    private mutating func pause(_ isPaused: Bool, _ now: Duration, _ actions: inout [Action]) {
        request.isPaused = isPaused
        guard request.delivery == .streamed, case .exchanging(var attempt) = state else { return }
        actions.append(.hold(isPaused))
        guard !isPaused, attempt.head != nil, case .transferring = attempt.stage else { return }
        attempt.stage = .transferring(until: now.adding(request.timeOuts.idle))
        state = .exchanging(attempt)
    }

    // MARK: Time

    private mutating func expire(at now: Duration, _ shared: inout Shared, _ actions: inout [Action]) {
        guard let deadline, deadline <= now else { return }
        // No retry can help once the total time is used up.
        if let totalDeadline, totalDeadline <= now { return fail(.timedOut, &actions) }
        switch state {
        case .exchanging(let attempt):
            if let failure = attempt.failureInTime { failOrRetry(failure, now, &shared, &actions) }
        case .resting: send(now, &shared, &actions)
        case .new, .over: break
        }
    }

    // MARK: An exchange

    /// Ends with `state` set again.
    private mutating func receive(
        _ event: Exchange.Event, _ attempt: inout Attempt, _ now: Duration, _ shared: inout Shared,
        _ actions: inout [Action]
    ) {
        if event.takesRoom, let count = attempt.acknowledge() { actions.append(.acknowledge(count)) }
        enter(event, &attempt, now)
        state = .exchanging(attempt)
        switch event {
        case .waiting, .begun, .connected, .storing: break
        case .sent, .received:
            if request.progress != nil { actions.append(.report(.progress(attempt.progress))) }
        case .head(let status, let headers): receiveHead(status, headers, now, &shared, &actions)
        case .piece(let bytes):
            hasDelivered = true
            if attempt.isProgressDue(every: request.progress, at: now) {
                state = .exchanging(attempt)
                actions.append(.report(.progress(attempt.progress)))
            }
            actions.append(.report(.chunk(bytes)))
        case .end(let body, let byteCount):
            guard let head = attempt.head else {
                return failOrRetry(.malformed(.response), now, &shared, &actions)
            }
            finish(.response(head.response(body, byteCount)), &actions)
        case .failed(let failure): failOrRetry(failure, now, &shared, &actions)
        }
    }

    /// Moves the attempt on, with the deadline of its new stage.
    private mutating func enter(_ event: Exchange.Event, _ attempt: inout Attempt, _ now: Duration) {
        if totalDeadline == nil, event != .waiting { totalDeadline = now.adding(request.timeOuts.total) }
        switch event {
        case .waiting:
            // The request is queued behind others. On the first hop the queue does not count against the total limit.
            if redirectCount + retryCount == 0 { totalDeadline = nil }
            attempt.stage = .queued
        case .begun:
            attempt.stage = .connecting(until: now.adding(request.timeOuts.connect))
        case .storing: attempt.stage = .storing
        case .connected, .sent, .head, .piece, .received:
            attempt.stage = .transferring(until: now.adding(request.timeOuts.idle))
            attempt.count(event)
        case .end, .failed: break
        }
    }

    private mutating func receiveHead(
        _ status: Int, _ headers: HTTP.Headers, _ now: Duration, _ shared: inout Shared, _ actions: inout [Action]
    ) {
        guard case .exchanging(var attempt) = state, let message else { return }
        shared.cookies?.store(headers, from: message.address, now: now)
        if let location = request.redirects.location(of: status, headers) {
            return redirect(status, to: location, now, &shared, &actions)
        }
        if request.retry.statuses.contains(status), retry(after: headers, now, &shared, &actions) { return }
        if message.method.hasBody(status), let length = headers.contentLength, length > request.byteLimit {
            return fail(.tooLarge, &actions)
        }
        shared.budgets.deposit(message.address.origin)
        let head = Attempt.Head(status: status, headers: headers, url: message.address.description)
        attempt.head = head
        attempt.progress.expectedByteCount =
            headers["Content-Encoding"] == nil ? headers.contentRange?.total ?? headers.contentLength : nil
        state = .exchanging(attempt)
        if request.delivery == .streamed {
            hasDelivered = true
            actions.append(.report(.head(head.response())))
        }
    }

    // MARK: Redirects and retries

    private mutating func redirect(
        _ status: Int, to location: String, _ now: Duration, _ shared: inout Shared, _ actions: inout [Action]
    ) {
        guard case .followed(let maximum) = request.redirects, redirectCount < maximum else {
            return fail(.tooManyRedirects, &actions)
        }
        redirectCount += 1
        do throws(HTTP.Failure) {
            message = try message?.redirected(status, to: location)
        } catch {
            return fail(error, &actions)
        }
        actions.append(.cancelExchange)
        send(now, &shared, &actions)
    }

    private mutating func failOrRetry(
        _ failure: HTTP.Failure, _ now: Duration, _ shared: inout Shared, _ actions: inout [Action]
    ) {
        if request.retry.covers(failure), retry(after: [:], now, &shared, &actions) { return }
        fail(failure, &actions)
    }

    /// - Returns: Whether the request will be sent again after a wait.
    private mutating func retry(
        after headers: HTTP.Headers, _ now: Duration, _ shared: inout Shared, _ actions: inout [Action]
    ) -> Bool {
        let retry = request.retry
        guard retryCount < retry.count, let message, message.method.isIdempotent, !hasDelivered else { return false }
        var wait = retry.longestWait(before: retryCount) * Double.random(in: 0.5...1, using: &shared.random)
        if let demanded = headers.retryAfter {
            guard demanded <= retry.maximumWait else { return false }
            wait = max(wait, demanded)
        }
        guard shared.budgets.withdraw(message.address.origin) else { return false }
        retryCount += 1
        actions.append(.cancelExchange)
        state = .resting(until: now.adding(wait))
        return true
    }

    // MARK: Invariants

    /// Holds before and after each input.
    var isConsistent: Bool {
        guard redirectCount <= max(0, request.redirects.maximum), retryCount <= max(0, request.retry.count) else {
            return false
        }
        return switch state {
        case .new: message == nil && totalDeadline == nil
        case .exchanging(let attempt): message != nil && (totalDeadline != nil || attempt.stage == .queued)
        case .resting: message != nil && retryCount > 0 && !hasDelivered
        case .over: message == nil && deadline == nil
        }
    }
}
