/// The grammar of RFC 8259, rule by rule as its sections 2 to 7 have it: slow, and without anything else.
struct JSONGrammar {
    private let bytes: [UInt8]
    /// Deeper than any reader goes: the recursion of this one has an end.
    private static let depthLimit = 600

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// `JSON-text = ws value ws`, in UTF-8.
    var isMatched: Bool {
        guard String(validating: bytes, as: UTF8.self) != nil, let end = value(space(0), 0) else { return false }
        return space(end) == bytes.count
    }

    private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private func literal(_ text: String, _ place: Int) -> Int? {
        bytes[min(place, bytes.count)...].starts(with: text.utf8) ? place + text.utf8.count : nil
    }

    /// `ws = *( %x20 / %x09 / %x0A / %x0D )`
    private func space(_ place: Int) -> Int {
        var place = place
        while let byte = byte(place), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
        return place
    }

    private func sign(_ text: String, _ place: Int) -> Int? { literal(text, space(place)).map(space) }

    private func value(_ place: Int, _ depth: Int) -> Int? {
        guard depth < Self.depthLimit else { return nil }
        return literal("false", place) ?? literal("null", place) ?? literal("true", place)
            ?? list("{", "}", place) { member($0, depth + 1) } ?? list("[", "]", place) { value($0, depth + 1) }
            ?? number(place) ?? string(place)
    }

    /// `begin [ element *( value-separator element ) ] end`
    private func list(_ begin: String, _ end: String, _ place: Int, _ element: (Int) -> Int?) -> Int? {
        guard let first = literal(begin, place).map(space) else { return nil }
        if let end = literal(end, first) { return end }
        guard var last = element(first) else { return nil }
        while let next = sign(",", last) {
            guard let end = element(next) else { return nil }
            last = end
        }
        return literal(end, space(last))
    }

    /// `member = string name-separator value`
    private func member(_ place: Int, _ depth: Int) -> Int? {
        string(place).flatMap { sign(":", $0) }.flatMap { value($0, depth) }
    }

    private func digits(_ place: Int) -> Int? {
        var end = place
        while let byte = byte(end), (0x30...0x39).contains(byte) { end += 1 }
        return end > place ? end : nil
    }

    /// `number = [ minus ] int [ frac ] [ exp ]`
    private func number(_ place: Int) -> Int? {
        let start = literal("-", place) ?? place
        guard var end = literal("0", start) ?? digits(start) else { return nil }
        if let point = literal(".", end), let fraction = digits(point) { end = fraction }
        if let sign = literal("e", end) ?? literal("E", end),
            let exponent = digits(literal("+", sign) ?? literal("-", sign) ?? sign)
        {
            end = exponent
        }
        return end
    }

    /// `string = quotation-mark *char quotation-mark`
    private func string(_ place: Int) -> Int? {
        guard var place = literal("\"", place) else { return nil }
        while let end = character(place) { place = end }
        return literal("\"", place)
    }

    private func character(_ place: Int) -> Int? {
        guard let first = byte(place) else { return nil }
        guard first == UInt8(ascii: "\\") else { return first >= 0x20 && first != UInt8(ascii: "\"") ? place + 1 : nil }
        guard let escape = byte(place + 1) else { return nil }
        if "\"\\/bfnrt".utf8.contains(escape) { return place + 2 }
        guard escape == UInt8(ascii: "u") else { return nil }
        let digits = bytes[(place + 2)...].prefix(4)
        return digits.count == 4 && digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) } ? place + 6 : nil
    }
}
