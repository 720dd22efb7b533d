import Cycle
public import CycleDrivers
public import CycleNetwork

// Servers of HTTP over simulated sockets, and their clients.
extension SimulatedSockets {
    /// A server whose sockets are these.
    ///
    /// - Parameters:
    ///   - type: The type of the listeners' identities.
    ///   - limits: The sizes that it accepts from clients, and how long it waits, in virtual time.
    public func server<ID>(_ type: ID.Type = ID.self, limits: ServerLimits = ServerLimits()) -> ServerDriver<ID> {
        ServerDriver(limits: limits) { SimulatedSocketDevice(self) }
    }

    /// All responses that a client of the test, which is connected from this address, has received whole; none to a `HEAD`.
    public func responses(at client: SocketAddress) -> [HTTP.Response] { SimulatedResponses.read(received(at: client)) }

    /// The first response in these bytes, once it is whole.
    ///
    /// - Parameters:
    ///   - bytes: All that a client has received.
    ///   - hasBody: Whether a body follows its head: none follows that to a `HEAD`.
    package static func firstResponse(in bytes: [UInt8], hasBody: Bool) -> HTTP.Response? {
        var rest = bytes[...]
        return SimulatedResponses.next(of: &rest, hasBody: hasBody)
    }

    /// The first response in these bytes as far as it has come: with the part of its body that is there, once its head is.
    package static func firstPart(in bytes: [UInt8]) -> HTTP.Response? {
        var rest = bytes[...]
        return SimulatedResponses.part(of: &rest)
    }
}

extension SimulatedSockets.Deed {
    /// It sends a request of HTTP/1.1, with the length of its body.
    public static func requests(
        _ method: String, _ target: String, headers: HTTP.Headers = [:], _ body: String = ""
    ) -> Self {
        requests(method, target, headers: headers, bytes: Array(body.utf8))
    }

    /// The same, whatever the bytes of its body.
    package static func requests(
        _ method: String, _ target: String, headers: HTTP.Headers, bytes body: [UInt8]
    ) -> Self {
        var lines = ["\(method) \(target) HTTP/1.1"]
        if headers["Host"] == nil { lines.append("Host: simulated") }
        lines += headers.fields.map { "\($0.name): \($0.value)" }
        if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
        return .sends(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
}

extension ServerDriver: PlayableSockets {
    func played(by sockets: SimulatedSockets) -> any Driver { sockets.server(ID.self, limits: limits) }
}

/// Reads responses as a client does.
private enum SimulatedResponses {
    static func read(_ bytes: [UInt8]) -> [HTTP.Response] {
        var (rest, responses) = (bytes[...], [HTTP.Response]())
        while let response = next(of: &rest) { responses.append(response) }
        return responses
    }

    static func next(of rest: inout ArraySlice<UInt8>, hasBody: Bool = true) -> HTTP.Response? {
        guard let head = head(of: &rest) else { return nil }
        var response = HTTP.Response(status: head.status, headers: head.headers)
        guard hasBody else { return response }
        if head.headers["Transfer-Encoding"] != nil {
            guard let body = chunks(of: &rest) else { return nil }
            response.body = body
        } else {
            let count = head.headers.contentLength ?? 0
            guard rest.count >= count else { return nil }
            response.body = Array(rest.prefix(count))
            rest.removeFirst(count)
        }
        response.byteCount = response.body.count
        return response
    }

    static func part(of rest: inout ArraySlice<UInt8>) -> HTTP.Response? {
        guard let head = head(of: &rest) else { return nil }
        var response = HTTP.Response(status: head.status, headers: head.headers)
        if head.headers["Transfer-Encoding"] != nil {
            var decoder = ChunkDecoder(limit: .max, isStrict: true)
            response.body = decoded(rest, by: &decoder)?.body ?? []
        } else {
            response.body = Array(rest.prefix(head.headers.contentLength ?? 0))
        }
        return response
    }

    private static func head(of rest: inout ArraySlice<UInt8>) -> (status: Int, headers: HTTP.Headers)? {
        var reader = HeadReader(limit: .max)
        guard case .success(let head) = Result(catching: { try reader.read(&rest) }) else { return nil }
        return head
    }

    private static func chunks(of rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        var decoder = ChunkDecoder(limit: .max, isStrict: true)
        guard let (body, count) = decoded(rest, by: &decoder), decoder.isAtEnd else { return nil }
        rest.removeFirst(count)
        return body
    }

    /// - Returns: All that is decoded of them, and how many bytes were read; `nil` where they are no chunks.
    private static func decoded(
        _ bytes: ArraySlice<UInt8>, by decoder: inout ChunkDecoder
    ) -> (body: [UInt8], count: Int)? {
        var body: [UInt8] = []
        let count = Array(bytes).withUnsafeBytes { bytes in
            Result { () throws(HTTP.Failure) in
                try decoder.decode(bytes) { piece throws(HTTP.Failure) in body += piece }
            }
        }
        guard case .success(let count) = count else { return nil }
        return (body, count)
    }
}
