import CCurl

extension CurlExchange {
    /// Prepares libcurl's side.
    ///
    /// - Returns: `nil` when the exchange has failed already.
    func begin(_ trust: CurlTrust, _ proxy: Proxy) -> UnsafeMutableRawPointer? {
        do throws(HTTP.Failure) {
            upload = try Upload(order.body)
            let certificates = try trust.certificates()
            guard let easy = makeEasy() else { throw .unavailable }
            self.easy = easy
            reportConnection(easy)
            setPolicy(easy)
            setProxy(easy, proxy)
            setMessage(easy)
            if let certificates {
                let code = certificates.withUnsafeBytes { bytes in
                    bytes.baseAddress.map { cycle_curl_set_certificates(easy, $0, bytes.count) }
                }
                // Before its version 7.77 libcurl cannot.
                guard code == 0 else { throw .unavailable }
            }
            return easy
        } catch {
            fail(error)
            return nil
        }
    }

    func release() {
        if let easy { cycle_curl_easy_free(easy) }
        easy = nil
        cycle_curl_list_free(headerList)
        headerList = nil
        upload = nil
    }

    private func makeEasy() -> UnsafeMutableRawPointer? {
        cycle_curl_easy_new(
            Unmanaged.passUnretained(self).toOpaque(),
            { bytes, _, count, context in
                exchange(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
            },
            { bytes, _, count, context in
                exchange(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
            },
            { bytes, size, count, context in
                exchange(context)?.giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
            },
            { context, offset, _ in offset == 0 && exchange(context)?.upload?.rewind() == true ? 0 : 1 })
    }

    private func reportConnection(_ easy: UnsafeMutableRawPointer) {
        let code = cycle_curl_set_connected(easy, Unmanaged.passUnretained(self).toOpaque()) { context, _, _, _, _ in
            exchange(context)?.connected()
            return 0
        }
        // Where nothing will be told, a connection that does not come is timed out as an idle one.
        if code != 0 { connected() }
    }

    /// All policy is the driver's: libcurl keeps none of its own.
    private func setPolicy(_ easy: UnsafeMutableRawPointer) {
        let httpAndHTTPS = 3
        // A newer one is negotiated by libcurl, but no hostile server has been tried with it.
        let http1_1 = 2
        let tls1_2OrLater = 6
        let settings: [(option: Int, value: Int)] = [
            (CYCLE_CURL_NOSIGNAL, 1), (CYCLE_CURL_FOLLOWLOCATION, 0), (CYCLE_CURL_PROTOCOLS, httpAndHTTPS),
            (CYCLE_CURL_HTTP_VERSION, http1_1),
            (CYCLE_CURL_HTTP09_ALLOWED, 0), (CYCLE_CURL_SSL_VERIFYPEER, 1), (CYCLE_CURL_SSL_VERIFYHOST, 2),
            (CYCLE_CURL_SSLVERSION, tls1_2OrLater),
            (CYCLE_CURL_HTTP_CONTENT_DECODING, 0), (CYCLE_CURL_SUPPRESS_CONNECT_HEADERS, 1),
            (CYCLE_CURL_CONNECTTIMEOUT_MS, Int(Int32.max)), (CYCLE_CURL_UPLOAD_BUFFERSIZE, 16_384),
            // Else removing a request whose host is being looked up waits for the answer.
            (CYCLE_CURL_QUICK_EXIT, 1),
            // A kept connection may turn out closed, and then libcurl sends again: not what must happen once.
            (CYCLE_CURL_FRESH_CONNECT, order.method.isIdempotent ? 0 : 1),
        ]
        for (option, value) in settings { cycle_curl_set_long(easy, Int32(option), value) }
    }

    private func setProxy(_ easy: UnsafeMutableRawPointer, _ proxy: Proxy) {
        switch proxy {
        // By itself it asks the environment; of `http_proxy` in lower case only, as the other is a header of CGI.
        case .system: break
        case .direct: cycle_curl_set_text(easy, Int32(CYCLE_CURL_PROXY), "")
        case .at(let url):
            cycle_curl_set_text(easy, Int32(CYCLE_CURL_PROXY), url)
            cycle_curl_set_text(easy, Int32(CYCLE_CURL_NOPROXY), "")
        }
    }

    private func setMessage(_ easy: UnsafeMutableRawPointer) {
        cycle_curl_set_text(easy, Int32(CYCLE_CURL_URL), order.address.description)
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
            append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // Half a gzip stream cannot be decoded.
        if order.headers["Accept-Encoding"] == nil, order.headers["Range"] == nil { append("Accept-Encoding: gzip") }
        append("Expect:")
        _ = cycle_curl_set_headers(easy, headerList)
    }

    private func append(_ line: String) {
        headerList = cycle_curl_append(headerList, line) ?? headerList
    }
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}
