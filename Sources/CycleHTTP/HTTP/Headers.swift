import CycleBase

extension HTTP {
    /// Header fields in order; names are compared without regard to case. In JSON `[["Accept","text/plain"]]`.
    public struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
        /// One line of a header. In JSON `["Accept","text/plain"]`.
        public struct Field: Hashable, Sendable {
            /// As it is written; compared without regard to case.
            public var name: String
            /// Without blanks around it.
            public var value: String

            /// Nothing is checked here: a request with what would break its message fails.
            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }

        /// In the order in which they are sent or came. A name may come several times.
        public var fields: [Field]

        /// These fields, in order.
        public init(_ fields: [Field] = []) {
            self.fields = fields
        }

        public init(dictionaryLiteral elements: (String, String)...) {
            fields = elements.map { Field($0, $1) }
        }

        /// The first value of that name. Setting one replaces all of that name; setting `nil` removes them.
        public subscript(name: String) -> String? {
            get { fields.first { $0.name.isSameName(as: name) }?.value }
            set {
                fields.removeAll { $0.name.isSameName(as: name) }
                if let newValue { fields.append(Field(name, newValue)) }
            }
        }

        /// All values of that name, in order.
        public func values(of name: String) -> [String] {
            fields.filter { $0.name.isSameName(as: name) }.map(\.value)
        }

        /// The comma-separated words of all values of that name, in lower case.
        package func words(of name: String) -> [String] {
            values(of: name).flatMap { $0.lowercased().parts(between: ",") }
                .map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
        }

        /// How the body is encoded; empty where it is not.
        package var contentEncodings: [String] { words(of: "Content-Encoding").filter { $0 != "identity" } }

        /// Adds a field at the end, beside others of that name.
        public mutating func append(_ name: String, _ value: String) {
            fields.append(Field(name, value))
        }

        /// The first name that must not be sent: it is no token, or its value has a line break or NUL in it.
        package var firstInvalidName: String? {
            fields.first { !$0.name.isToken || !$0.value.isFieldValue }?.name
        }
    }
}

extension HTTP.Headers: Codable {
    public init(from decoder: any Decoder) throws {
        fields = try [Field](from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try fields.encode(to: encoder)
    }
}

extension HTTP.Headers.Field: Codable {
    public init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        self.init(try pair.decode(String.self), try pair.decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(name)
        try pair.encode(value)
    }
}

extension String {
    package func isSameName(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var others = other.utf8.makeIterator()
        for byte in utf8 {
            guard let same = others.next(), byte == same || byte.inSmallLetters == same.inSmallLetters else {
                return false
            }
        }
        return true
    }

    package var isToken: Bool { !isEmpty && utf8.allSatisfy { $0.isOfToken } }

    package var isFieldValue: Bool { utf8.allSatisfy { $0.isOfFieldValue } }

    /// Whether it is a host with or without a port, or empty, as a `Host` says it: without blanks, users, paths and quotes, of which the
    /// servers of a chain read different hosts.
    package var isHost: Bool {
        utf8.allSatisfy { $0.isLetterOrDigit || "!$%&'()*+-.:;=[]_~".utf8.contains($0) }
    }
}

extension UInt8 {
    /// Whether it may stand in the name of a field.
    package var isOfToken: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }

    var isOfFieldValue: Bool { self == 9 || (self >= 32 && self != 127) }
}

extension HTTP.Headers {
    package var contentLength: Int? { self["Content-Length"].flatMap { Int(digits: $0) } }

    /// Whether there is only one way to tell where the body ends.
    ///
    /// - Parameter isOld: Whether the message is one of HTTP/1.0, which knows no chunks.
    package func hasOneLength(isOld: Bool = false) -> Bool {
        let lengths = Set(values(of: "Content-Length"))
        let isNumber = lengths.allSatisfy { Int(digits: $0) != nil }
        let encodings = values(of: "Transfer-Encoding").map { $0.lowercased() }
        guard !encodings.isEmpty else { return lengths.count <= 1 && isNumber }
        return lengths.isEmpty && encodings == ["chunked"] && !isOld
    }
}
