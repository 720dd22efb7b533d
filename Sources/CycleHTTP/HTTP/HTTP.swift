import CycleDrivers

/// The words of HTTP that the driver, its transports and their simulations share.
///
/// All of them are values with a stable JSON form: enumerations are objects with one key, the name of the case, unless said
/// otherwise; keys and cases are never renamed; what is added later is optional. Durations are written as the standard
/// library writes them.
public enum HTTP {
    /// The method of a request. A closed list, so that no method can carry a second request. In JSON its name: `"GET"`.
    public enum Method: String, Hashable, Sendable, CaseIterable, Codable {
        /// Asks for it.
        case get = "GET"
        /// Asks for its header: the response has no body.
        case head = "HEAD"
        /// Has it do something with the body. Never sent twice.
        case post = "POST"
        /// Puts the body in its place.
        case put = "PUT"
        /// Changes it by the body. Never sent twice.
        case patch = "PATCH"
        /// Removes it.
        case delete = "DELETE"
        /// Asks what may be done with it.
        case options = "OPTIONS"

        /// Whether doing it twice is doing it once: only then is a request sent again.
        public var isIdempotent: Bool { self != .post && self != .patch }

        /// Whether a response with this status has a body: without one it may say what another would have.
        package func hasBody(_ status: Int) -> Bool { self != .head && status != 204 && status != 304 }
    }

    /// How a response's body arrives. In JSON `{"whole":{}}`, `{"streamed":{}}`, `{"file":{"path":"a","resumes":true}}`.
    public enum Delivery: Hashable, Sendable, Codable {
        /// With the response, in memory.
        case whole
        /// Piece by piece, as it comes; a slow loop slows the server.
        case streamed
        /// Into a file, which appears under its name when it is complete and replaces the plain file that was there; what
        /// is no plain file is never replaced. Its folder is made where it is not there. Only the body of a success is stored: any
        /// other comes with its response, in memory.
        ///
        /// Until then the bytes are in `<path>.part` beside it. A download that `resumes` leaves that file when it is cut,
        /// cancelled or killed, and the server's validator in `<path>.part.info`; the next request for it goes on from
        /// there if the content is still the same (`Range` with `If-Range`). A download that does not resume, or whose
        /// name has more than 245 bytes, leaves nothing; one whose process was killed leaves `<path>.cycle-….part`, with 13 digits
        /// and letters, until the next download to that path removes it.
        case file(path: String, resumes: Bool = false)
    }

    /// The answer of a server, whatever its status.
    ///
    /// In JSON `{"status":200,"headers":[["A","b"]],"body":"text","byteCount":4,"url":"http://a/"}`; a body that is
    /// not UTF-8 is `{"base64":"…"}`.
    public struct Response: Hashable, Sendable {
        /// 206 for a download that was resumed.
        public var status: Int
        /// As the server has sent them, in order. Their `Content-Encoding` and `Content-Length` are those of the body as it came, from which
        /// gzip has been taken off.
        public var headers: Headers
        /// Empty unless the body was delivered whole.
        public var body: [UInt8]
        /// How many bytes of body came, decoded; of a download the size of the file.
        public var byteCount: Int
        /// Where the answer came from, after redirects.
        public var url: String

        /// For tests and stand-ins: the driver makes its own. Without `byteCount`, the size of `body`.
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
    public struct Progress: Hashable, Sendable, Codable {
        /// Bytes of body received, decoded; of a download that was resumed with those of before.
        public var receivedByteCount: Int
        /// The size that the server announced; `nil` when it announced none, or when the body is compressed.
        public var expectedByteCount: Int?
        /// Bytes of body sent.
        public var sentByteCount: Int

        /// For tests and stand-ins: the driver makes its own.
        public init(receivedByteCount: Int = 0, expectedByteCount: Int? = nil, sentByteCount: Int = 0) {
            self.receivedByteCount = receivedByteCount
            self.expectedByteCount = expectedByteCount
            self.sentByteCount = sentByteCount
        }
    }
}

extension HTTP.Response: Codable {
    private enum Key: String, CodingKey {
        case status, headers, body, byteCount, url
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let body = try values.decodeIfPresent(BytesInJSON.self, forKey: .body)?.bytes ?? []
        self.init(
            status: try values.decode(Int.self, forKey: .status),
            headers: try values.decodeIfPresent(HTTP.Headers.self, forKey: .headers) ?? [:], body: body,
            byteCount: try values.decodeIfPresent(Int.self, forKey: .byteCount),
            url: try values.decodeIfPresent(String.self, forKey: .url) ?? "")
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(status, forKey: .status)
        try values.encode(headers, forKey: .headers)
        if !body.isEmpty { try values.encode(BytesInJSON(body), forKey: .body) }
        try values.encode(byteCount, forKey: .byteCount)
        try values.encode(url, forKey: .url)
    }
}
