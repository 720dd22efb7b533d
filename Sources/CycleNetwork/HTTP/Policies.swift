extension HTTP {
    /// How long each part of a request may take. The time that it waits for others to finish does not count.
    public struct TimeOuts: Hashable, Sendable {
        /// Until there is a connection, encrypted where it should be.
        public var connect: Duration
        /// Between two signs of life.
        public var idle: Duration
        /// All in all, with redirects, retries and what lies between them.
        public var total: Duration

        public init(
            connect: Duration = .seconds(10), idle: Duration = .seconds(30), total: Duration = .seconds(300)
        ) {
            self.connect = connect
            self.idle = idle
            self.total = total
        }
    }

    /// What becomes of a response that says "elsewhere".
    public enum Redirects: Hashable, Sendable {
        /// It is the response.
        case ignored
        /// It is followed, so many times. At another origin only harmless headers are sent, see ``Address``.
        case followed(maximum: Int)
    }

    /// Whether and when a request is sent again. Only idempotent ones are, and only while nothing of a body was delivered.
    public struct Retry: Hashable, Sendable {
        /// How many times in addition to the first.
        public var count: Int
        /// The longest wait before the first retry; it doubles each time. The wait is drawn evenly between half of it and all.
        public var wait: Duration
        /// The longest wait at all; a server that asks for a longer one by `Retry-After` has its response delivered.
        public var maximumWait: Duration
        /// Statuses that are no answer yet.
        public var statuses: Set<Int>

        public init(
            count: Int, wait: Duration = .milliseconds(500), maximumWait: Duration = .seconds(30),
            statuses: Set<Int> = [429, 502, 503, 504]
        ) {
            self.count = count
            self.wait = wait
            self.maximumWait = maximumWait
            self.statuses = statuses
        }

        public static let none = Retry(count: 0)
        public static let standard = Retry(count: 3)
    }
}
