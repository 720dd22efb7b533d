import CycleBase

extension HTTP {
    /// An absolute http or https URL, read strictly: what two parsers could understand differently is refused, so that no
    /// credential goes to a host that only one of them sees.
    ///
    /// A request reads its URL by it. So a program that is given a URL can check it before it begins: where `HTTP.Address(text)` is
    /// `nil`, a request would fail as ``Failure/malformed(_:)``.
    public struct Address: Hashable, Sendable, CustomStringConvertible {
        /// How a server is spoken to; no other can be asked for.
        public enum Scheme: String, Hashable, Sendable {
            /// In plain text, or encrypted.
            case http, https

            /// The one that need not be written.
            var port: Int { self == .http ? 80 : 443 }
        }

        /// The server that answers: secrets meant for one origin are not shown to another.
        public struct Origin: Hashable, Sendable {
            /// How it is spoken to.
            public let scheme: Scheme
            /// In lower case; an IPv6 address in its brackets.
            public let host: String
            /// As written, or that of the scheme.
            public let port: Int
        }

        /// Scheme, host and port: the server that gets the secrets meant for it.
        public let origin: Origin
        /// Path and query, beginning with `/`, without `.` and `..`.
        public let target: String

        /// - Returns: `nil` for other schemes, for names and passwords in the URL, and for what is not a URL.
        public init?(_ text: String) {
            if let plain = Address(plain: text) {
                self = plain
                return
            }
            self.init(general: text)
        }

        init?(general text: String) {
            // By bytes, here and below: a mark behind a `/` makes one character of both.
            let bytes = text.utf8
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
                let scheme = Scheme(rawValue: text[..<colon].lowercased()), bytes[colon...].starts(with: "://".utf8)
            else { return nil }
            self.init(scheme, afterSlashes: text[bytes.index(colon, offsetBy: 3)...])
        }

        /// A text of which nothing has to be changed, as in most requests.
        private init?(plain text: String) {
            let bytes = text.utf8
            guard
                let scheme = bytes.starts(with: "http://".utf8)
                    ? Scheme.http : bytes.starts(with: "https://".utf8) ? .https : nil
            else { return nil }
            let start = bytes.index(bytes.startIndex, offsetBy: scheme.rawValue.utf8.count + 3)
            guard let slash = bytes[start...].firstIndex(of: UInt8(ascii: "/")), slash > start,
                bytes[start..<slash].allSatisfy({ $0.isPlainInHost })
            else { return nil }
            var previous: UInt8 = 0
            for byte in bytes[slash...] {
                // A segment that begins with a dot may be one that goes up.
                guard byte.isPlainInPath, byte != UInt8(ascii: ".") || previous != UInt8(ascii: "/") else { return nil }
                previous = byte
            }
            guard let (host, port) = Address.hostAndPort(text[start..<slash]) else { return nil }
            origin = Origin(scheme: scheme, host: host, port: port ?? scheme.port)
            target = String(text[slash...])
        }

        private init(_ origin: Origin, path: Substring, query: Substring?) {
            self.origin = origin
            target = path.withoutDotSegments + (query.map { "?" + $0 } ?? "")
        }

        private init?(_ scheme: Scheme, afterSlashes text: Substring) {
            let end = text.utf8.firstIndex { "/?#".utf8.contains($0) } ?? text.endIndex
            guard let (host, port) = Address.hostAndPort(text[..<end]),
                let rest = text[end...].before("#").percentEncoded
            else { return nil }
            let (path, query) = rest.pathAndQuery
            self.init(Origin(scheme: scheme, host: host, port: port ?? scheme.port), path: path, query: query)
        }

        /// The address that a `Location` means here.
        public func resolving(_ reference: String) -> Address? {
            let text = reference[...].before("#")
            if text.utf8.first(where: { ":/?".utf8.contains($0) }) == UInt8(ascii: ":") { return Address(String(text)) }
            if text.utf8.starts(with: "//".utf8) {
                return Address(origin.scheme, afterSlashes: text[text.utf8.index(text.startIndex, offsetBy: 2)...])
            }
            // All of ASCII from here on.
            guard let encoded = text.percentEncoded else { return nil }
            let ownPath = target[...].pathAndQuery.path
            if encoded.isEmpty { return self }
            let (path, query) = encoded.pathAndQuery
            if path.isEmpty { return Address(origin, path: ownPath, query: query) }
            if path.utf8.first == UInt8(ascii: "/") { return Address(origin, path: path, query: query) }
            let folder = ownPath[...(ownPath.utf8.lastIndex(of: UInt8(ascii: "/")) ?? ownPath.startIndex)]
            return Address(origin, path: folder + path, query: query)
        }

        public var description: String { origin.description + target }

        private static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
            var host = text
            var port: Int?
            // By bytes: what a character is, is asked of tables.
            let bracket = text.utf8.lastIndex(of: UInt8(ascii: "]")) ?? text.startIndex
            if let colon = text.utf8[bracket...].lastIndex(of: UInt8(ascii: ":")) {
                host = text[..<colon]
                let digits = text[text.utf8.index(after: colon)...]
                if !digits.isEmpty {
                    guard digits.utf8.count <= 5, let number = Int(digits: digits), (1...65_535).contains(number)
                    else { return nil }
                    port = number
                }
            }
            if host.utf8.allSatisfy({ $0.isPlainInHost && $0 != UInt8(ascii: ":") }),
                (1...255).contains(host.utf8.count)
            {
                return (String(host), port)
            }
            let isNumber = host.utf8.first == UInt8(ascii: "[")
            let allowed = isNumber ? "0123456789abcdef:." : "abcdefghijklmnopqrstuvwxyz0123456789-._"
            let name = host.lowercased()
            let isWhole = isNumber && name.utf8.last == UInt8(ascii: "]")
            let inside = isWhole ? name.utf8.dropFirst().dropLast() : name.utf8[...]
            guard !inside.isEmpty, name.utf8.count <= 255, inside.allSatisfy(allowed.utf8.contains) else { return nil }
            return (name, port)
        }
    }
}

extension HTTP.Address.Origin: CustomStringConvertible {
    public var description: String {
        "\(scheme.rawValue)://\(host)" + (port == scheme.port ? "" : ":\(port)")
    }
}

extension HTTP {
    /// A text as a part of a URL: every byte but letters and digits of ASCII, `-`, `.`, `_` and `~` becomes `%` and two digits.
    ///
    ///     "https://example.org/files/\(HTTP.percentEncoded(name))?by=\(HTTP.percentEncoded("Jo & Co"))"
    ///
    /// For data, in which `/`, `?`, `#`, `&` and `%` mean themselves. A request encodes the space, and what else may not stand in a URL,
    /// by itself. Names that are `.` and `..` stay as they are, and lead to a folder.
    ///
    /// - Parameters:
    ///   - text: Encoded as UTF-8.
    ///   - keepsSlashes: Whether `/` stays: for a path of several names.
    public static func percentEncoded(_ text: String, keepsSlashes: Bool = false) -> String {
        percentEncoded(bytes: text.utf8, keepsSlashes: keepsSlashes)
    }

    /// Bytes as a part of a URL, as those of a file's name, which need not be UTF-8: see ``percentEncoded(_:keepsSlashes:)``.
    public static func percentEncoded(bytes: some Sequence<UInt8>, keepsSlashes: Bool = false) -> String {
        var result = ""
        for byte in bytes {
            if byte.isUnreserved || (keepsSlashes && byte == UInt8(ascii: "/")) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += byte.percentEncoded
            }
        }
        return result
    }
}

extension UInt8 {
    /// Whether it means itself everywhere in a URL.
    fileprivate var isUnreserved: Bool { isLetterOrDigit || ".-_~".utf8.contains(self) }
    fileprivate var isPlainInHost: Bool { isLetterOrDigit && !isCapital || ".-:".utf8.contains(self) }
    fileprivate var isPlainInPath: Bool { isLetterOrDigit || "/.-_?=&+,~".utf8.contains(self) }
}

extension Substring {
    /// The two parts of what is behind the host; the query is `nil` where there is no `?`.
    fileprivate var pathAndQuery: (path: Substring, query: Substring?) {
        let path = before("?")
        return (path, path.endIndex < endIndex ? self[utf8.index(after: path.endIndex)...] : nil)
    }

    /// With everything that may not stand in a URL escaped; `nil` where there is a control character.
    fileprivate var percentEncoded: Substring? {
        var result = ""
        for byte in utf8 {
            switch byte {
            case 0..<32, 127: return nil
            case 128..., 32, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
                UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                result += byte.percentEncoded
            default: result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return result[...]
    }

    fileprivate var withoutDotSegments: String {
        var segments: [Substring] = []
        let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map(
            Substring.init)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part.lowercased() {
            case ".", "%2e":
                if isLast { segments.append("") }
            case "..", ".%2e", "%2e.", "%2e%2e":
                _ = segments.popLast()
                if isLast { segments.append("") }
            default: segments.append(part)
            }
        }
        return "/" + segments.joined(separator: "/")
    }
}
