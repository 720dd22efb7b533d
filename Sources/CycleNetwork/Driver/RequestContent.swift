/// All of a request but its identity. It does not change, so requests share it, and one look tells that they are the same.
@usableFromInline
final class RequestContent: Hashable, Sendable {
    struct Values: Hashable, Sendable {
        var url: String
        var method = HTTP.Method.get
        var headers: HTTP.Headers = [:]
        var body = HTTP.Body.none
        var delivery = HTTP.Delivery.whole
        var timeOuts = HTTP.TimeOuts()
        var retry = HTTP.Retry.none
        var redirects = HTTP.Redirects.followed(maximum: 10)
        var byteLimit = 16 << 20
        var progress: Duration? = .milliseconds(100)
        var isPaused = false
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
    }

    func with<Value>(_ place: WritableKeyPath<Values, Value>, _ value: Value) -> RequestContent {
        var values = values
        values[keyPath: place] = value
        return RequestContent(values)
    }

    @inlinable  // hot: that of most requests is the one of the turn before
    static func == (one: RequestContent, other: RequestContent) -> Bool {
        one === other || one.isAlike(other)
    }

    @usableFromInline
    func isAlike(_ other: RequestContent) -> Bool { values == other.values }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}

extension RequestContent.Values: Codable {
    enum Key: String, CodingKey {
        case url, method, headers, body, delivery, timeOuts, retry, redirects, byteLimit, progress, isPaused
    }

    /// The URL, and what differs from a request that is made of it alone.
    var fields: [(key: Key, value: any Encodable)] {
        let standard = Self(url: url)
        var fields: [(key: Key, value: any Encodable)] = [(.url, url)]
        func add<Value: Encodable & Equatable>(_ key: Key, _ place: KeyPath<Self, Value>) {
            if self[keyPath: place] != standard[keyPath: place] { fields.append((key, self[keyPath: place])) }
        }
        add(.method, \.method)
        add(.headers, \.headers)
        add(.body, \.body)
        add(.delivery, \.delivery)
        add(.timeOuts, \.timeOuts)
        add(.retry, \.retry)
        add(.redirects, \.redirects)
        add(.byteLimit, \.byteLimit)
        add(.progress, \.progress)
        add(.isPaused, \.isPaused)
        return fields
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key, _ place: WritableKeyPath<Self, Value>) throws {
            if let value = try values.decodeIfPresent(Value.self, forKey: key) { self[keyPath: place] = value }
        }
        self.init(url: try values.decode(String.self, forKey: .url))
        try read(.method, \.method)
        try read(.headers, \.headers)
        try read(.body, \.body)
        try read(.delivery, \.delivery)
        try read(.timeOuts, \.timeOuts)
        try read(.retry, \.retry)
        try read(.redirects, \.redirects)
        try read(.byteLimit, \.byteLimit)
        if values.contains(.progress) { progress = try values.decode(Duration?.self, forKey: .progress) }
        try read(.isPaused, \.isPaused)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        for (key, value) in fields { try values.encode(value, forKey: key) }
    }
}
