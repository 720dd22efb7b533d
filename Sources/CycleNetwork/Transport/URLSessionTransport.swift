import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over `URLSession`, used in the way that it survives: one session, a delegate only, no time-outs,
/// caches, cookies or redirects of its own, and cancelling only where its completion cannot happen at the same time.
///
/// It tells nothing about connecting, so that `connect` time-outs count as `idle` ones, and on Linux it cannot hold a
/// body back. There, up to Swift 6.3, a server that breaks the rules of HTTP can end the process.
public struct URLSessionTransport: Transport {
    public init() {}

    public func open(_ options: TransportOptions) -> any Connections {
        SessionConnections(options)
    }
}

extension Transport where Self == URLSessionTransport {
    public static var urlSession: URLSessionTransport { URLSessionTransport() }
}

/// Unchecked: `exchanges` and `session` are used on the delegate's serial queue only, after `init`.
private final class SessionConnections: NSObject, Connections, @unchecked Sendable {
    private let options: TransportOptions
    private let queue = OperationQueue()
    private var session: URLSession?
    private var exchanges: [Int: SessionExchange] = [:]

    init(_ options: TransportOptions) {
        self.options = options
        super.init()
        queue.maxConcurrentOperationCount = 1
        let configuration = URLSessionConfiguration.default
        // The cache answers on another queue, where a cancel meets it and ends the process.
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 10_000
        let day = 86_400.0
        configuration.timeoutIntervalForRequest = day
        configuration.timeoutIntervalForResource = day
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    }

    func exchange(_ order: Order, report: @escaping @Sendable (ExchangeEvent) -> Bool) -> any Exchange {
        let exchange = SessionExchange(order, report, queue)
        queue.addOperation { [self] in start(exchange) }
        return exchange
    }

    func close(_ whenGone: @escaping @Sendable () -> Void) {
        queue.addOperation { [self] in
            for exchange in exchanges.values { exchange.stop() }
            exchanges = [:]
            session?.invalidateAndCancel()
            session = nil
            whenGone()
        }
    }

    private func start(_ exchange: SessionExchange) {
        guard let session, !exchange.isOver else { return }
        guard options.certificatesPath == nil else { return exchange.finish(.failed(.unavailable)) }
        guard let request = exchange.request else { return exchange.finish(.failed(.malformed(.url))) }
        let task = session.dataTask(with: request)
        exchange.task = task
        exchanges[task.taskIdentifier] = exchange
        exchange.report(.connected)
        task.resume()
    }

    private func finish(_ task: URLSessionTask, _ event: ExchangeEvent) {
        exchanges.removeValue(forKey: task.taskIdentifier)?.finish(event)
    }
}

extension SessionConnections: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        receive(response, of: dataTask)
    }

    private func receive(_ response: URLResponse, of task: URLSessionTask) {
        guard let exchange = exchanges[task.taskIdentifier] else { return }
        guard let response = response as? HTTPURLResponse else {
            return finish(task, .failed(.malformed(.response)))
        }
        var headers = HTTP.Headers()
        for (name, value) in response.allHeaderFields { headers.append("\(name)", "\(value)") }
        let size = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard size <= options.headerLimit else { return finish(task, .failed(.tooLarge)) }
        exchange.report(.head(status: response.statusCode, headers))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchanges[dataTask.taskIdentifier] else { return }
        exchange.receivedByteCount += data.count
        guard exchange.receivedByteCount <= exchange.order.bodyLimit else {
            return finish(dataTask, .failed(.tooLarge))
        }
        exchange.report(.body([UInt8](data)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchanges[task.taskIdentifier]?.report(.sent(byteCount: Int(totalBytesSent)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // A redirect handler that is called after a cancel ends the process: `finish` removes the exchange first.
        guard exchanges[task.taskIdentifier] != nil else { return }
        receive(response, of: task)
        finish(task, .end)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // Without a credential the task never completes; the answer is here already.
            guard let response = challenge.failureResponse ?? task.response else {
                return completionHandler(.performDefaultHandling, nil)
            }
            receive(response, of: task)
            finish(task, .end)
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(task, error.map { .failed(HTTP.Failure($0)) } ?? .end)
    }
}

/// Unchecked: used on the delegate's serial queue only, but for `cancel`, which goes there.
private final class SessionExchange: Exchange, @unchecked Sendable {
    let order: Order
    var task: URLSessionTask?
    var receivedByteCount = 0
    private(set) var isOver = false
    private let send: @Sendable (ExchangeEvent) -> Bool
    private let queue: OperationQueue

    init(_ order: Order, _ send: @escaping @Sendable (ExchangeEvent) -> Bool, _ queue: OperationQueue) {
        self.order = order
        self.send = send
        self.queue = queue
    }

    var request: URLRequest? {
        guard let url = URL(string: order.address.description) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = order.method.rawValue
        for field in order.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        switch order.body {
        case .none: break
        case .bytes(let bytes): request.httpBody = Data(bytes)
        case .file(let path): request.httpBodyStream = InputStream(fileAtPath: path)
        case .stream(let stream): request.httpBody = stream.collected()
        }
        return request
    }

    func report(_ event: ExchangeEvent) {
        if !isOver { _ = send(event) }
    }

    func finish(_ event: ExchangeEvent) {
        report(event)
        stop()
    }

    func stop() {
        isOver = true
        task?.cancel()
        task = nil
    }

    /// `suspend` meets a completion and ends the process on Linux; the body's limit is what bounds the memory there.
    func resume() {}

    func cancel() {
        queue.addOperation { [self] in stop() }
    }
}

extension HTTP.BodyStream {
    fileprivate func collected() -> Data {
        var data = Data()
        while let piece = next(data.count) { data.append(contentsOf: piece) }
        return data
    }
}

extension HTTP.Failure {
    fileprivate init(_ error: any Error) {
        self =
            switch (error as? URLError)?.code {
            case .cannotConnectToHost: .refused
            case .cannotFindHost, .dnsLookupFailed: .unresolved
            case .networkConnectionLost: .disconnected
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
                .tls
            case .badServerResponse, .cannotParseResponse, .zeroByteResource: .malformed(.response)
            case .cannotDecodeContentData, .cannotDecodeRawData: .malformed(.encoding)
            default: .other("\(error.localizedDescription)")
            }
    }
}
