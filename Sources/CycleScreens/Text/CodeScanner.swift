/// Finds what the pieces of a line of code are, from left to right, by the table of its language.
struct CodeScanner {
    enum Kind { case plain, comment, text, key, word, number }

    struct Piece {
        /// Where it ends in the UTF-8 of the line.
        var end: Int
        var kind: Kind
    }

    private let rules: CodeRules
    private let bytes: [UInt8]
    private var state: CodeRules.State
    private var index = 0
    private var pieces: [Piece] = []

    /// The pieces of a line.
    static func pieces(
        _ line: String, _ rules: CodeRules, after state: inout CodeRules.State
    ) -> [Piece] {
        var scanner = CodeScanner(rules: rules, bytes: Array(line.utf8), state: state)
        scanner.scan()
        state = scanner.state
        return scanner.pieces
    }

    private init(rules: CodeRules, bytes: [UInt8], state: CodeRules.State) {
        (self.rules, self.bytes, self.state) = (rules, bytes, state)
    }

    private mutating func scan() {
        if let word = state.document {
            if trimmed == Array(word.utf8) { state.document = nil }
            return add(bytes.count, .text)
        }
        if let indent = state.block {
            let blanks = bytes.prefix { $0 == 0x20 }.count
            if blanks == bytes.count || blanks > indent { return add(bytes.count, .plain) }
            state.block = nil
        }
        if let span = state.span { finish(span, from: 0) }
        while index < bytes.count { scanPiece() }
        findBlock()
        (state.document, state.nextDocument) = (state.nextDocument, nil)
    }

    private var trimmed: [UInt8] {
        var line = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while line.last == 0x20 || line.last == UInt8(ascii: ";") { line.removeLast() }
        return Array(line)
    }

    private mutating func add(_ end: Int, _ kind: Kind) {
        guard end > index else { return }
        pieces.append(Piece(end: end, kind: kind))
        index = end
    }

    private func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

    private func has(_ mark: String, at start: Int) -> Bool {
        start + mark.utf8.count <= bytes.count && bytes[start...].starts(with: mark.utf8)
    }

    private mutating func scanPiece() {
        let first = bytes[index]
        if let span = rules.spans.first(where: { has($0.start, at: index) && mayBegin($0) }) {
            finish(span, from: index + span.start.utf8.count)
        } else if rules.comments.contains(where: { has($0, at: index) && mayComment($0) }) {
            add(bytes.count, .comment)
        } else if let quote = rules.quotes.first(where: { $0.asciiValue == first }), mayQuote(first) {
            finish(.line(String(quote)), from: index + 1)
        } else if rules.options.contains(.patterns), first == UInt8(ascii: "/"), let end = patternEnd {
            add(end, .text)
        } else if rules.options.contains(.documents), let end = beginDocument() {
            add(end, .text)
        } else if isWord(first) && !first.isDigit {
            let end = end(of: isWord)
            let word = String(decoding: bytes[index..<end], as: UTF8.self)
            let isKeyword = rules.keywords.contains(rules.options.contains(.anyCase) ? word.lowercased() : word)
            add(end, isKeyword ? .word : .plain)
        } else if first.isDigit {
            add(end { isWord($0) || $0 == UInt8(ascii: ".") }, .number)
        } else {
            // A backslash outside of texts takes its mark with it, as in a shell.
            add(
                min(bytes.count, index + (first == UInt8(ascii: "\\") && rules.options.contains(.escapes) ? 2 : 1)),
                .plain)
        }
    }

    private func isWord(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private func end(of matches: (UInt8) -> Bool) -> Int {
        var end = index + 1
        while end < bytes.count, matches(bytes[end]) { end += 1 }
        return end
    }

    private var isAfterBlank: Bool { index == 0 || byte(index - 1) == 0x20 || byte(index - 1) == 0x09 }

    private func mayComment(_ mark: String) -> Bool {
        if rules.options.contains(.commentLines) { return bytes[..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 } }
        guard rules.options.contains(.commentsAfterBlanks) else { return true }
        return isAfterBlank || ";|&()`".utf8.contains(byte(index - 1))
    }

    private func mayBegin(_ span: CodeRules.Span) -> Bool {
        if span.isAtStart, index > 0 { return false }
        return span.kind == .comment || mayQuote(bytes[index])
    }

    /// Whether a quote at the place begins a text.
    private func mayQuote(_ quote: UInt8) -> Bool {
        if rules.options.contains(.quotesAfterEquals) { return previous == UInt8(ascii: "=") }
        if rules.options.contains(.quotesAtValues) {
            return previous.map {
                "[{,:-!?".utf8.contains($0) && (isAfterBlank || "[{,".utf8.contains(byte(index - 1)))
            } ?? true
        }
        guard rules.options.contains(.characters), quote == UInt8(ascii: "'") else { return true }
        if byte(index + 1) == UInt8(ascii: "\\") { return true }
        // One character, of however many bytes.
        var end = index + 2
        while byte(end) & 0xc0 == 0x80 { end += 1 }
        return byte(end) == UInt8(ascii: "'")
    }

    /// The last byte before the place that is no blank.
    private var previous: UInt8? { bytes[..<index].last { $0 != 0x20 && $0 != 0x09 } }

    /// Goes on to the end of a comment or text that has begun.
    private mutating func finish(_ span: CodeRules.Span, from start: Int) {
        var (place, depth) = (start, state.span == nil ? 1 : max(1, state.depth))
        while place < bytes.count {
            if let end = insertedEnd(place, in: span) {
                // A value in a text looks like code.
                add(place, .text)
                add(end, .plain)
                place = end
            } else if span.hasEscapes, bytes[place] == UInt8(ascii: "\\") {
                place += 2
            } else if has(span.end, at: place) {
                place += span.end.utf8.count
                if span.isDoubled, has(span.end, at: place) {
                    place += span.end.utf8.count
                    continue
                }
                depth -= 1
                if depth == 0 {
                    (state.span, state.depth) = (nil, 0)
                    return add(place, kind(of: span, end: place))
                }
            } else if span.isNested, has(span.start, at: place) {
                place += span.start.utf8.count
                depth += 1
            } else {
                place += 1
            }
        }
        // A text of one line goes on behind a backslash at its end.
        let goesOn = !span.isLine || bytes.last == UInt8(ascii: "\\")
        (state.span, state.depth) = goesOn ? (span, depth) : (nil, 0)
        add(bytes.count, span.kind == .comment ? .comment : .text)
    }

    /// The end of a value that is put into a text.
    private func insertedEnd(_ start: Int, in span: CodeRules.Span) -> Int? {
        guard let mark = span.inserted.first(where: { has($0, at: start) }) else { return nil }
        var (place, depth) = (start + mark.utf8.count, 1)
        let open = mark.utf8.last ?? 0
        let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
        guard open == UInt8(ascii: "(") || open == UInt8(ascii: "{") else {
            while isWord(byte(place)) { place += 1 }
            return place > start + mark.utf8.count ? place : nil
        }
        while place < bytes.count, depth > 0 {
            if bytes[place] == open { depth += 1 }
            if bytes[place] == close { depth -= 1 }
            place += 1
        }
        return depth == 0 ? place : nil
    }

    private func kind(of span: CodeRules.Span, end: Int) -> Kind {
        guard span.kind == .text else { return .comment }
        guard rules.options.contains(.keys) else { return .text }
        var next = end
        while byte(next) == 0x20 || byte(next) == 0x09 { next += 1 }
        return byte(next) == UInt8(ascii: ":") ? .key : .text
    }

    /// Where a pattern `/…/` ends, if a value may begin at the place.
    private var patternEnd: Int? {
        if let previous, !"(,=:[!&|?{};~+-*%<>^".utf8.contains(previous) {
            guard previous.isLetter else { return nil }
            let word = bytes[..<index].reversed().drop { $0 == 0x20 }.prefix { isWord($0) }.reversed()
            let words = ["return", "typeof", "case", "in", "of", "when", "if", "unless", "and", "or", "not", "do"]
            guard words.contains(String(decoding: word, as: UTF8.self)) else { return nil }
        }
        var (place, isInClass) = (index + 1, false)
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\\"): place += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                guard place > index + 1 else { return nil }
                place += 1
                while byte(place).isLetter { place += 1 }
                return place
            default: break
            }
            place += 1
        }
        return nil
    }

    /// The end of `<<WORD`, below which a text goes on up to a line with that word alone. PHP has one mark more.
    private mutating func beginDocument() -> Int? {
        let mark = rules.options.contains(.tripleDocuments) ? "<<<" : "<<"
        guard has(mark, at: index), byte(index - 1) != UInt8(ascii: "<"), state.nextDocument == nil else { return nil }
        var place = index + mark.utf8.count
        while "-~ \"'\\".utf8.contains(byte(place)) { place += 1 }
        let start = place
        while isWord(byte(place)) { place += 1 }
        guard place > start, !byte(start).isDigit else { return nil }
        state.nextDocument = String(decoding: bytes[start..<place], as: UTF8.self)
        return place
    }

    /// Notes a mark at the end of the line, `|` or `>`, below which a text is that stands deeper.
    private mutating func findBlock() {
        guard rules.options.contains(.blocks), state.span == nil else { return }
        let line = bytes.prefix { $0 != UInt8(ascii: "#") }.reversed().drop { $0 == 0x20 }
        let mark = line.drop { "+-123456789".utf8.contains($0) }
        guard let last = mark.first, last == UInt8(ascii: "|") || last == UInt8(ascii: ">"),
            mark.dropFirst().first.map({ $0 == 0x20 }) ?? true
        else { return }
        state.block = bytes.prefix { $0 == 0x20 }.count
    }
}
