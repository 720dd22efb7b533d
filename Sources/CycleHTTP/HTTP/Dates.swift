import CycleBase

extension HTTP.Headers {
    /// How long the server asks to wait: in seconds, or until a date, by the server's own clock.
    package var retryAfter: Duration? {
        guard let text = self["Retry-After"] else { return nil }
        if let seconds = text.seconds { return .seconds(max(0, seconds)) }
        guard let then = httpDate(text), let now = self["Date"].flatMap(httpDate) else { return nil }
        return .seconds(max(0, then - now))
    }
}

extension String {
    /// The number of seconds that stands here, 136 years at most: servers say "for ever" by numbers that no `Int` holds.
    package var seconds: Int? {
        let limit = 1 << 32
        let digits = behind(begins(with: "-") ? 1 : 0)
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        let number = min(Int(digits: digits) ?? limit, limit)
        return begins(with: "-") ? -number : number
    }
}

/// The seconds of `Sun, 06 Nov 1994 08:49:37 GMT`, counted from 1970; also as it was written before, `Sunday, 06-Nov-94
/// 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`, and by servers that take neither seriously.
///
/// - Source: RFC 6265, 5.1.1.
package func httpDate(_ text: String) -> Int? {
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    var (day, month, year, second): (Int?, Int?, Int?, Int?)
    for word in text.lowercased().utf8.split(whereSeparator: { " ,-".utf8.contains($0) }).map(Substring.init) {
        if second == nil, let number = secondOfDay(word) {
            second = number
        } else if day == nil, word.utf8.count <= 2, let number = Int(digits: word) {
            day = number
        } else if month == nil, let number = months.firstIndex(of: String(word.prefix(3))) {
            month = number
        } else if year == nil, [2, 4].contains(word.utf8.count), let number = Int(digits: word) {
            year = number < 70 ? number + 2_000 : number < 100 ? number + 1_900 : number
        }
    }
    guard let day, let month, let year, let second, (1...31).contains(day), year >= 1_601 else { return nil }
    let civilDay = CivilDay(year: Int64(year), month: Int64(month) + 1, day: Int64(day))
    // 30 February is no day, and would be one in March.
    guard civilDay.date.day == day else { return nil }
    return Int(civilDay.number) * 86_400 + second
}

/// The hour, minute and second of `08:49:37`.
private func secondOfDay(_ text: Substring) -> Int? {
    let parts = text.parts(between: ":").compactMap { $0.utf8.count > 2 ? nil : Int(digits: $0) }
    guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0...60).contains(parts[2])
    else { return nil }
    return (parts[0] * 60 + parts[1]) * 60 + parts[2]
}
