import CCurl

/// One exchange on the thread of libcurl, and confined to it.
final class CurlExchange {
    let number: Int
    let loop: CurlExchanges
    private unowned let thread: CurlThread
    let receiver: ResponseReceiver
    /// Its number in the line, while it waits.
    var place: Int?
    /// Its number among the lookups, until its host has an address.
    var lookup: Int?
    /// libcurl's side of it, from `begin` to `release`.
    private(set) var easy: CurlEasy?
    private(set) var upload: Upload?
    private var headerList: UnsafeMutableRawPointer?
    private var parser: HeadParser
    /// The body of the response, from the end of its header on.
    private var body: BodyDecoder?
    /// Why a callback stopped the exchange.
    private var failure: HTTP.Failure?
    /// Whether it got a connection on which something had come that nobody asked for.
    private var hadStaleConnection = false
    /// The socket of a connection that was kept, until the answer begins, -1 for none; and what had been sent before.
    private var kept: (socket: Int32, sent: Int) = (-1, 0)
    private var isPaused = false
    private var isConnected = false
    /// How many pieces of its body it has taken in this round of the thread.
    private var pieces = (round: 0, count: 0)
    /// The encrypted connection that ends with the body, if that is how the end of the body is told.
    private var closing: UnsafeRawPointer?

    init(_ number: Int, _ loop: CurlExchanges, _ thread: CurlThread, _ receiver: ResponseReceiver) {
        self.number = number
        self.loop = loop
        self.thread = thread
        self.receiver = receiver
        parser = HeadParser(limit: loop.options.headerLimit)
    }

    var order: HTTP.Order { receiver.order }

    /// Whether its host, or a proxy, need not be looked up any more.
    var hasAddress: Bool { isConnected || easy.map { $0.socketError.pointee != 0 } ?? false }

    /// Prepares libcurl's side.
    func begin(_ easy: CurlEasy) throws(HTTP.Failure) {
        self.easy = easy
        easy.errorText.pointee = 0
        easy.socketError.pointee = 0
        upload = try Upload(order.body)
        cycle_curl_attach(
            easy.handle, Unmanaged.passUnretained(self).toOpaque(), easy.errorText, easy.socketError)
        setMessage(easy.handle)
    }

    func release() {
        cycle_curl_list_free(headerList)
        headerList = nil
        easy = nil
        upload = nil
        body = nil
    }

    private func setMessage(_ easy: UnsafeMutableRawPointer) {
        cycle_curl_set_text(easy, Int32(CYCLE_CURL_URL), order.address.description)
        // A kept connection may turn out closed, and then libcurl sends again: not what must happen once.
        cycle_curl_set_long(easy, Int32(CYCLE_CURL_FRESH_CONNECT), order.method.isIdempotent ? 0 : 1)
        switch order.method {
        case .get where upload == nil: break
        case .head: cycle_curl_set_long(easy, Int32(CYCLE_CURL_NOBODY), 1)
        default: cycle_curl_set_text(easy, Int32(CYCLE_CURL_CUSTOMREQUEST), order.method.rawValue)
        }
        let mayHaveBody = [.post, .put, .patch].contains(order.method)
        if upload != nil || mayHaveBody, order.method != .head {
            cycle_curl_set_long(easy, Int32(CYCLE_CURL_UPLOAD), 1)
            let byteCount = upload.map(\.byteCount) ?? 0
            if let byteCount {
                cycle_curl_set_offset(easy, Int32(CYCLE_CURL_INFILESIZE_LARGE), Int64(byteCount))
            }
        }
        for field in order.headers.fields {
            // A field without a value is written so; with a colon it would be left out.
            let isBlank = field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 }
            append(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if asksForGzip { append("Accept-Encoding: gzip") }
        append("Expect:")
        _ = cycle_curl_set_headers(easy, headerList)
    }

    /// Half a gzip stream cannot be decoded.
    private var asksForGzip: Bool {
        order.headers["Accept-Encoding"] == nil && order.headers["Range"] == nil
            && cycle_gzip_load()
    }

    private func append(_ line: String) {
        headerList = cycle_curl_append(headerList, line) ?? headerList
    }

    /// Lets bytes flow again.
    ///
    /// - Returns: Whether the exchange goes on.
    func letGo() -> Bool {
        guard isPaused, receiver.hasRoom, let easy else { return true }
        isPaused = false
        cycle_curl_resume(easy.handle)
        return failure == nil
    }

    /// Whether it has not begun, because the connection could not be used.
    func mustStartAgain(_ code: Int) -> Bool {
        defer { hadStaleConnection = false }
        return hadStaleConnection && [CYCLE_CURL_ABORTED_BY_CALLBACK, CYCLE_CURL_WRITE_ERROR].contains(code)
    }

    func finish(code: Int) {
        if let failure { return receiver.fail(failure) }
        guard code == 0 else { return receiver.fail(meaning(of: code)) }
        // libcurl is content with a header that was cut off between two lines.
        guard parser.isDone else { return receiver.fail(.disconnected) }
        if let closing, !cycle_curl_was_closed(closing) { return receiver.fail(.disconnected) }
        if let failure = body?.failureAtEnd { return receiver.fail(failure) }
        receiver.end()
    }

    private func meaning(of code: Int) -> HTTP.Failure {
        guard let easy else { return .disconnected }
        if code == CYCLE_CURL_COULDNT_CONNECT, let resource = HTTP.Resource(code: easy.socketError.pointee) {
            return .exhausted(resource)
        }
        // A proxy that was asked for a connection and said no.
        let status = cycle_curl_proxy_status(easy.handle)
        if status != 0, !(200..<300).contains(status) { return .proxyRefused(status: status) }
        if cycle_curl_lacked_certificate(easy.handle) { return .clientCertificateRequired }
        let words = String(cString: easy.errorText)
        return HTTP.Failure(curl: code, words, isHeadDone: parser.isDone)
    }

    // MARK: Called by libcurl

    /// - Returns: Whether the connection can be used.
    func connected(_ localPort: Int32, _ remotePort: Int32) -> Bool {
        if let easy, cycle_curl_has_stale_input(easy.handle, localPort, remotePort, &kept.socket) {
            hadStaleConnection = true
            return false
        }
        kept.sent = easy.map { cycle_curl_sent($0.handle) } ?? 0
        isConnected = true
        receiver.connected()
        return true
    }

    func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        guard !isEarly else {
            hadStaleConnection = true
            return 0
        }
        do throws(HTTP.Failure) {
            if case .head(let status, let headers) = try parser.take(line) {
                let framing = framing(status, headers)
                body = BodyDecoder(framing, order.method.hasBody(status) ? try gzip(headers) : nil)
                if case .connection = framing { closing = easy.flatMap { cycle_curl_tls($0.handle) } }
                try receiver.head(status, headers)
                noteAnswer()
            }
            return line.count
        } catch {
            failure = error
            return 0
        }
    }

    /// Whether an answer has begun before the server can have got the request: it was sent for nobody. Of a request with a
    /// body not all need have been received.
    private var isEarly: Bool {
        defer { kept.socket = -1 }
        guard kept.socket >= 0, upload == nil, let easy else { return false }
        return cycle_curl_is_early(kept.socket, cycle_curl_sent(easy.handle) - kept.sent)
    }

    private func framing(_ status: Int, _ headers: HTTP.Headers) -> BodyDecoder.Framing {
        guard order.method.hasBody(status) else { return .length(leftCount: 0) }
        if headers["Transfer-Encoding"] != nil { return .chunks(ChunkDecoder(limit: loop.options.headerLimit)) }
        return headers.contentLength.map { .length(leftCount: $0) } ?? .connection
    }

    /// An encoding that the request did not ask for fails the response.
    private func gzip(_ headers: HTTP.Headers) throws(HTTP.Failure) -> GzipDecoder? {
        let encodings = headers.contentEncodings
        guard !encodings.isEmpty else { return nil }
        if encodings.count == 1, ["gzip", "x-gzip"].contains(encodings[0]), let decoder = GzipDecoder() {
            return decoder
        }
        let asked = order.headers.words(of: "Accept-Encoding").map { String($0.prefix { $0 != ";" }) }
        guard encodings.allSatisfy({ asked.contains($0) || asked.contains("*") }) else { throw .malformed(.encoding) }
        return nil
    }

    /// A server that has answered may never read what is left of the request's body. libcurl would wait until it has.
    private func noteAnswer() {
        if upload != nil, body?.isWhole == true { thread.answered(self) }
    }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard receiver.hasRoom else { return pause(cycle_curl_write_pause) }
        guard isItsTurn else {
            thread.letOthersFirst(self)
            return pause(cycle_curl_write_pause)
        }
        do throws(HTTP.Failure) {
            guard try body?.decode(bytes, receiver) ?? true else { return pause(cycle_curl_write_pause) }
            noteAnswer()
            return bytes.count
        } catch {
            failure = error
            return 0
        }
    }

    /// Chunks of one byte keep libcurl busy with one connection for as long as they come.
    private var isItsTurn: Bool {
        pieces = pieces.round == thread.round ? (thread.round, pieces.count + 1) : (thread.round, 1)
        return pieces.count <= 256
    }

    private func pause(_ answer: Int) -> Int {
        isPaused = true
        return answer
    }

    func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload else { return 0 }
        do throws(HTTP.Failure) {
            let before = upload.sentCount
            let count = try upload.read(into: buffer)
            // At an end that nobody had announced all of it has been told but for the last.
            if upload.sentCount > 0, count > 0 || upload.byteCount == nil {
                receiver.sent(byteCount: upload.sentCount, isAll: upload.isAll || count == 0 && before > 0)
            }
            return count
        } catch {
            failure = error
            return cycle_curl_read_abort
        }
    }
}
