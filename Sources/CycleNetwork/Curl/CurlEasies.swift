import CCurl

/// One of libcurl's handles for exchanges, which are used one after the other.
struct CurlEasy {
    let handle: UnsafeMutableRawPointer
    let options: HTTP.TransportOptions
    /// Where libcurl says in words what went wrong.
    let errorText: UnsafeMutablePointer<CChar>
    /// The error number of a socket that could not be opened.
    let socketError: UnsafeMutablePointer<Int32>

    func free() {
        cycle_curl_easy_free(handle)
        errorText.deallocate()
        socketError.deallocate()
    }
}

/// Keeps the handles that are not in use: to set one up costs more than many a request. Confined to its thread.
final class CurlEasies {
    private static let errorTextSize = 256
    private static let spareCount = 64
    private var spare: [CurlEasy] = []

    func take(for options: HTTP.TransportOptions, _ trust: CurlTrust?) throws(HTTP.Failure) -> CurlEasy {
        if let index = spare.lastIndex(where: { $0.options == options }) { return spare.remove(at: index) }
        guard let handle = CurlEasies.makeHandle() else { throw .exhausted(.memory) }
        let easy = CurlEasy(
            handle: handle, options: options, errorText: .allocate(capacity: CurlEasies.errorTextSize),
            socketError: .allocate(capacity: 1))
        easy.errorText.initialize(repeating: 0, count: CurlEasies.errorTextSize)
        easy.socketError.initialize(to: 0)
        CurlEasies.setPolicy(handle, options.proxy)
        if let trust, !trust.apply(to: handle) {
            easy.free()
            throw .unavailable("this system's libcurl is older than 7.77 and trusts the system's certificates only")
        }
        return easy
    }

    func give(_ easy: CurlEasy) {
        cycle_curl_detach(easy.handle)
        // Else a server could have libcurl write to memory that it has freed.
        let isSpared = cycle_curl_forgets_headers() && spare.count < CurlEasies.spareCount
        if isSpared { spare.append(easy) } else { easy.free() }
    }

    func removeAll() {
        for easy in spare { easy.free() }
        spare = []
    }

    private static func makeHandle() -> UnsafeMutableRawPointer? {
        cycle_curl_easy_new(
            { bytes, _, count, context in
                exchange(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
            },
            { bytes, _, count, context in
                exchange(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
            },
            { bytes, size, count, context in
                exchange(context)?.giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
            },
            { context, offset, _ in offset == 0 && exchange(context)?.upload?.rewind() == true ? 0 : 1 },
            { context, _, _, remotePort, localPort in
                exchange(context)?.connected(Int32(localPort), Int32(remotePort)) == true ? 0 : 1
            })
    }

    /// All policy is the driver's: libcurl keeps none of its own.
    static func setPolicy(_ easy: UnsafeMutableRawPointer, _ proxy: HTTP.Proxy) {
        let httpAndHTTPS = 3
        // A newer one is negotiated by libcurl, but no hostile server has been tried with it.
        let http1_1 = 2
        let tls1_2OrLater = 6
        let settings: [(option: Int, value: Int)] = [
            (CYCLE_CURL_NOSIGNAL, 1), (CYCLE_CURL_FOLLOWLOCATION, 0), (CYCLE_CURL_PROTOCOLS, httpAndHTTPS),
            (CYCLE_CURL_HTTP_VERSION, http1_1),
            (CYCLE_CURL_HTTP09_ALLOWED, 0), (CYCLE_CURL_SSL_VERIFYPEER, 1), (CYCLE_CURL_SSL_VERIFYHOST, 2),
            (CYCLE_CURL_SSLVERSION, tls1_2OrLater),
            (CYCLE_CURL_HTTP_TRANSFER_DECODING, 0), (CYCLE_CURL_HTTP_CONTENT_DECODING, 0),
            (CYCLE_CURL_SUPPRESS_CONNECT_HEADERS, 1),
            (CYCLE_CURL_CONNECTTIMEOUT_MS, Int(Int32.max)), (CYCLE_CURL_UPLOAD_BUFFERSIZE, 16_384),
            // As much as a connection holds at a time, for large bodies.
            (CYCLE_CURL_BUFFERSIZE, 131_072),
            // Else removing a request whose host is being looked up waits for the answer.
            (CYCLE_CURL_QUICK_EXIT, 1),
        ]
        for (option, value) in settings { cycle_curl_set_long(easy, Int32(option), value) }
        setProxy(easy, proxy)
    }

    private static func setProxy(_ easy: UnsafeMutableRawPointer, _ proxy: HTTP.Proxy) {
        switch proxy {
        // By itself it asks the environment; of `http_proxy` in lower case only, as the other is a header of CGI.
        case .system: break
        case .direct: cycle_curl_set_text(easy, Int32(CYCLE_CURL_PROXY), "")
        case .at(let url):
            cycle_curl_set_text(easy, Int32(CYCLE_CURL_PROXY), url)
            cycle_curl_set_text(easy, Int32(CYCLE_CURL_NOPROXY), "")
        }
    }
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}
