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
        guard parts.count == 3, let method = parts.first.map({ String(decoding: $0, as: UTF8.self) }), method.isToken,
            !parts[1].isEmpty, parts[1].allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw .requestLine }
        let version = Array(parts[2].dropFirst(5))
        guard parts[2].starts(with: "HTTP/".utf8), version.count == 3, version[0].isDigit,
            version[1] == UInt8(ascii: "."), version[2].isDigit
        else { throw .requestLine }
        // A later minor version means nothing else to a server that knows 1.1 (RFC 9110, 2.5).
        guard version[0] == UInt8(ascii: "1") else { throw .version }
        isOld = version[2] == UInt8(ascii: "0")
        self.method = method
        target = String(decoding: parts[1], as: UTF8.self)
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
        guard hosts.count == 1 || isOld && hosts.isEmpty, hosts.allSatisfy(\.isHost) else { throw .host }
        let (lengths, encodings) = (headers.values(of: "Content-Length"), headers.values(of: "Transfer-Encoding"))
        guard lengths.count + encodings.count <= 1 else { throw .length }
        guard headers.hasOneLength(isOld: isOld) else { throw encodings.isEmpty || isOld ? .length : .encoding }
        guard encodings.isEmpty else { return .chunked }
        return .bytes(headers.contentLength ?? 0)
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
