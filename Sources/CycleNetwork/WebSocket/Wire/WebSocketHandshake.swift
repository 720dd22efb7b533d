import CycleBase
import CycleHTTP

/// The request that asks for a WebSocket, and the answer that agrees.
package enum WebSocketHandshake {
    /// A head of HTTP with a first line.
    private static func head(_ line: String, _ headers: HTTP.Headers) -> [UInt8] {
        Array((line + "\r\n" + headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n").utf8)
    }

    /// Reads the head of an answer, of at most 16 KiB.
    package static var reader: HeadReader { HeadReader(limit: 16 << 10, upgrades: true) }

    /// The answer to a key.
    ///
    /// - Parameter key: In base 64, as it was sent.
    package static func accept(_ key: String) -> String {
        Base64.encode(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    // MARK: The client

    /// The bytes of a request.
    package static func request(
        _ address: HTTP.Address, key: String, subprotocols: [String], headers: HTTP.Headers
    ) -> [UInt8] {
        let origin = address.origin
        var all: HTTP.Headers = [
            "Host": String(origin.description.behind("\(origin.scheme.rawValue)://".utf8.count)),
            "Upgrade": "websocket",
            "Connection": "Upgrade", "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13",
        ]
        if !subprotocols.isEmpty { all.append("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")) }
        all.fields += headers.fields
        return head("GET \(address.target) HTTP/1.1", all)
    }

    /// Whether an answer of status 101 agrees to a WebSocket.
    ///
    /// - Returns: The subprotocol that it has chosen.
    package static func agreement(
        _ headers: HTTP.Headers, key: String, subprotocols: [String]
    ) throws(WebSocketViolation) -> String? {
        guard headers.words(of: "Upgrade") == ["websocket"], headers.words(of: "Connection").contains("upgrade") else {
            throw .upgrade
        }
        guard headers.values(of: "Sec-WebSocket-Accept") == [accept(key)] else { throw .accept }
        guard headers.values(of: "Sec-WebSocket-Extensions").allSatisfy(\.isEmpty) else { throw .extensions }
        let chosen = headers.values(of: "Sec-WebSocket-Protocol")
        guard chosen.count < 2, chosen.allSatisfy(subprotocols.contains) else { throw .subprotocol }
        return chosen.first
    }

    // MARK: The server

    /// Whether a request asks for a WebSocket of the version that is known here.
    package static func isAsked(by request: HTTP.Headers, method: String) -> Bool {
        guard method == "GET", request.words(of: "Upgrade").contains("websocket"),
            request.words(of: "Connection").contains("upgrade"),
            request.values(of: "Sec-WebSocket-Version") == ["13"]
        else { return false }
        let keys = request.values(of: "Sec-WebSocket-Key")
        return keys.count == 1 && Base64.decode(keys[0])?.count == 16
    }

    /// The bytes of a server's answer to a request that asks for a WebSocket.
    ///
    /// - Parameters:
    ///   - subprotocols: The server's own, the best one first.
    ///   - headers: Sent beside those of the handshake, but for extensions, which are not known here, and lengths: no body follows.
    package static func answer(
        to request: HTTP.Headers, subprotocols: [String] = [], headers: HTTP.Headers = [:]
    ) -> [UInt8] {
        let offered = request.values(of: "Sec-WebSocket-Protocol").flatMap { $0.parts(between: ",") }
            .map { String($0.trimmingBlanks) }
        var all: HTTP.Headers = [
            "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Accept": accept(request["Sec-WebSocket-Key"] ?? ""),
        ]
        if let chosen = subprotocols.first(where: offered.contains) { all.append("Sec-WebSocket-Protocol", chosen) }
        let own = all.fields.map(\.name) + ["Sec-WebSocket-Extensions", "Content-Length", "Transfer-Encoding"]
        all.fields += headers.fields.filter { field in !own.contains { $0.isSameName(as: field.name) } }
        return head("HTTP/1.1 101 Switching Protocols", all)
    }
}
