import CCurl
import CycleBase

/// Feeds the session of one exchange what libcurl reports, and performs its actions. Confined to the thread of libcurl.
final class CurlExchange: QueuedExchange {
    let number: Int
    let loop: CurlExchanges
    private unowned let thread: CurlThread
    let receiver: ResponseReceiver
    private let shell: Shell<CurlSession>
    /// The handle of libcurl, from `begin` to `release`.
    private(set) var easy: CurlEasy?
    private var message: CurlMessage?
    private var decoder: BodyDecoder?
    /// The bytes that libcurl has just handed over.
    private var bytes: UnsafeRawBufferPointer?
    /// The socket of a connection that was kept from an earlier exchange, until the answer begins, else -1; and how much had
    /// been sent before.
    private var kept: (socket: Int32, sentByteCount: Int) = (-1, 0)
    /// The encrypted connection whose end is the end of the body.
    private var closing: UnsafeRawPointer?
    /// Whether libcurl is to hand over what it holds back, once all actions are done.
    private var mustResume = false

    init(_ number: Int, _ loop: CurlExchanges, _ thread: CurlThread, _ receiver: ResponseReceiver) {
        self.number = number
        self.loop = loop
        self.thread = thread
        self.receiver = receiver
        shell = Shell(
            CurlSession(
                receiver.message, headerLimit: loop.options.headerLimit, canDecodeGzip: CurlExchange.canDecodeGzip))
    }

    private static var canDecodeGzip: Bool { cycle_gzip_load() }

    var upload: Upload? { message?.upload }

    private var session: CurlSession { shell.session }

    func start() { thread.lookUp(self) }

    func receive(_ input: CurlSession.Input) {
        shell.receive(input, at: .zero) { perform($0) }
        // Not by the action itself: libcurl hands over from inside of this call, and its callbacks need the session's answer at once.
        while mustResume, !shell.isBusy {
            mustResume = false
            if let easy { cycle_curl_resume(easy.handle) }
            receive(.transfer(.resumed))
        }
    }

    private func perform(_ action: CurlSession.Action) {
        switch action {
        case .reportConnection: receiver.receive(.connected)
        case .giveHead(let status, let headers): giveHead(status, headers)
        case .prepareBody(let form): prepareBody(form)
        case .decode: decode()
        case .letOthersFirst: thread.letOthersFirst(self)
        case .finishEarly: thread.finishEarly(self)
        case .begin: thread.begin(self)
        case .startAgain: thread.startAgain(self)
        case .resume: mustResume = true
        case .endLookup(let lookup, let isFound, let isGivenUp): thread.endLookup(lookup, isFound, isGivenUp)
        case .release: release()
        case .end(let failure): leave(receiver.end(failure))
        case .discard: leave(receiver.cancel())
        }
    }

    private func giveHead(_ status: Int, _ headers: HTTP.Headers) {
        do throws(HTTP.Failure) {
            try receiver.head(status, headers)
            noteWholeBody()
        } catch {
            receive(.transfer(.refused(error)))
        }
    }

    private func leave(_ place: QueuePlace?) {
        if let place { thread.leave(self, place) }
    }

    // MARK: The handle of libcurl

    /// Prepares a handle.
    func begin(_ easy: CurlEasy) throws(HTTP.Failure) {
        self.easy = easy
        easy.errorText.pointee = 0
        easy.socketError.pointee = 0
        cycle_curl_attach(
            easy.handle, Unmanaged.passUnretained(self).toOpaque(), easy.errorText, easy.socketError)
        message = try CurlMessage(receiver.message, on: easy.handle, canDecodeGzip: CurlExchange.canDecodeGzip)
    }

    private func release() {
        if let easy { thread.release(easy) }
        message?.free()
        (easy, message, decoder) = (nil, nil, nil)
    }

    /// The address is known as soon as there is a socket for it, or an error of opening one.
    func noteAddress() {
        if let easy, easy.socketError.pointee != 0 { receive(.addressFound) }
    }

    /// Lets the bytes flow again that were held back.
    func resume() {
        if receiver.hasRoom { receive(.transfer(.roomMade)) }
    }

    /// - Parameter code: The result code of libcurl.
    func finish(code: Int) {
        noteAddress()
        receive(.transfer(.finished(ending(code))))
    }

    private func ending(_ code: Int) -> CurlTransfer.Ending {
        if code == 0 {
            if let closing, !cycle_curl_was_closed(closing) { return .complete(flaw: .disconnected) }
            return .complete(flaw: decoder?.failureAtEnd)
        }
        let isAbort = [CYCLE_CURL_ABORTED_BY_CALLBACK, CYCLE_CURL_WRITE_ERROR].contains(code)
        return isAbort && session.answer == .stop ? .stopped : .failed(meaning(of: code))
    }

    private func meaning(of code: Int) -> HTTP.Failure {
        guard let easy else { return .disconnected }
        if code == CYCLE_CURL_COULDNT_CONNECT, let resource = HTTP.Resource(code: easy.socketError.pointee) {
            return .exhausted(resource)
        }
        // A proxy has refused to connect.
        let status = cycle_curl_proxy_status(easy.handle)
        if status != 0, !(200..<300).contains(status) { return .proxyRefused(status: status) }
        if cycle_curl_lacked_certificate(easy.handle) { return .clientCertificateRequired }
        let words = String(cString: easy.errorText)
        let failure = HTTP.Failure(curl: code, words, isHeadDone: session.isHeadDone)
        // A server that resets the connection takes the alert away that says why.
        let isCut =
            failure == .disconnected
            || code == CYCLE_CURL_SSL_CONNECT_ERROR && ["reset", "SYSCALL", "eof"].contains { words.contains($0) }
        return isCut && cycle_curl_was_asked_for_certificate(easy.handle) ? .clientCertificateRequired : failure
    }

    // MARK: Callbacks of libcurl

    /// - Returns: Whether the connection can be used.
    func connected(_ localPort: Int32, _ remotePort: Int32) -> Bool {
        let isStale =
            easy.map { cycle_curl_has_stale_input($0.handle, localPort, remotePort, &kept.socket) } ?? false
        kept.sentByteCount = easy.map { cycle_curl_sent($0.handle) } ?? 0
        receive(.transfer(.connected(isStale: isStale)))
        return session.answer == .goOn
    }

    func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        receive(.transfer(.header([UInt8](line), isEarly: isEarly)))
        return session.answer == .goOn ? line.count : 0
    }

    /// Whether an answer has begun before the server can have got the request. Of a request with a body not all need have
    /// been received.
    private var isEarly: Bool {
        defer { kept.socket = -1 }
        guard kept.socket >= 0, upload == nil, let easy else { return false }
        return cycle_curl_is_early(kept.socket, cycle_curl_sent(easy.handle) - kept.sentByteCount)
    }

    private func prepareBody(_ form: CurlTransfer.BodyForm) {
        let gzip = form.isGzip ? GzipDecoder() : nil
        guard gzip != nil || !form.isGzip else { return receive(.transfer(.refused(.exhausted(.memory)))) }
        decoder = BodyDecoder(form.framing, gzip, headerLimit: loop.options.headerLimit)
        if form.framing == .connection { closing = easy.flatMap { cycle_curl_tls($0.handle) } }
    }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        self.bytes = bytes
        receive(.transfer(.body(hasRoom: receiver.hasRoom, round: thread.round)))
        self.bytes = nil
        return switch session.answer {
        case .goOn: bytes.count
        case .pause: cycle_curl_write_pause
        case .stop: 0
        }
    }

    private func decode() {
        guard let bytes else { return }
        do throws(HTTP.Failure) {
            let isAllTaken = try decoder?.decode(bytes, receiver) ?? true
            if isAllTaken { noteWholeBody() } else { receive(.transfer(.heldBack)) }
        } catch {
            receive(.transfer(.refused(error)))
        }
    }

    private func noteWholeBody() {
        if upload != nil, decoder?.isWhole == true { receive(.transfer(.bodyIsWhole)) }
    }

    func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload else { return 0 }
        do throws(HTTP.Failure) {
            let before = upload.sentCount
            let count = try upload.read(into: buffer)
            // At an end that was not announced, all bytes but the last have been reported.
            if upload.sentCount > 0, count > 0 || upload.byteCount == nil {
                receiver.receive(
                    .sent(byteCount: upload.sentCount, isAll: upload.isAll || count == 0 && before > 0))
            }
            return count
        } catch {
            receive(.transfer(.refused(error)))
            return cycle_curl_read_abort
        }
    }
}
