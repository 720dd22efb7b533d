import CCurl

/// One exchange on the thread of libcurl.
///
/// Unchecked: `cancel` and `resume` may be called by anyone and only post; all else happens on that thread.
final class CurlExchange: Exchange, @unchecked Sendable {
    let order: Order
    /// libcurl's side of it, from `begin` to `release`.
    var easy: UnsafeMutableRawPointer?
    var headerList: UnsafeMutableRawPointer?
    var upload: Upload?
    private let report: @Sendable (ExchangeEvent) -> Bool
    private let commands: CurlCommands
    private var parser: HeadParser
    private var decoder: GzipDecoder?
    private var encodedByteCount = 0
    private var receivedByteCount = 0
    /// Why a callback stopped the exchange.
    private var failure: HTTP.Failure?
    private var isOver = false
    private var hasRoom = true
    /// How much of what libcurl will hand over again has been decoded already.
    private var decodedCount = 0

    init(
        _ order: Order, headerLimit: Int, _ report: @escaping @Sendable (ExchangeEvent) -> Bool,
        _ commands: CurlCommands
    ) {
        self.order = order
        self.report = report
        self.commands = commands
        parser = HeadParser(limit: headerLimit)
    }

    func cancel() {
        commands.post(.cancel(self))
    }

    func resume() {
        commands.post(.resume(self))
    }

    // MARK: On the thread

    /// Lets bytes flow again.
    ///
    /// - Returns: Whether the exchange goes on.
    func letGo() -> Bool {
        hasRoom = true
        // It hands over at once what it held back, and that may be too large or wrong.
        if let easy, !isOver { cycle_curl_resume(easy) }
        return failure == nil
    }

    func fail(_ failure: HTTP.Failure) {
        finish(.failed(failure))
    }

    func finish(code: Int) {
        if let failure { return fail(failure) }
        guard code == 0 else {
            // A proxy that was asked for a connection and said no.
            if let easy, case let status = cycle_curl_proxy_status(easy), status != 0, !(200..<300).contains(status) {
                return fail(.refused)
            }
            return fail(HTTP.Failure(curl: code, isHeadDone: parser.isDone))
        }
        // libcurl is content with a header that was cut off between two lines.
        guard parser.isDone else { return fail(.disconnected) }
        if let decoder, encodedByteCount > 0, !decoder.isComplete { return fail(.malformed(.encoding)) }
        finish(.end)
    }

    private func finish(_ event: ExchangeEvent) {
        guard !isOver else { return }
        isOver = true
        _ = report(event)
    }

    private func tell(_ event: ExchangeEvent) {
        if !isOver { hasRoom = report(event) }
    }

    // MARK: Called by libcurl

    func connected() {
        tell(.connected)
    }

    func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        do throws(HTTP.Failure) {
            if case .head(let status, let headers) = try parser.take(line) {
                try chooseDecoder(headers["Content-Encoding"], status)
                tell(.head(status: status, headers))
            }
            return line.count
        } catch {
            failure = error
            return 0
        }
    }

    private func chooseDecoder(_ encoding: String?, _ status: Int) throws(HTTP.Failure) {
        guard let encoding = encoding?.lowercased(), ["gzip", "x-gzip"].contains(encoding), order.method != .head
        else { return }
        decoder = GzipDecoder()
        if decoder == nil { throw .malformed(.encoding) }
    }

    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard hasRoom else { return cycle_curl_write_pause }
        do throws(HTTP.Failure) {
            if decoder != nil {
                guard try decode(bytes) else { return cycle_curl_write_pause }
            } else {
                try deliver([UInt8](bytes))
            }
            return bytes.count
        } catch {
            failure = error
            return 0
        }
    }

    /// Decodes all of `bytes`, which may begin with some that were decoded before.
    ///
    /// - Returns: Whether there was room for everything.
    private func decode(_ bytes: UnsafeRawBufferPointer) throws(HTTP.Failure) -> Bool {
        guard let decoder else { return true }
        var offset = min(decodedCount, bytes.count)
        var mayHoldMore = decodedCount > 0
        while offset < bytes.count || mayHoldMore {
            guard hasRoom else {
                decodedCount = offset
                return false
            }
            let (usedCount, output) = try decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            offset += usedCount
            encodedByteCount += usedCount
            mayHoldMore = output.count == GzipDecoder.pieceSize && !decoder.isComplete
            try deliver(output)
        }
        decodedCount = 0
        return true
    }

    private func deliver(_ bytes: [UInt8]) throws(HTTP.Failure) {
        guard !bytes.isEmpty else { return }
        receivedByteCount += bytes.count
        guard receivedByteCount <= order.bodyLimit else { throw .tooLarge }
        tell(.body(bytes))
    }

    func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload else { return 0 }
        // What has been sent is told; a loop that is behind with that slows the sending.
        guard hasRoom else { return cycle_curl_read_pause }
        do throws(HTTP.Failure) {
            let count = try upload.read(into: buffer)
            if count > 0 { tell(.sent(byteCount: upload.sentCount)) }
            return count
        } catch {
            failure = error
            return cycle_curl_read_abort
        }
    }
}

extension HTTP.Failure {
    fileprivate init(curl code: Int, isHeadDone: Bool) {
        self =
            switch code {
            case CYCLE_CURL_COULDNT_RESOLVE_HOST, CYCLE_CURL_COULDNT_RESOLVE_PROXY:
                .unresolved
            case CYCLE_CURL_COULDNT_CONNECT: .refused
            case CYCLE_CURL_URL_MALFORMAT: .malformed(.url)
            // The first is a reply without a status line, which it takes for another protocol.
            case CYCLE_CURL_UNSUPPORTED_PROTOCOL, CYCLE_CURL_WEIRD_SERVER_REPLY:
                .malformed(.response)
            case CYCLE_CURL_TOO_LARGE: .tooLarge
            // A header line beyond libcurl's own limit.
            case CYCLE_CURL_OUT_OF_MEMORY where !isHeadDone: .tooLarge
            case CYCLE_CURL_HTTP2, CYCLE_CURL_PARTIAL_FILE, CYCLE_CURL_GOT_NOTHING,
                CYCLE_CURL_SEND_ERROR, CYCLE_CURL_RECV_ERROR, CYCLE_CURL_HTTP2_STREAM:
                .disconnected
            case CYCLE_CURL_SSL_CONNECT_ERROR, CYCLE_CURL_SSL_CERTPROBLEM,
                CYCLE_CURL_SSL_CIPHER, CYCLE_CURL_PEER_FAILED_VERIFICATION,
                CYCLE_CURL_SSL_CACERT_BADFILE:
                .tls
            default: .other(String(cString: cycle_curl_describe(Int32(code))))
            }
    }
}
