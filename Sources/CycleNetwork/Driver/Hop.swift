import CycleDrivers

/// What is sent to one server; a redirect makes the next one of it.
struct Hop {
    /// Headers that tell nothing about the user. Any other may be a credential, whatever its name is, and is sent only to
    /// the origin that the request was made for.
    private static let harmless: Set<String> = [
        "accept", "accept-language", "cache-control", "content-language", "content-type", "range", "user-agent",
    ]

    var method: HTTP.Method
    var address: HTTP.Address?
    var headers: HTTP.Headers
    var body: HTTP.Body

    func order(
        to address: HTTP.Address, cookies: CookieJar?, now: Duration, _ request: RequestContent.Values
    ) -> HTTP.Order {
        var headers = headers
        // The transport says where the message ends; two opinions are how requests are smuggled.
        if !headers.fields.isEmpty { headers.fields.removeAll { Hop.isOfTransport($0.name) } }
        if let value = cookies?.value(for: address, now: now), headers["Cookie"] == nil { headers["Cookie"] = value }
        return HTTP.Order(
            method: method, address: address, headers: headers, body: body, delivery: request.delivery,
            bodyLimit: request.byteLimit, reportInterval: Duration.zero.adding(request.progress ?? .seconds(1)))
    }

    private static func isOfTransport(_ name: String) -> Bool {
        ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect"].contains { $0.isSameName(as: name) }
    }

    /// Where a response says to look, if it is to be looked there.
    func location(of status: Int, _ headers: HTTP.Headers, _ policy: HTTP.Redirects) -> String? {
        guard policy != .ignored, [301, 302, 303, 307, 308].contains(status) else { return nil }
        return headers["Location"]
    }

    func redirected(_ status: Int, to location: String) throws(HTTP.Failure) -> Hop {
        guard let address, let next = address.resolving(location) else { throw .malformed(.location) }
        if address.origin.scheme == .https, next.origin.scheme == .http { throw .insecureRedirect }
        var hop = self
        hop.address = next
        if next.origin != address.origin {
            // Its condition is not for this origin, and without it the part could be one of something else.
            if hop.headers["If-Range"] != nil { hop.headers["Range"] = nil }
            hop.headers.fields.removeAll { !Hop.harmless.contains($0.name.lowercased()) }
        }
        // As browsers do since the first of them did.
        if status == 303 ? method != .head : (status < 303 && method == .post) {
            hop.method = .get
            hop.body = .none
            hop.headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        return hop
    }
}
