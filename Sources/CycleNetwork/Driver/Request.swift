extension NetworkDriver {
    /// A request that should be in flight.
    ///
    /// In JSON `{"id":1,"url":"http://a/"}` and what differs from `init(id:get:)`: `method`, `headers`, `body`, `delivery`,
    /// `timeOuts`, `retry`, `redirects`, `byteLimit`, `progress` (`null` for none).
    public struct Request: Hashable, Sendable, Identifiable {
        /// Who it is, among the requests of one model. The same with anything else changed is another request: the one
        /// under way is cancelled.
        public var id: ID
        /// An absolute http or https URL. Secrets belong into headers: a URL with a user name in it is refused.
        public var url: String
        /// All else, shared until it is changed: a model of many requests is copied and compared at every turn.
        @usableFromInline var details: RequestDetails

        /// A request; what is not said is as `init(id:get:)` has it.
        public init(
            id: ID, _ method: HTTP.Method, _ url: String, headers: HTTP.Headers = [:], body: HTTP.Body = .none,
            delivery: HTTP.Delivery = .whole, timeOuts: HTTP.TimeOuts = .init(), retry: HTTP.Retry = .none,
            redirects: HTTP.Redirects = .followed(maximum: 10), byteLimit: Int = 16 << 20,
            progress: Duration? = .milliseconds(100)
        ) {
            self.id = id
            self.url = url
            details = RequestDetails(
                .init(
                    method: method, headers: headers, body: body, delivery: delivery, timeOuts: timeOuts, retry: retry,
                    redirects: redirects, byteLimit: byteLimit, progress: progress))
        }

        /// Gets what is at `url`, whole.
        public init(id: ID, get url: String) {
            self.id = id
            self.url = url
            details = .standard
        }

        @inlinable  // hot: every turn compares all requests of a model, for the type of their identity
        public static func == (one: Request, other: Request) -> Bool {
            one.id == other.id && one.details == other.details && one.url == other.url
        }

        /// What to do with the resource. Only idempotent ones are ever sent twice.
        public var method: HTTP.Method {
            get { details.values.method }
            set { details = details.with(\.method, newValue) }
        }
        /// Sent as they are, beside those that the transport needs. A name or value that would break the message fails
        /// the request.
        public var headers: HTTP.Headers {
            get { details.values.headers }
            set { details = details.with(\.headers, newValue) }
        }
        /// What is sent with it; read or made while it is.
        public var body: HTTP.Body {
            get { details.values.body }
            set { details = details.with(\.body, newValue) }
        }
        /// How the body of the response arrives.
        public var delivery: HTTP.Delivery {
            get { details.values.delivery }
            set { details = details.with(\.delivery, newValue) }
        }
        /// How long its parts may take.
        public var timeOuts: HTTP.TimeOuts {
            get { details.values.timeOuts }
            set { details = details.with(\.timeOuts, newValue) }
        }
        /// Whether it is sent again after a failure.
        public var retry: HTTP.Retry {
            get { details.values.retry }
            set { details = details.with(\.retry, newValue) }
        }
        /// Whether it goes where a response sends it.
        public var redirects: HTTP.Redirects {
            get { details.values.redirects }
            set { details = details.with(\.redirects, newValue) }
        }
        /// How large the body of the response may be, decoded.
        public var byteLimit: Int {
            get { details.values.byteLimit }
            set { details = details.with(\.byteLimit, newValue) }
        }
        /// The shortest time between two progress events, and before the first; `nil` for none.
        public var progress: Duration? {
            get { details.values.progress }
            set { details = details.with(\.progress, newValue) }
        }
    }
}

extension NetworkDriver.Request: Codable where ID: Codable {
    private enum Key: String, CodingKey {
        case id, url
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        id = try values.decode(ID.self, forKey: .id)
        url = try values.decode(String.self, forKey: .url)
        details = RequestDetails(try RequestDetails.Values(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(url, forKey: .url)
        try details.values.encode(to: encoder)
    }
}

/// How a request is made, beside where to: in one place on the heap, because most requests have it in common.
@usableFromInline
final class RequestDetails: Hashable, Sendable {
    struct Values: Hashable, Sendable {
        var method = HTTP.Method.get
        var headers: HTTP.Headers = [:]
        var body = HTTP.Body.none
        var delivery = HTTP.Delivery.whole
        var timeOuts = HTTP.TimeOuts()
        var retry = HTTP.Retry.none
        var redirects = HTTP.Redirects.followed(maximum: 10)
        var byteLimit = 16 << 20
        var progress: Duration? = .milliseconds(100)
    }

    static let standard = RequestDetails(Values())
    let values: Values

    init(_ values: Values) {
        self.values = values
    }

    func with<Value>(_ place: WritableKeyPath<Values, Value>, _ value: Value) -> RequestDetails {
        var values = values
        values[keyPath: place] = value
        return RequestDetails(values)
    }

    @usableFromInline
    static func == (one: RequestDetails, other: RequestDetails) -> Bool {
        one === other || one.values == other.values
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}

extension RequestDetails.Values: Codable {
    private enum Key: String, CodingKey {
        case method, headers, body, delivery, timeOuts, retry, redirects, byteLimit, progress
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key, _ place: WritableKeyPath<Self, Value>) throws {
            if let value = try values.decodeIfPresent(Value.self, forKey: key) { self[keyPath: place] = value }
        }
        self.init()
        try read(.method, \.method)
        try read(.headers, \.headers)
        try read(.body, \.body)
        try read(.delivery, \.delivery)
        try read(.timeOuts, \.timeOuts)
        try read(.retry, \.retry)
        try read(.redirects, \.redirects)
        try read(.byteLimit, \.byteLimit)
        if values.contains(.progress) { progress = try values.decode(Duration?.self, forKey: .progress) }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        let standard = RequestDetails.standard.values
        func write<Value: Encodable & Equatable>(_ key: Key, _ place: KeyPath<Self, Value>) throws {
            if self[keyPath: place] != standard[keyPath: place] { try values.encode(self[keyPath: place], forKey: key) }
        }
        try write(.method, \.method)
        try write(.headers, \.headers)
        try write(.body, \.body)
        try write(.delivery, \.delivery)
        try write(.timeOuts, \.timeOuts)
        try write(.retry, \.retry)
        try write(.redirects, \.redirects)
        try write(.byteLimit, \.byteLimit)
        try write(.progress, \.progress)
    }
}
