/// What carries requests to servers. The driver keeps all policy, on its loop and in its loop's time: time-outs, redirects,
/// retries, limits. A transport makes one exchange at a time, each without any of them.
public protocol Transport: Sendable {
    /// Opens what the exchanges of one run of a loop have in common.
    func open(_ options: TransportOptions) -> any Connections
}

/// What all exchanges of a run agree on.
public struct TransportOptions: Hashable, Sendable {
    /// How large the header of a response may be.
    public var headerLimit: Int
    /// Certificates in PEM that are trusted in addition to the system's: the path of a file.
    public var certificatesPath: String?
    public var proxy: Proxy

    public init(headerLimit: Int = 65_536, certificatesPath: String? = nil, proxy: Proxy = .system) {
        self.headerLimit = headerLimit
        self.certificatesPath = certificatesPath
        self.proxy = proxy
    }
}

/// Who stands between this machine and the servers. A proxy that lets nobody through has refused the connection.
public enum Proxy: Hashable, Sendable {
    /// As the system says: by `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` in the environment, or in the
    /// settings of Apple's systems.
    case system
    /// Nobody.
    case direct
    /// The one at this URL, for all servers: `http://…`, `https://…`, `socks5h://…`. Of libcurl only.
    case at(String)
}

/// The open connections of one run.
public protocol Connections: Sendable {
    /// Starts an exchange.
    ///
    /// - Parameter report: Called from any thread, one call after the other: what happens, up to one `end` or `failed`.
    ///   It tells whether there is room for more: if not, body bytes wait for ``Exchange/resume()`` where the transport can.
    func exchange(_ order: Order, report: @escaping @Sendable (ExchangeEvent) -> Bool) -> any Exchange

    /// Ends all exchanges. None is started afterwards; may be called again.
    ///
    /// - Parameter whenGone: Called once, from any thread, when threads and connections are gone.
    func close(_ whenGone: @escaping @Sendable () -> Void)
}

/// One request and its response on the wire.
public protocol Exchange: Sendable {
    /// There is room for body bytes again.
    func resume()
    /// Ends it. It may still report for a moment; nobody listens.
    func cancel()
}

/// What to send.
public struct Order: Sendable {
    public var method: HTTP.Method
    public var address: HTTP.Address
    public var headers: HTTP.Headers
    public var body: HTTP.Body
    /// How many decoded bytes of body to take before it fails as too large.
    public var bodyLimit: Int

    public init(
        method: HTTP.Method = .get, address: HTTP.Address, headers: HTTP.Headers = [:], body: HTTP.Body = .none,
        bodyLimit: Int = .max
    ) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        self.bodyLimit = bodyLimit
    }
}

/// What happens on the wire: `connected? sent* head body* end`, or `failed` anywhere.
public enum ExchangeEvent: Sendable {
    case connected
    /// So many bytes of body have been sent, all in all.
    case sent(byteCount: Int)
    case head(status: Int, HTTP.Headers)
    /// Decoded.
    case body([UInt8])
    case end
    case failed(HTTP.Failure)
}
