import CycleBase
import CycleHTTP

/// One exchange over a session.
///
/// Unchecked: used on the engine's serial queue only.
final class SessionExchange: QueuedExchange, @unchecked Sendable {
    let number: Int
    private let loop: SessionExchanges
    let receiver: ResponseReceiver
    private var task: URLSessionDataTask?
    private var isSuspended = false

    init(_ message: HTTP.Message, _ number: Int, _ port: Exchange.Port, _ loop: SessionExchanges) throws(HTTP.Failure) {
        self.number = number
        self.loop = loop
        var file: (any BodyFile)?
        if case .file = message.delivery {
            file = try makeDownload(message, number, port) { [weak loop] in
                loop?.perform([.acknowledge(0, number: number)])
            }
        }
        receiver = ResponseReceiver(
            message.adding(file?.headers ?? []), number, port, SessionEngine.reports, file)
    }

    func start() {
        do throws(HTTP.Failure) {
            let task = try loop.makeTask(for: self)
            self.task = task
            receiver.receive(.connected)
            task.resume()
        } catch {
            finish(error)
        }
    }

    func request() throws(HTTP.Failure) -> URLRequest {
        let message = receiver.message
        guard let url = URL(string: message.address.description) else { throw .malformed(.url) }
        let upload = try Upload(message.body)
        var request = URLRequest(url: url)
        // Its own default is a minute.
        request.timeoutInterval = SessionExchanges.longest
        request.httpMethod = message.method.rawValue
        for field in message.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        switch message.body {
        case .none: break
        case .bytes(let bytes): request.httpBody = Data(bytes)
        case .file: request.httpBodyStream = bodyStream()
        case .stream: request.httpBody = try upload?.collected()
        }
        return request
    }

    // MARK: Called by the delegate

    /// A stream of the file that is sent, from its beginning: a kept connection that turns out to be closed asks for another one.
    func bodyStream() -> InputStream? {
        guard case .file(let path) = receiver.message.body else { return nil }
        return InputStream(fileAtPath: path)
    }

    func receive(_ response: URLResponse) throws(HTTP.Failure) {
        guard let response = response as? HTTPURLResponse else { throw .malformed(.response) }
        let headers = HTTP.Headers(response)
        // An interim answer; the next is the one. After a switch of protocols nothing of HTTP follows.
        if (100..<200).contains(response.statusCode), response.statusCode != 101 { return }
        guard response.statusCode >= 200, headers.hasOneLength() else { throw .malformed(.response) }
        let size = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard size <= loop.options.headerLimit else { throw .tooLarge }
        try receiver.head(response.statusCode, headers)
    }

    func receive(_ bytes: [UInt8]) throws(HTTP.Failure) {
        try receiver.body(bytes)
        guard URLSessionTraits.canSuspend, !receiver.hasRoom, !isSuspended else { return }
        isSuspended = true
        task?.suspend()
    }

    func sent(_ byteCount: Int, isAll: Bool) {
        receiver.receive(.sent(byteCount: byteCount, isAll: isAll))
    }

    func acknowledge(_ count: Int) {
        if receiver.acknowledge(count) { resume() }
    }

    func hold(_ isHeld: Bool) {
        if receiver.hold(isHeld) { resume() }
    }

    private func resume() {
        guard isSuspended, receiver.hasRoom else { return }
        isSuspended = false
        task?.resume()
    }

    /// - Parameter failure: `nil` for an end.
    func finish(_ failure: HTTP.Failure?) {
        leave(receiver.end(failure))
    }

    func cancel() {
        leave(receiver.cancel())
    }

    private func leave(_ place: QueuePlace?) {
        guard let place else { return }
        loop.forget(self, task)
        task?.cancel()
        task = nil
        SessionEngine.limiter.leave(place, receiver.message.address.origin, loop.limits)
    }
}

extension HTTP.Headers {
    fileprivate init(_ response: HTTPURLResponse) {
        self.init()
        for (name, value) in response.allHeaderFields { append("\(name)", "\(value)") }
        // Of several fields it makes one.
        if let lengths = self["Content-Length"]?.parts(between: ",").map(\.trimmingBlanks), let length = lengths.first,
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
