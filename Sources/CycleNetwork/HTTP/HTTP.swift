/// The words of HTTP that the driver, its transports and their simulations share.
public enum HTTP {
    /// What to do with the resource. A closed list, so that no method can carry a second request.
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        /// Whether doing it twice is doing it once: only then is a request sent again.
        public var isIdempotent: Bool { self != .post && self != .patch }
    }

    /// What is sent with a request.
    public enum Body: Hashable, Sendable {
        case none
        case bytes([UInt8])
        /// The content of a file, read while it is sent.
        case file(path: String)
        /// Pieces that are made while they are sent.
        case stream(BodyStream)
    }

    /// How a response's body arrives.
    public enum Delivery: Hashable, Sendable {
        /// With the response, in memory.
        case whole
        /// Piece by piece, as it comes; a slow loop slows the server.
        case streamed
        /// Into a file, which appears under its name when it is complete and replaces what was there. Only the body of
        /// a success is: any other comes with its response, in memory.
        case file(path: String)
    }

    /// The answer of a server, whatever its status.
    public struct Response: Hashable, Sendable {
        public var status: Int
        public var headers: Headers
        /// Empty unless the body was delivered whole.
        public var body: [UInt8]
        /// How many bytes of body came, decoded.
        public var byteCount: Int
        /// Where the answer came from, after redirects.
        public var url: String

        public init(status: Int, headers: Headers = [:], body: [UInt8] = [], byteCount: Int? = nil, url: String = "") {
            self.status = status
            self.headers = headers
            self.body = body
            self.byteCount = byteCount ?? body.count
            self.url = url
        }

        /// Whether the status is 200 to 299.
        public var isSuccess: Bool { (200...299).contains(status) }

        /// The body as UTF-8; what is none is replaced.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// How far a request has come.
    public struct Progress: Hashable, Sendable {
        /// Bytes of body received, decoded.
        public var receivedByteCount: Int
        /// What the server announced; `nil` when it did not, or when the body is compressed.
        public var expectedByteCount: Int?
        /// Bytes of body sent.
        public var sentByteCount: Int

        public init(receivedByteCount: Int = 0, expectedByteCount: Int? = nil, sentByteCount: Int = 0) {
            self.receivedByteCount = receivedByteCount
            self.expectedByteCount = expectedByteCount
            self.sentByteCount = sentByteCount
        }
    }
}
