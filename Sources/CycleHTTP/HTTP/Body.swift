import CycleDrivers

extension HTTP {
    /// The body of a request.
    ///
    /// In JSON `{}` for none, `{"bytes":"text"}` or `{"bytes":{"base64":"…"}}`, `{"file":"path"}`, `{"stream":{"name":"a","byteCount":5}}`.
    public enum Body: Hashable, Sendable {
        /// Nothing; a POST, PUT or PATCH says that its length is 0.
        case none
        /// These bytes, with their length.
        case bytes([UInt8])
        /// The content of a file, read while it is sent.
        case file(path: String)
        /// Pieces that are made while they are sent.
        case stream(BodyStream)
    }

    /// A body made while it is sent. Its closure cannot be written down: two streams are equal when name and size are, and a
    /// stream that was read from JSON cannot be sent; a request with it fails as ``Failure/unreadable(path:)``.
    public struct BodyStream: Hashable, Sendable {
        /// Identifies the content: streams with different names are different bodies.
        public let name: String
        /// The size announced to the server; `nil` sends it in chunks of unannounced number.
        public let byteCount: Int?
        let next: (@Sendable (_ offset: Int) -> [UInt8]?)?

        /// - Parameters:
        ///   - name: Says what is sent: the same name, the same bytes.
        ///   - byteCount: The size, if it is known. A body that is not as long is a failure.
        ///   - next: The piece that follows after `offset` bytes; `nil` at the end. Called on a thread of the
        ///     transport, from the start again when the request is repeated: it must not block for long.
        public init(
            _ name: String, byteCount: Int? = nil, next: @escaping @Sendable (_ offset: Int) -> [UInt8]?
        ) {
            self.name = name
            self.byteCount = byteCount
            self.next = next
        }

        public static func == (one: BodyStream, other: BodyStream) -> Bool {
            one.name == other.name && one.byteCount == other.byteCount
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(byteCount)
        }
    }
}

extension HTTP.BodyStream: Codable {
    private enum Key: String, CodingKey {
        case name, byteCount
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        name = try values.decode(String.self, forKey: .name)
        byteCount = try values.decodeIfPresent(Int.self, forKey: .byteCount)
        next = nil
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encodeIfPresent(byteCount, forKey: .byteCount)
    }
}

extension HTTP.Body: Codable {
    private enum Key: String, CodingKey {
        case bytes, file, stream
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let bytes = try values.decodeIfPresent(BytesInJSON.self, forKey: .bytes) {
            self = .bytes(bytes.bytes)
        } else if let path = try values.decodeIfPresent(String.self, forKey: .file) {
            self = .file(path: path)
        } else if let stream = try values.decodeIfPresent(HTTP.BodyStream.self, forKey: .stream) {
            self = .stream(stream)
        } else {
            self = .none
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .none: break
        case .bytes(let bytes): try values.encode(BytesInJSON(bytes), forKey: .bytes)
        case .file(let path): try values.encode(path, forKey: .file)
        case .stream(let stream): try values.encode(stream, forKey: .stream)
        }
    }
}
