import CycleBase
import CycleHTTP

/// The request that asks for a WebSocket, and the answer that agrees.
package enum WebSocketHandshake {
    /// A head of HTTP with a first line.
    private static func head(_ line: String, _ headers: HTTP.Headers) -> [UInt8] {
        Array((line + "\r\n" + headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n").utf8)
    }

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
            "Host": String(origin.description.behind("http://".utf8.count)), "Upgrade": "websocket",
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

    /// The answer of a server to a request for a WebSocket.
    ///
    /// - Parameters:
    ///   - subprotocols: Those that the server knows, the best one first.
    ///   - headers: Sent beside those of the handshake.
    /// - Returns: The bytes of the answer, and the subprotocol that was chosen; `nil` for the latter without a common one. `nil` where
    ///   the request asks for no WebSocket, or for one of another version.
    package static func answer(
        to request: HTTP.Headers, method: String, subprotocols: [String] = [], headers: HTTP.Headers = [:]
    ) -> (bytes: [UInt8], subprotocol: String?)? {
        let keys = request.values(of: "Sec-WebSocket-Key")
        guard method == "GET", request.words(of: "Upgrade").contains("websocket"),
            request.words(of: "Connection").contains("upgrade"), request["Sec-WebSocket-Version"] == "13",
            keys.count == 1, Base64.decode(keys[0])?.count == 16
        else { return nil }
        let offered = request.values(of: "Sec-WebSocket-Protocol").flatMap { $0.parts(between: ",") }
            .map { String($0.trimmingBlanks) }
        let chosen = subprotocols.first(where: offered.contains)
        var all: HTTP.Headers = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept(keys[0]),
        ]
        if let chosen { all.append("Sec-WebSocket-Protocol", chosen) }
        all.fields += headers.fields
        return (head("HTTP/1.1 101 Switching Protocols", all), chosen)
    }
}
