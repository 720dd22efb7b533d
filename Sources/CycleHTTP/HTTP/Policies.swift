extension HTTP {
    /// How many requests run at a time; the others wait, first come, first served.
    ///
    /// Both count the requests of the whole process, whichever driver they belong to: a driver sends its next request when
    /// there are fewer than this. So a thousand drivers with one request each, and one with a thousand, are the same.
    public struct Limits: Hashable, Sendable, Codable {
        /// To one scheme, host and port; 1 at least.
        public var perHost: Int
        /// To all together; 1 at least.
        public var total: Int

        /// A limit below 1 becomes 1.
        public init(perHost: Int = 6, total: Int = 64) {
            self.perHost = max(1, perHost)
            self.total = max(1, total)
        }
    }

    /// How long each part of a request may take. The time that it waits for others to finish does not count.
    public struct TimeOuts: Hashable, Sendable, Codable {
        /// Until there is a connection, encrypted where it should be. The lookup of the host's name counts, and the wait for
        /// lookups of other names, which is short: those that take long hold no other up.
        public var connect: Duration
        /// Between two signs of life.
        public var idle: Duration
        /// All in all, with redirects, retries and what lies between them.
        public var total: Duration

        /// All values have the defaults that stand here.
        public init(
            connect: Duration = .seconds(10), idle: Duration = .seconds(30), total: Duration = .seconds(300)
        ) {
            self.connect = connect
            self.idle = idle
            self.total = total
        }
    }

    /// The policy for responses that send the client to another address.
    public enum Redirects: Hashable, Sendable, Codable {
        /// It is the response.
        case ignored
        /// It is followed, so many times. At another origin only harmless headers are sent, see ``Address``.
        case followed(maximum: Int)
    }

    /// Whether and when a request is sent again. Only idempotent ones are, and only while nothing of a body was delivered.
    ///
    /// The wait before retry *k* is drawn evenly between half of `wait * 2^(k-1)` and all of it, and never longer than
    /// `maximumWait`; a server that asks for a longer one by `Retry-After`, up to `maximumWait`, gets that. Beyond `count`
    /// every origin has a budget of retries, which all requests to it share, see ``NetworkDriver/init(transport:limits:options:keepsCookies:retryBudget:seed:)``:
    /// where it is spent, the failure or the response is delivered as if no retry had been asked for.
    public struct Retry: Hashable, Sendable {
        /// How many times in addition to the first.
        public var count: Int
        /// The longest wait before the first retry; it doubles each time. The wait is drawn evenly between half of it and all.
        public var wait: Duration
        /// The longest wait at all; a server that asks for a longer one by `Retry-After` has its response delivered.
        public var maximumWait: Duration
        /// Statuses that are no answer yet. A 500 is not among them unless you add it: it is mostly a mistake of the server, which
        /// the same request meets again.
        public var statuses: Set<Int>

        /// All values have the defaults that stand here.
        public init(
            count: Int, wait: Duration = .milliseconds(500), maximumWait: Duration = .seconds(30),
            statuses: Set<Int> = [429, 502, 503, 504]
        ) {
            self.count = count
            self.wait = wait
            self.maximumWait = maximumWait
            self.statuses = statuses
        }

        /// One attempt.
        public static let none = Retry(count: 0)
        /// Three more attempts, the first after a quarter to half a second, each wait twice the one before.
        public static let standard = Retry(count: 3)
    }
}

extension HTTP.Retry: Codable {
    private enum Key: String, CodingKey {
        case count, wait, maximumWait, statuses
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let standard = HTTP.Retry(count: 0)
        self.init(
            count: try values.decode(Int.self, forKey: .count),
            wait: try values.decodeIfPresent(Duration.self, forKey: .wait) ?? standard.wait,
            maximumWait: try values.decodeIfPresent(Duration.self, forKey: .maximumWait) ?? standard.maximumWait,
            statuses: try values.decodeIfPresent(Set<Int>.self, forKey: .statuses) ?? standard.statuses)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(count, forKey: .count)
        try values.encode(wait, forKey: .wait)
        try values.encode(maximumWait, forKey: .maximumWait)
        // A set has another order in every process.
        try values.encode(statuses.sorted(), forKey: .statuses)
    }
}
