import CycleBase
import CycleDrivers

extension HTTP.Message {
    /// Headers that reveal nothing about the user. Any other may be a credential, whatever its name is, and is sent only to
    /// the origin that the request was made for.
    private static let harmless: Set<String> = [
        "accept", "accept-language", "cache-control", "content-language", "content-type", "range", "user-agent",
    ]

    /// Headers that the transport sets. It says where the message ends; a second opinion is how requests are smuggled.
    private static let ofTransport = ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect"]

    /// The first exchange of a request.
    init(_ request: RequestContent.Values, to address: HTTP.Address) {
        self.init(
            method: request.method, address: address, headers: request.headers, body: request.body,
            delivery: request.delivery, bodyLimit: request.byteLimit,
            reportInterval: Duration.zero.adding(request.progress ?? .seconds(1)))
        guard !headers.fields.isEmpty else { return }
        headers.fields.removeAll { field in HTTP.Message.ofTransport.contains { $0.isSameName(as: field.name) } }
    }

    /// The exchange that a redirect leads to.
    func redirected(_ status: Int, to location: String) throws(HTTP.Failure) -> HTTP.Message {
        guard let next = address.resolving(location) else { throw .malformed(.location) }
        if address.origin.scheme == .https, next.origin.scheme == .http { throw .insecureRedirect }
        var message = self
        message.address = next
        if next.origin != address.origin {
            // The condition names a version of the old origin; without it the part could be one of something else.
            if message.headers["If-Range"] != nil { message.headers["Range"] = nil }
            message.headers.fields.removeAll { !HTTP.Message.harmless.contains($0.name.lowercased()) }
        }
        // As all browsers do.
        if status == 303 ? method != .head : (status < 303 && method == .post) {
            message.method = .get
            message.body = .none
            message.headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        return message
    }
}

extension HTTP.Redirects {
    /// Where a response sends the request, if this policy follows it.
    func location(of status: Int, _ headers: HTTP.Headers) -> String? {
        guard self != .ignored, [301, 302, 303, 307, 308].contains(status) else { return nil }
        return headers["Location"]
    }

    /// How many are followed.
    var maximum: Int {
        switch self {
        case .followed(let maximum): maximum
        case .ignored: 0
        }
    }
}

extension HTTP.Retry {
    /// The wait before a retry, doubled with each one. Saturating: the wait comes from user data and could overflow.
    func longestWait(before retry: Int) -> Duration {
        let doubled = (0..<min(retry, 20)).reduce(Duration.zero.adding(wait)) { wait, _ in wait.adding(wait) }
        return min(doubled, Duration.zero.adding(maximumWait))
    }

    /// Whether another attempt may succeed after this failure.
    func covers(_ failure: HTTP.Failure) -> Bool {
        switch failure {
        case .refused, .unresolved, .disconnected, .timedOutConnecting, .timedOutIdle, .other: true
        case .exhausted(let resource): resource != .disk
        case .proxyRefused(let status): status.map(statuses.contains) ?? true
        case .tls, .clientCertificateRequired, .timedOut, .tooLarge, .tooManyRedirects, .insecureRedirect, .malformed,
            .unreadable, .unwritable, .unavailable:
            false
        }
    }
}
