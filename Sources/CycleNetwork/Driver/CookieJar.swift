import CycleBase

/// The cookies of one run. A cookie goes back to the origin that set it and to no other: `Domain` is not followed, because
/// without a list of public suffixes it lets one site set cookies for another.
struct CookieJar: Hashable, Sendable {
    private struct Cookie: Hashable, Sendable {
        let origin: HTTP.Address.Origin
        let name: String
        let value: String
        let path: String
        let isSecure: Bool
        let deadline: Duration?

        func isExpired(at now: Duration) -> Bool { deadline.map { $0 <= now } ?? false }
    }

    /// A server must not fill the memory.
    private static let countPerOrigin = 50
    private static let byteLimit = 4_096
    private var cookies: [Cookie] = []

    mutating func store(_ headers: HTTP.Headers, from address: HTTP.Address, now: Duration) {
        cookies.removeAll { $0.isExpired(at: now) }
        // `Expires` is a date of the server's clock. Without a `Date` header the server's clock counts as the year 2000:
        // then the dates in the past by which servers delete cookies still do, and all other cookies stay.
        let date = headers["Date"].flatMap(httpDate) ?? 946_684_800
        for line in headers.values(of: "Set-Cookie") where line.utf8.count <= CookieJar.byteLimit {
            // The value would be sent back in a header.
            guard line.isFieldValue else { continue }
            guard let cookie = parse(line, address, now, date) else { continue }
            cookies.removeAll { $0.origin == cookie.origin && $0.name == cookie.name && $0.path == cookie.path }
            guard !cookie.isExpired(at: now) else { continue }
            guard cookies.count(where: { $0.origin == cookie.origin }) < CookieJar.countPerOrigin else { continue }
            // Many servers take the first cookie of a name, so the nearest path goes first, and of those the oldest cookie.
            let place = cookies.firstIndex { $0.path.utf8.count < cookie.path.utf8.count } ?? cookies.endIndex
            cookies.insert(cookie, at: place)
        }
    }

    /// The `Cookie` header of a request.
    func value(for address: HTTP.Address, now: Duration) -> String? {
        let path = address.target.before("?")
        let own = cookies.filter { cookie in
            cookie.origin == address.origin && !cookie.isExpired(at: now)
                && (!cookie.isSecure || address.origin.scheme == .https)
                && (path == cookie.path
                    || path.begins(with: cookie.path.ends(with: "/") ? cookie.path : cookie.path + "/"))
        }
        guard !own.isEmpty else { return nil }
        return own.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    private func parse(_ line: String, _ address: HTTP.Address, _ now: Duration, _ date: Int) -> Cookie? {
        // What stands before the first `;` is the pair, also where it is nothing (RFC 6265, 5.2).
        let parts = line.parts(between: ";").map { part in
            part.parts(between: "=", upTo: 2).map { String($0.trimmingBlanks) }
        }
        guard let pair = parts.first, pair.count == 2, !pair[0].isEmpty else { return nil }
        var path: String?
        var (isSecure, hasDomain) = (false, false)
        var deadline: Duration?
        var hasAge = false
        for attribute in parts.dropFirst() {
            switch attribute.first?.lowercased() {
            // The last one counts, also where it is no path: then the cookie has the path of its response.
            case "path": path = attribute.count == 2 && attribute[1].begins(with: "/") ? attribute[1] : nil
            case "secure": isSecure = true
            case "domain": hasDomain = true
            case "max-age" where attribute.count == 2:
                guard let seconds = attribute[1].seconds else { continue }
                deadline = now + .seconds(seconds)
                hasAge = true
            case "expires" where attribute.count == 2 && !hasAge:
                if let then = httpDate(attribute[1]) { deadline = now + .seconds(then - date) }
            default: break
            }
        }
        let isForOrigin = isSecure && !hasDomain && path == "/"
        guard !isSecure || address.origin.scheme == .https, pair[0].isKept(isSecure, isForOrigin) else { return nil }
        let folder = address.target.before("?")
        let ownPath = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(folder[..<$0]) } ?? ""
        return Cookie(
            origin: address.origin, name: pair[0], value: pair[1], path: path ?? (ownPath.isEmpty ? "/" : ownPath),
            isSecure: isSecure, deadline: deadline)
    }
}

extension String {
    /// Whether a cookie has the attributes that the beginning of its name promises to its server (RFC 6265bis, 4.1.3).
    fileprivate func isKept(_ isSecure: Bool, _ isForOrigin: Bool) -> Bool {
        let name = lowercased()
        return (isSecure || !name.begins(with: "__secure-")) && (isForOrigin || !name.begins(with: "__host-"))
    }
}
