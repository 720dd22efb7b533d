import CycleBase

/// The value behind a name in a text.
struct SecretValue {
    /// Without its quotes.
    let range: Range<Int>

    private enum Separator {
        /// `name: value`
        case colon
        /// `name=value`
        case equals
        /// `"name", "value"` and `name: "name", value: "value"`
        case comma
        /// `--name value`
        case blank
        /// `<name>value</name>`
        case tag
    }

    /// - Parameters:
    ///   - name: Where the name stands.
    ///   - quotation: The quotes that the name stands in.
    ///   - beginsLine: Whether the name begins a line of an escaped text.
    /// - Returns: `nil` where no value follows.
    init?(_ bytes: [UInt8], behind name: Range<Int>, in quotation: Quotation?, beginsLine: Bool) {
        var cursor = Cursor(bytes, name.upperBound)
        // `user[password]=`, `"password":`
        let isQuoted = cursor.skipClosing()
        guard let separator = Self.separator(&cursor, name, isQuoted) else { return nil }
        cursor.skipBlanks()
        if separator == .comma, !cursor.skipLabel() { return nil }
        let before = name.lowerBound > 0 ? bytes[name.lowerBound - 1] : 0x0A
        let isFirst = before == 0x0A || before == 0x0D || beginsLine || quotation?.start == name.lowerBound
        let isLine = isFirst && !isQuoted && (separator == .colon || separator == .equals)
        if !isLine, let quoted = cursor.quoted() {
            range = quoted
            return
        }
        let outside = quotation?.end(in: bytes, from: cursor.index) ?? bytes.count
        // A quote that begins the value ends no other text.
        let limit = outside > cursor.index ? outside : bytes.count
        var end: Int
        switch separator {
        case .comma: end = cursor.isBracket ? cursor.end(at: .list, limit) : cursor.index
        case .blank: end = cursor.end(at: .blank, limit)
        case .tag: end = cursor.end(at: .tag, limit)
        case .colon, .equals:
            let isOption = bytes[name.lowerBound] == UInt8(ascii: "-")
            let place: Cursor.Place =
                switch separator {
                case _ where isLine: .line(separator == .equals)
                case .equals where isOption: .blank
                case .equals where "?&#".utf8.contains(before): .query
                case .equals: .pair
                case .colon, .comma, .blank, .tag: .list
                }
            end = cursor.end(at: place, limit)
        }
        while end > cursor.index, bytes[end - 1].isWhitespace { end -= 1 }
        guard end > cursor.index else { return nil }
        range = cursor.index..<end
    }

    private static func separator(_ cursor: inout Cursor, _ name: Range<Int>, _ isQuoted: Bool) -> Separator? {
        let isOption = cursor.bytes[name].first == UInt8(ascii: "-")
        if isOption, !isQuoted, cursor.next == 0x20, !cursor.bytes[name].starts(with: "--no-".utf8) { return .blank }
        if cursor.next == UInt8(ascii: ">"), name.lowerBound > 0, cursor.bytes[name.lowerBound - 1] == UInt8(ascii: "<")
        {
            cursor.index += 1
            return .tag
        }
        cursor.skipBlanks()
        switch cursor.next {
        case UInt8(ascii: "="):
            cursor.index += 1
            if cursor.next == UInt8(ascii: "=") { return nil }
            if cursor.next == UInt8(ascii: ">") { cursor.index += 1 }
            return .equals
        case UInt8(ascii: ":"):
            cursor.index += 1
            // `Token::new`, `session://`
            return cursor.next == UInt8(ascii: ":") || cursor.next == UInt8(ascii: "/") ? nil : .colon
        case UInt8(ascii: ",") where isQuoted:
            cursor.index += 1
            return .comma
        default: return nil
        }
    }
}

/// A text in quotes around a place, as the description of a text that is a part of another value.
struct Quotation {
    /// The first byte inside.
    let start: Int
    fileprivate let quote: UInt8
    fileprivate let backslashes: Int

    /// Where the text ends, or an escaped line of it.
    fileprivate func end(in bytes: [UInt8], from start: Int) -> Int {
        var (index, run) = (start, 0)
        while index < bytes.count {
            if bytes[index] == quote, run <= backslashes { return index - run }
            if run % 2 == 1, "nr".utf8.contains(bytes[index]), backslashes == 0 { return index - run }
            run = bytes[index] == UInt8(ascii: "\\") ? run + 1 : 0
            index += 1
        }
        return index
    }
}

/// Follows the quotes of a text from its beginning on.
struct OpenQuotes {
    private var index = 0
    private var opening: Int?

    /// - Parameter place: Not before the one of the last call.
    /// - Returns: `nil` where the place stands in no quotes.
    mutating func quotation(around place: Int, in bytes: [UInt8]) -> Quotation? {
        while index < place {
            // No text in quotes has an end of a line in it.
            if bytes[index] == 0x0A || bytes[index] == 0x0D { opening = nil }
            if bytes[index] == UInt8(ascii: "\""), bytes.backslashes(before: index) == 0 {
                opening = opening == nil ? index + 1 : nil
            }
            index += 1
        }
        if place > 0, "\"'`".utf8.contains(bytes[place - 1]) {
            return Quotation(start: place, quote: bytes[place - 1], backslashes: bytes.backslashes(before: place - 1))
        }
        return opening.map { Quotation(start: $0, quote: UInt8(ascii: "\""), backslashes: 0) }
    }
}

extension [UInt8] {
    /// How many stand directly before a place.
    fileprivate func backslashes(before place: Int) -> Int {
        self[..<place].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    }
}

/// A place in a text from which a value is read.
private struct Cursor {
    enum Place {
        /// Up to the end of the line, or the next field of a form.
        case line(Bool)
        /// Up to what ends an element of a list.
        case list
        /// Up to what ends a list, or the next `name=`.
        case pair
        case query, blank, tag
    }

    let bytes: [UInt8]
    var index: Int

    init(_ bytes: [UInt8], _ index: Int) {
        (self.bytes, self.index) = (bytes, index)
    }

    var next: UInt8? { index < bytes.count ? bytes[index] : nil }
    var isBracket: Bool { next.map { "([{".utf8.contains($0) } ?? false }

    mutating func skipBlanks() {
        while let next, next == 0x20 || next == 9 { index += 1 }
    }

    /// - Returns: Whether a quote was among what closes the name.
    mutating func skipClosing() -> Bool {
        if next == UInt8(ascii: "]") { index += 1 }
        let start = index
        while next == UInt8(ascii: "\\") { index += 1 }
        guard let next, "\"'`".utf8.contains(next) else {
            index = start
            return false
        }
        index += 1
        return true
    }

    /// Skips `value:` in front of the second half of a pair.
    ///
    /// - Returns: Whether a value in quotes or brackets follows.
    mutating func skipLabel() -> Bool {
        let start = index
        if quotedLabel() || plainLabel() { skipBlanks() } else { index = start }
        return isBracket || quoted() != nil
    }

    private mutating func plainLabel() -> Bool {
        while let next, next.isLetter { index += 1 }
        guard next == UInt8(ascii: ":") else { return false }
        index += 1
        return true
    }

    private mutating func quotedLabel() -> Bool {
        guard let label = quoted(), label.count < 16 else { return false }
        index = label.upperBound
        while next == UInt8(ascii: "\\") { index += 1 }
        index += 1
        skipBlanks()
        guard next == UInt8(ascii: ":") else { return false }
        index += 1
        return true
    }

    /// The text between quotes that begin here; the quotes of a quoted text are escaped.
    func quoted() -> Range<Int>? {
        var start = index
        while start < bytes.count, bytes[start] == UInt8(ascii: "\\") { start += 1 }
        guard start < bytes.count, "\"'`".utf8.contains(bytes[start]) else { return nil }
        let (quote, depth) = (bytes[start], start - index)
        start += 1
        var end = start
        while end < bytes.count {
            if bytes[end] == quote {
                let backslashes = bytes[start..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
                if backslashes == depth || backslashes < depth { return start..<(end - backslashes) }
                if depth == 0, backslashes % 2 == 0 { return start..<end }
            }
            end += 1
        }
        return start..<bytes.count
    }

    /// The end of a value that has no quotes.
    func end(at place: Place, _ limit: Int) -> Int {
        var (end, depth) = (index, 0)
        while end < limit {
            let byte = bytes[end]
            switch place {
            case .line(let isForm):
                if byte == 0x0A || byte == 0x0D || isForm && isNextField(end) { return end }
            case .query:
                if byte.isWhitespace || "\"'`<>#".utf8.contains(byte) || isNextField(end) { return end }
            case .blank: if byte.isWhitespace { return end }
            case .tag: if byte == UInt8(ascii: "<") { return end }
            case .list, .pair:
                if byte == 0x0A || byte == 0x0D { return end }
                if depth == 0, ")]}".utf8.contains(byte) { return end }
                if case .list = place, depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") { return end }
                if case .pair = place, isNextField(end) || isNextPair(end) { return end }
                if "([{".utf8.contains(byte) { depth += 1 }
                if ")]}".utf8.contains(byte) { depth -= 1 }
                if byte == UInt8(ascii: "\"") {
                    end = Cursor(bytes, end).quoted().map { min($0.upperBound, bytes.count - 1) } ?? end
                }
            }
            end += 1
        }
        return min(end, limit)
    }

    /// Whether `&name=` is there.
    private func isNextField(_ place: Int) -> Bool {
        guard bytes[place] == UInt8(ascii: "&") else { return false }
        let rest = bytes[(place + 1)...].drop { $0.isWord || "+[]".utf8.contains($0) }
        return rest.first == UInt8(ascii: "=")
    }

    /// Whether ` name=` is there.
    private func isNextPair(_ place: Int) -> Bool {
        guard bytes[place] == 0x20 else { return false }
        let rest = bytes[(place + 1)...].drop(while: \.isWord)
        return rest.first == UInt8(ascii: "=") && rest.startIndex > place + 1
    }
}
