import CycleHTTP

/// The exchanges of one loop.
///
/// Unchecked: all that changes is used on the engine's serial queue only, after `init`.
final class SessionExchanges: NSObject, Exchanges, @unchecked Sendable {
    let options: HTTP.TransportOptions
    let limits: HTTP.Limits
    private var session: URLSession?
    private var exchanges: [Int: SessionExchange] = [:]
    /// By the number of the session's task.
    private var live: [Int: SessionExchange] = [:]
    private var isClosed = false
    /// A day, in seconds: the driver has time limits of its own.
    static let longest = 86_400.0

    init(_ options: HTTP.TransportOptions, _ limits: HTTP.Limits) {
        self.options = options
        self.limits = limits
    }

    func perform(_ commands: [Exchange.Command]) {
        SessionEngine.queue.addOperation { [self] in
            guard !isClosed else { return }
            var waiting: [SessionExchange] = []
            for command in commands { perform(command, &waiting) }
            SessionEngine.admit()
            for exchange in waiting { exchange.receiver.receive(.othersAdmitted) }
            SessionEngine.reports.flush(all: true)
        }
    }

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        SessionEngine.queue.addOperation { [self] in
            isClosed = true
            for exchange in Array(exchanges.values) { exchange.cancel() }
            exchanges = [:]
            session?.invalidateAndCancel()
            session = nil
            SessionEngine.admit()
            SessionEngine.reports.flush(all: true)
            DiskThread.shared.afterAll(whenGone)
        }
    }

    private func perform(_ command: Exchange.Command, _ waiting: inout [SessionExchange]) {
        switch command {
        case .start(let message, let number, let port):
            do throws(HTTP.Failure) {
                let exchange = try SessionExchange(message, number, port, self)
                exchanges[number] = exchange
                if !exchange.enter(SessionEngine.limiter, limits) { waiting.append(exchange) }
            } catch {
                SessionEngine.reports.add(.failed(error), of: number, to: port)
            }
        case .acknowledge(let count, let number): exchanges[number]?.acknowledge(count)
        case .hold(let isHeld, let number): exchanges[number]?.hold(isHeld)
        case .cancel(let number): exchanges[number]?.cancel()
        }
    }

    // MARK: For exchanges

    func makeTask(for exchange: SessionExchange) throws(HTTP.Failure) -> URLSessionDataTask {
        guard options.certificatesPath == nil else {
            throw .unavailable("URLSession trusts the system's certificates only: use the transport `curl`")
        }
        guard isProxyPossible else {
            throw .unavailable("URLSession uses the system's proxy only: use the transport `curl`")
        }
        let session = session ?? makeSession()
        self.session = session
        let task = session.dataTask(with: try exchange.request())
        live[task.taskIdentifier] = exchange
        return task
    }

    func forget(_ exchange: SessionExchange, _ task: URLSessionTask?) {
        exchanges[exchange.number] = nil
        if let task { live[task.taskIdentifier] = nil }
    }

    private func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.default
        // The cache answers on another queue, where a cancel meets it and ends the process.
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 10_000
        configuration.timeoutIntervalForRequest = SessionExchanges.longest
        configuration.timeoutIntervalForResource = SessionExchanges.longest
        if options.proxy == .direct { URLSessionTraits.connectDirectly(configuration) }
        return URLSession(configuration: configuration, delegate: self, delegateQueue: SessionEngine.queue)
    }

    private var isProxyPossible: Bool {
        switch options.proxy {
        case .system: return true
        case .direct: return URLSessionTraits.canConnectDirectly()
        case .at: return false
        }
    }

    /// Lets an exchange do what a delegate was told, and tells the loop.
    private func tell(_ task: URLSessionTask, _ work: (SessionExchange) throws(HTTP.Failure) -> Void) {
        guard let exchange = live[task.taskIdentifier] else { return }
        do throws(HTTP.Failure) {
            try work(exchange)
        } catch {
            exchange.finish(error)
        }
        SessionEngine.admit()
        SessionEngine.reports.flush(all: true)
    }
}

extension SessionExchanges: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        tell(dataTask) { exchange throws(HTTP.Failure) in try exchange.receive(response) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        tell(dataTask) { exchange throws(HTTP.Failure) in try exchange.receive([UInt8](data)) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        tell(task) { exchange in
            exchange.sent(Int(totalBytesSent), isAll: totalBytesSent == totalBytesExpectedToSend)
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // `finish` forgets the exchange first, and cancels its task.
        tell(task) { exchange throws(HTTP.Failure) in
            try exchange.receive(response)
            exchange.finish(nil)
        }
        if URLSessionTraits.takesAnswersAfterCancel { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(live[task.taskIdentifier]?.bodyStream())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The answer is here already where the task would never complete.
        guard !URLSessionTraits.completesWithoutCredential, let response = challenge.failureResponse ?? task.response
        else { return completionHandler(.performDefaultHandling, nil) }
        tell(task) { exchange throws(HTTP.Failure) in
            try exchange.receive(response)
            exchange.finish(nil)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        tell(task) { exchange in exchange.finish(error.map { HTTP.Failure($0) }) }
    }
}
