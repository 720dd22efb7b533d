extension NetworkDriver {
    /// A request that should be in flight.
    ///
    /// In JSON `{"id":1,"url":"http://a/"}` and what differs from `init(id:get:)`: `method`, `headers`, `body`, `delivery`,
    /// `timeOuts`, `retry`, `redirects`, `byteLimit`, `progress` (`null` for none), `isPaused`.
    public struct Request: Hashable, Sendable, Identifiable {
        /// The identity among the requests of one model. A request with the same identity and anything else changed but
        /// ``isPaused`` is another request: the driver cancels the one under way.
        public var id: ID
        /// All else, in one place until it is changed: a model of many requests is copied and compared at every turn.
        @usableFromInline var content: RequestContent

        /// A request; what is not said is as `init(id:get:)` has it.
        public init(
            id: ID, _ method: HTTP.Method, _ url: String, headers: HTTP.Headers = [:], body: HTTP.Body = .none,
            delivery: HTTP.Delivery = .whole, timeOuts: HTTP.TimeOuts = .init(), retry: HTTP.Retry = .none,
            redirects: HTTP.Redirects = .followed(maximum: 10), byteLimit: Int = 16 << 20,
            progress: Duration? = .milliseconds(100)
        ) {
            self.id = id
            content = RequestContent(
                .init(
                    url: url, method: method, headers: headers, body: body, delivery: delivery, timeOuts: timeOuts,
                    retry: retry, redirects: redirects, byteLimit: byteLimit, progress: progress))
        }

        /// Gets what is at `url`, whole.
        public init(id: ID, get url: String) {
            self.id = id
            content = RequestContent(.init(url: url))
        }

        @inlinable  // hot: every turn compares all requests of a model, for the type of their identity
        public static func == (one: Request, other: Request) -> Bool {
            one.id == other.id && one.content == other.content
        }

        /// An absolute http or https URL. Secrets belong into headers: a URL with a user name in it is refused. `HTTP.Address(url)` is
        /// `nil` where it would be, and `HTTP.percentEncoded` makes a part of it of any text.
        public var url: String {
            get { content.values.url }
            set { content = content.with(\.url, newValue) }
        }
        /// The method. Only a request with an idempotent method is ever sent twice.
        public var method: HTTP.Method {
            get { content.values.method }
            set { content = content.with(\.method, newValue) }
        }
        /// Sent as they are, beside those that the transport needs. A name or value that would break the message fails
        /// the request.
        public var headers: HTTP.Headers {
            get { content.values.headers }
            set { content = content.with(\.headers, newValue) }
        }
        /// The body, which is read or made while it is sent.
        public var body: HTTP.Body {
            get { content.values.body }
            set { content = content.with(\.body, newValue) }
        }
        /// How the body of the response arrives.
        public var delivery: HTTP.Delivery {
            get { content.values.delivery }
            set { content = content.with(\.delivery, newValue) }
        }
        /// How long its parts may take.
        public var timeOuts: HTTP.TimeOuts {
            get { content.values.timeOuts }
            set { content = content.with(\.timeOuts, newValue) }
        }
        /// Whether it is sent again after a failure.
        public var retry: HTTP.Retry {
            get { content.values.retry }
            set { content = content.with(\.retry, newValue) }
        }
        /// Whether it goes where a response sends it.
        public var redirects: HTTP.Redirects {
            get { content.values.redirects }
            set { content = content.with(\.redirects, newValue) }
        }
        /// How large the body of the response may be, decoded.
        public var byteLimit: Int {
            get { content.values.byteLimit }
            set { content = content.with(\.byteLimit, newValue) }
        }
        /// The shortest time between two progress events, and before the first; `nil` for none.
        public var progress: Duration? {
            get { content.values.progress }
            set { content = content.with(\.progress, newValue) }
        }
        /// Whether nothing is read of a response that is streamed, behind its head: once the buffers of the system are full, the server
        /// waits. Pieces that are on their way, some two megabytes at most, still arrive; the end or a cut is seen when it is read again. The
        /// limit of ``HTTP/TimeOuts/idle`` rests, ``HTTP/TimeOuts/total`` does not. Other deliveries are not paused: one into a file leaves
        /// the model, and goes on later where it was.
        public var isPaused: Bool {
            get { content.values.isPaused }
            set { content = content.with(\.isPaused, newValue) }
        }

        /// The same where it is not paused: what decides whether another request is another one.
        package var unpaused: Request {
            var other = self
            if isPaused { other.isPaused = false }
            return other
        }
    }
}

extension NetworkDriver.Request: CustomReflectable {
    /// Its identity, its URL, and what differs from `init(id:get:)`: of the headers the names, as their values may be secrets.
    public var customMirror: Mirror {
        let fields = content.values.fields.map { key, value in
            (label: key.stringValue, value: key == .headers ? headers.fields.map(\.name) : value as Any)
        }
        return Mirror(self, children: [("id", id)] + fields, displayStyle: .struct)
    }
}

extension NetworkDriver.Request: Codable where ID: Codable {
    private enum Key: String, CodingKey {
        case id
    }

    public init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).decode(ID.self, forKey: .id)
        content = RequestContent(try .init(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try content.values.encode(to: encoder)
    }
}
