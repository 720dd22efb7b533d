import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over `URLSession`, used in the way that it survives: one session, a delegate only, no time-outs,
/// caches, cookies or redirects of its own, and cancelling only where its completion cannot happen at the same time.
///
/// It tells nothing about connecting: a connection that does not come is timed out as an idle one.
///
/// On Linux it has limits of its own. Up to Swift 6.3 a server that breaks the rules of HTTP can end the process. A body
/// cannot be held back, so that up to its limit of it may wait in memory. Certificates of one's own, and no proxy where
/// the environment names one, are `unavailable`. Everywhere a stream is made whole before it is sent.
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
        #if !canImport(FoundationNetworking)
            if options.proxy == .direct { configuration.connectionProxyDictionary = [:] }
        #endif
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
        guard options.certificatesPath == nil, isProxyPossible else { return exchange.finish(.failed(.unavailable)) }
        let request: URLRequest
        do throws(HTTP.Failure) {
            request = try exchange.request()
        } catch {
            return exchange.finish(.failed(error))
        }
        let task = session.dataTask(with: request)
        exchange.task = task
        exchanges[task.taskIdentifier] = exchange
        exchange.report(.connected)
        task.resume()
    }

    private var isProxyPossible: Bool {
        switch options.proxy {
        case .system: return true
        case .direct:
            #if canImport(FoundationNetworking)
                let environment = ProcessInfo.processInfo.environment.keys
                return !environment.contains {
                    $0 == "http_proxy" || ["https_proxy", "all_proxy"].contains($0.lowercased())
                }
            #else
                return true
            #endif
        case .at: return false
        }
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
        let headers = HTTP.Headers(response)
        // An interim answer; the next is the one. After a switch of protocols nothing of HTTP follows.
        if (100..<200).contains(response.statusCode), response.statusCode != 101 { return }
        guard response.statusCode >= 200, headers.hasOneLength else {
            return finish(task, .failed(.malformed(.response)))
        }
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

    func request() throws(HTTP.Failure) -> URLRequest {
        guard let url = URL(string: order.address.description) else { throw .malformed(.url) }
        let upload = try Upload(order.body)
        var request = URLRequest(url: url)
        request.httpMethod = order.method.rawValue
        for field in order.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        switch order.body {
        case .none: break
        case .bytes(let bytes): request.httpBody = Data(bytes)
        case .file(let path): request.httpBodyStream = InputStream(fileAtPath: path)
        case .stream: request.httpBody = try upload?.collected()
        }
        return request
    }

    func report(_ event: ExchangeEvent) {
        guard !isOver, !send(event) else { return }
        // On Linux a `suspend` that meets a completion ends the process.
        #if !canImport(FoundationNetworking)
            task?.suspend()
        #endif
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

    func resume() {
        #if !canImport(FoundationNetworking)
            queue.addOperation { [self] in task?.resume() }
        #endif
    }

    func cancel() {
        queue.addOperation { [self] in stop() }
    }
}

extension HTTP.Headers {
    fileprivate init(_ response: HTTPURLResponse) {
        self.init()
        for (name, value) in response.allHeaderFields { append("\(name)", "\(value)") }
        // Of several fields it makes one.
        if let lengths = self["Content-Length"]?.split(separator: ", "), let length = lengths.first,
            lengths.allSatisfy({ $0 == length })
        {
            self["Content-Length"] = String(length)
        }
    }
}

extension Upload {
    fileprivate func collected() throws(HTTP.Failure) -> Data {
        var data = Data()
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { piece.deallocate() }
        while case let count = try read(into: piece), count > 0 { data.append(contentsOf: piece[..<count]) }
        return data
    }
}
