import CycleBase
import CycleHTTP

/// A client's request, checked: a URL, headers and subprotocols that can be sent.
package struct WebSocketRequest: Hashable, Sendable {
    package let address: HTTP.Address
    /// Whether its stream is encrypted.
    package let isEncrypted: Bool
    package let headers: HTTP.Headers
    package let subprotocols: [String]

    package init(
        _ url: String, headers: HTTP.Headers = [:], subprotocols: [String] = []
    ) throws(WebSocketFailure) {
        let parts = url.parts(between: ":", upTo: 2)
        let scheme = parts[0].lowercased()
        isEncrypted = scheme == "wss"
        guard scheme == "ws" || isEncrypted, parts.count == 2, !url.utf8.contains(UInt8(ascii: "#")),
            let address = HTTP.Address((isEncrypted ? "https:" : "http:") + parts[1])
        else { throw .malformed(.url) }
        let own = ["Host", "Upgrade", "Connection", "Content-Length", "Transfer-Encoding"]
        let taken = headers.fields.map(\.name).first { name in
            own.contains { $0.isSameName(as: name) } || name.lowercased().begins(with: "sec-websocket-")
        }
        if let name = headers.firstInvalidName ?? taken { throw .malformed(.header(name)) }
        for (index, name) in subprotocols.enumerated() {
            guard name.isToken, !subprotocols[..<index].contains(name) else { throw .malformed(.subprotocol(name)) }
        }
        (self.address, self.headers, self.subprotocols) = (address, headers, subprotocols)
    }

    /// The host and the port of the URL.
    package var host: (name: String, port: Int) {
        let host = address.origin.host
        let isNumber = host.utf8.first == UInt8(ascii: "[")
        return (isNumber ? String(host.dropFirst().dropLast()) : host, address.origin.port)
    }
}
