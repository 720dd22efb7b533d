import CycleBase
public import CycleDrivers

/// A request that a client has sent to a ``ServerDriver``, with all of its body.
///
/// In JSON `{"id":4,"method":"GET","target":"/a?b=c","headers":[["Host","a"]],"body":"text","from":"10.0.0.2:50311"}`.
public struct ServerRequest: Hashable, Identifiable, Sendable {
    /// The name of a request, made by the driver. A number of one running driver: in a run that goes on from a stored frame it names
    /// no request.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        package let number: Int

        package init(_ number: Int) {
            self.number = number
        }

        public var description: String { "request \(number)" }
    }

    /// Its name, for its response.
    public let id: ID
    /// Any token, as the client has sent it: `GET`, and words that no standard knows.
    public var method: String
    /// As the client has sent it, not decoded: `/path?query`, a whole URL with a host, or `*`; of a `CONNECT` a host and a port. A request
    /// with another target, or with a `Host` that is not that of the URL, gets a 400, and is no event.
    public var target: String
    /// In the order in which they came.
    public var headers: HTTP.Headers
    /// All of it, without chunks.
    public var body: [UInt8]
    /// The address of the client, or of the proxy in front of it.
    public var from: SocketAddress

    /// For tests and stand-ins: the driver makes its own.
    package init(
        _ id: ID, _ method: String, _ target: String, headers: HTTP.Headers = [:], body: [UInt8] = [],
        from: SocketAddress
    ) {
        self.id = id
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.from = from
    }

    /// The target up to its query, not decoded; of a whole URL what stands behind the host.
    public var path: String {
        let path = target.before("?")
        guard !path.begins(with: "/"), let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")),
            path[colon...].begins(with: "://")
        else { return String(path) }
        let parts = path[colon...].behind(3).parts(between: "/", upTo: 2)
        return parts.count == 2 ? "/" + String(parts[1]) : "/"
    }

    /// The part of the target behind its first question mark, not decoded; `nil` where there is none.
    public var query: String? {
        let parts = target.parts(between: "?", upTo: 2)
        return parts.count == 2 ? String(parts[1]) : nil
    }

    /// The body as UTF-8; what is none is replaced.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension ServerRequest.ID: Codable {
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension ServerRequest: Codable {
    private enum Key: CodingKey {
        case id, method, target, headers, body, from
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            try values.decode(ID.self, forKey: .id), try values.decode(String.self, forKey: .method),
            try values.decode(String.self, forKey: .target),
            headers: try values.decode(HTTP.Headers.self, forKey: .headers),
            body: try values.decode(BytesInJSON.self, forKey: .body).bytes,
            from: try values.decode(SocketAddress.self, forKey: .from))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(method, forKey: .method)
        try values.encode(target, forKey: .target)
        try values.encode(headers, forKey: .headers)
        try values.encode(BytesInJSON(body), forKey: .body)
        try values.encode(from, forKey: .from)
    }
}
