extension HTTP {
    /// One message to one server, and the form in which its answer is wanted. A request is one message, or several where it
    /// is redirected or retried.
    public struct Message: Hashable, Sendable {
        /// The method of the message.
        public var method: Method
        /// The address of the resource.
        public var address: Address
        /// All header fields, with cookies and the others that the driver adds.
        public var headers: Headers
        /// The body of the message.
        public var body: Body
        /// How the body of the answer is wanted.
        public var delivery: Delivery
        /// How many decoded bytes of body to take before it fails as too large.
        public var bodyLimit: Int
        /// The shortest time between two reports of how much has come or gone.
        public var reportInterval: Duration

        /// A message that is a plain GET but for what is said.
        public init(
            method: Method = .get, address: Address, headers: Headers = [:], body: Body = .none,
            delivery: Delivery = .whole, bodyLimit: Int = .max, reportInterval: Duration = .milliseconds(100)
        ) {
            self.method = method
            self.address = address
            self.headers = headers
            self.body = body
            self.delivery = delivery
            self.bodyLimit = bodyLimit
            self.reportInterval = reportInterval
        }
    }

    /// The events of a connection: `connected? sent* head body* end`, or `failed` anywhere.
    public enum WireEvent: Hashable, Sendable {
        /// There is a connection, encrypted where it should be.
        case connected
        /// So many bytes of body have been sent, all in all.
        case sent(byteCount: Int)
        /// The status and the header, whole.
        case head(status: Int, Headers)
        /// A piece of it, decoded.
        case body([UInt8])
        /// All of the body has come.
        case end
        /// Nothing more will come.
        case failed(Failure)
    }

    /// Limits and trust of all exchanges of a run.
    public struct TransportOptions: Hashable, Sendable, Codable {
        /// How large the header of a response may be.
        public var headerLimit: Int
        /// Certificates in PEM that are trusted in addition to the system's: the path of a file.
        public var certificatesPath: String?
        /// The proxy between this machine and the servers.
        public var proxy: Proxy

        /// As the system has it, unless told.
        public init(headerLimit: Int = 65_536, certificatesPath: String? = nil, proxy: Proxy = .system) {
            self.headerLimit = headerLimit
            self.certificatesPath = certificatesPath
            self.proxy = proxy
        }
    }

    /// The proxy between this machine and the servers. A proxy that does not let a request through is a
    /// ``Failure/proxyRefused(status:)``.
    public enum Proxy: Hashable, Sendable, Codable {
        /// As the system says: by `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` in the environment, or in the
        /// settings of Apple's systems.
        case system
        /// No proxy.
        case direct
        /// The one at this URL, for all servers: `http://…`, `https://…`, `socks5h://…`. Of libcurl only.
        case at(String)

        private enum AtCodingKeys: String, CodingKey {
            case _0 = "url"
        }
    }
}

extension HTTP.Message {
    package func adding(_ fields: [HTTP.Headers.Field]) -> HTTP.Message {
        guard !fields.isEmpty else { return self }
        var message = self
        message.headers.fields.removeAll { old in fields.contains { $0.name.isSameName(as: old.name) } }
        message.headers.fields += fields
        return message
    }
}
