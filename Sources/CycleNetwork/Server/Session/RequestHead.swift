import CycleBase

/// The line and the header of a request, and what follows from them.
struct RequestHead: Hashable, Sendable {
    /// Where the body ends.
    enum Length: Hashable, Sendable {
        case bytes(Int)
        case chunked
    }

    private(set) var method = ""
    private(set) var target = ""
    private(set) var isOld = false
    private(set) var headers = HTTP.Headers()

    /// Whether the first line has come.
    var isBegun: Bool { !method.isEmpty }

    /// - Parameter line: Without its line break.
    mutating func takeLine(_ line: ArraySlice<UInt8>) throws(RequestRefusal) {
        // A method is a token, the target visible; more blanks than two would be words of one reader alone, and a fragment a part of the path
        // to one reader, and none to another.
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        // Before the rest is judged: also the refusal of a `HEAD` has no body.
        let word = String(decoding: parts[0], as: UTF8.self)
        if word.isToken { method = word }
        guard isBegun, parts.count == 3,
            parts[1].allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw .requestLine }
        target = String(decoding: parts[1], as: UTF8.self)
        let version = Array(parts[2].dropFirst(5))
        guard parts[2].starts(with: "HTTP/".utf8), version.count == 3, version[0].isDigit,
            version[1] == UInt8(ascii: "."), version[2].isDigit
        else { throw .requestLine }
        // A later minor version means nothing else to a server that knows 1.1 (RFC 9110, 2.5).
        guard version[0] == UInt8(ascii: "1") else { throw .version }
        isOld = version[2] == UInt8(ascii: "0")
        guard method == "CONNECT" ? target.isHostWithPort : target.isPathOrURL else { throw .target }
    }

    /// - Parameter line: Without its line break, not empty.
    mutating func takeField(_ line: ArraySlice<UInt8>) throws(RequestRefusal) {
        guard line.first != 0x20, line.first != 9 else { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .field }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = String(String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingBlanks)
        guard name.isToken, value.isFieldValue else { throw .field }
        // It is no word for this connection in HTTP/1.0, where a hop passes on what it does not know (RFC 9110, 7.8).
        if !isOld || !name.isSameName(as: "Upgrade") { headers.append(name, value) }
    }

    /// Where the body ends, once the header is complete.
    func length() throws(RequestRefusal) -> Length {
        let hosts = headers.values(of: "Host")
        guard hosts.count == 1 || isOld && hosts.isEmpty, hosts.allSatisfy(\.isHost), hosts.allSatisfy(isNamed)
        else { throw .host }
        let (lengths, encodings) = (headers.values(of: "Content-Length"), headers.values(of: "Transfer-Encoding"))
        guard lengths.count + encodings.count <= 1 else { throw .length }
        guard headers.hasOneLength(isOld: isOld) else { throw encodings.isEmpty || isOld ? .length : .encoding }
        guard encodings.isEmpty else { return .chunked }
        return .bytes(headers.contentLength ?? 0)
    }

    /// Whether a host is that of the target, if there is one in it: of two a proxy takes the one, and the server behind it the other.
    private func isNamed(_ host: String) -> Bool {
        guard method != "CONNECT", let named = target.authority else { return true }
        let scheme = target.lowercased().begins(with: "https:") ? "https://" : "http://"
        return HTTP.Address(scheme + host)?.origin == HTTP.Address(scheme + named)?.origin
    }

    /// Whether the client waits for a word before it sends the body.
    func expectsWord() throws(RequestRefusal) -> Bool {
        let words = headers.words(of: "Expect")
        guard words.allSatisfy({ $0 == "100-continue" }) else { throw .expectation }
        return !words.isEmpty && !isOld
    }

    /// Whether the client asks for a WebSocket.
    var asksForWebSocket: Bool { WebSocketHandshake.isAsked(by: headers, method: method) }

    /// Whether the connection ends behind the response. Behind that to a `CONNECT` a client may send what is no request.
    var isLast: Bool { isOld || method == "CONNECT" || headers.words(of: "Connection").contains("close") }
}

// A target that has none of the forms of RFC 9112, 3.2, is a path to one program, a host to another: `@b/` behind `http://a` leads to b.
extension String {
    /// `a:443`.
    fileprivate var isHostWithPort: Bool {
        guard let colon = utf8.lastIndex(of: UInt8(ascii: ":")), Int(digits: self[colon...].behind(1)) != nil else {
            return false
        }
        return isAuthority
    }

    /// `/a?b`, `*`, or `http://a/b?c`.
    fileprivate var isPathOrURL: Bool {
        begins(with: "/") || self == "*" || authority?.isAuthority == true
    }

    /// The host of a URL; `nil` for what is none.
    fileprivate var authority: String? {
        let scheme = before(":")
        guard scheme.utf8.first?.isLetter == true,
            scheme.utf8.allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) }),
            self[scheme.endIndex...].begins(with: "://")
        else { return nil }
        return String(self[scheme.endIndex...].behind(3).before("/").before("?"))
    }

    /// A host with or without a port, and without a user.
    private var isAuthority: Bool { HTTP.Address("http://" + self)?.target == "/" && !utf8.contains(UInt8(ascii: "/")) }
}
