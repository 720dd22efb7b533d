import CycleBase

/// Why the bytes of a client are no request, as the client is told.
enum RequestRefusal: Error, Hashable, Sendable {
    case lineBreak, requestLine, target, version, field, foldedField, host, length, encoding, chunk
    case longTarget, largeHead, largeBody, expectation, time
    /// The program: it had no response in time, or one that cannot be sent, or a WebSocket for a client that asks for none.
    case noResponse, badResponse, noWebSocket

    var status: Int {
        switch self {
        case .lineBreak, .requestLine, .target, .field, .foldedField, .host, .length, .chunk: 400
        case .time: 408
        case .largeBody: 413
        case .longTarget: 414
        case .expectation: 417
        case .noWebSocket: 426
        case .largeHead: 431
        case .badResponse: 500
        case .encoding: 501
        case .noResponse: 503
        case .version: 505
        }
    }

    /// What it says beside its words: a 426 names the protocol (RFC 9110, 15.5.22, and RFC 6455, 4.4).
    var headers: HTTP.Headers {
        let type = HTTP.Headers.Field("Content-Type", "text/plain; charset=utf-8")
        let protocols: [HTTP.Headers.Field] = [.init("Upgrade", "websocket"), .init("Sec-WebSocket-Version", "13")]
        return HTTP.Headers(self == .noWebSocket ? protocols + [type] : [type])
    }

    /// A sentence for the client.
    var words: String {
        switch self {
        case .lineBreak: "A line ends with CR and LF, and holds neither elsewhere."
        case .requestLine: "The first line is METHOD, one blank, the target, one blank, HTTP/1.1."
        case .target:
            "The target is a path from / on, a URL with a host and without a user, or *; of CONNECT a host and a port."
        case .version: "This server speaks HTTP/1.1 and HTTP/1.0."
        case .field: "A header field is a name, a colon at once, and a value without control characters."
        case .foldedField: "A header field stands on one line."
        case .host:
            "A request of HTTP/1.1 has one Host field, of a host and a port: those of its target, if that has them."
        case .length:
            "A request has one Content-Length of digits, or Transfer-Encoding: chunked, or neither; never both."
        case .encoding: "This server reads no Transfer-Encoding but chunked."
        case .chunk: "A chunk is its size in hexadecimal digits, a line break, its bytes and a line break."
        case .longTarget: "The target is too long."
        case .largeHead: "The header is too large."
        case .largeBody: "The body is too large."
        case .expectation: "This server meets no expectation but 100-continue."
        case .time: "The request took too long."
        case .noResponse: "The server had no response in time."
        case .badResponse: "The server made a response that cannot be sent."
        case .noWebSocket: "Here a request asks for a WebSocket, by RFC 6455."
        }
    }
}

extension HTTP {
    /// The words of the standard for a status; empty for one without.
    static func phrase(of status: Int) -> String { phrases[status] ?? "" }

    private static let phrases = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request",
        422: "Unprocessable Content", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
