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

extension HTTP.Headers {
    var contentLength: Int? {
        self["Content-Length"].flatMap { Int($0) }
    }

    /// How long the server asks to wait: in seconds, or until a date, by the server's own clock.
    var retryAfter: Duration? {
        guard let text = self["Retry-After"] else { return nil }
        if let seconds = Int(text) { return .seconds(max(0, min(seconds, 1 << 32))) }
        // Beyond all numbers.
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), !text.isEmpty {
            return .seconds(1 << 32)
        }
        guard let then = httpDate(text), let now = self["Date"].flatMap(httpDate) else { return nil }
        return .seconds(max(0, then - now))
    }
}

/// The seconds of `Sun, 06 Nov 1994 08:49:37 GMT`, counted from 1970.
func httpDate(_ text: String) -> Int? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split { " :-".contains($0) }
    guard parts.count == 8, let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
        let year = Int(parts[3]), let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6]),
        (1...31).contains(day), (1_970...9_999).contains(year),
        (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    // Days by the civil calendar, with the year beginning in March so that a leap day comes last.
    let marchYear = month < 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
    let days = marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    return ((days * 24 + hour) * 60 + minute) * 60 + second
}
