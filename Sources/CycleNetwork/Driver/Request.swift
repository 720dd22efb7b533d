extension NetworkDriver {
    /// A request that should be in flight.
    public struct Request: Equatable, Sendable, Identifiable {
        public var id: ID
        public var method: HTTP.Method
        /// An absolute http or https URL. Secrets belong into headers: a URL with a user name in it is refused.
        public var url: String
        public var headers: HTTP.Headers
        public var body: HTTP.Body
        public var delivery: HTTP.Delivery
        public var timeOuts: HTTP.TimeOuts
        public var retry: HTTP.Retry
        public var redirects: HTTP.Redirects
        /// How large the body of the response may be, decoded.
        public var byteLimit: Int
        /// The shortest time between two progress events; `nil` for none.
        public var progress: Duration?

        public init(
            id: ID, _ method: HTTP.Method, _ url: String, headers: HTTP.Headers = [:], body: HTTP.Body = .none,
            delivery: HTTP.Delivery = .whole, timeOuts: HTTP.TimeOuts = .init(), retry: HTTP.Retry = .none,
            redirects: HTTP.Redirects = .followed(maximum: 10), byteLimit: Int = 16 << 20,
            progress: Duration? = .milliseconds(100)
        ) {
            self.id = id
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
            self.delivery = delivery
            self.timeOuts = timeOuts
            self.retry = retry
            self.redirects = redirects
            self.byteLimit = byteLimit
            self.progress = progress
        }

        /// Gets what is at `url`, whole.
        public init(id: ID, get url: String) {
            self.init(id: id, .get, url)
        }
    }
}
