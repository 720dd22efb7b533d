import CycleBase

/// Finds what the pieces of a line of code are, from left to right, by the table of its language.
struct CodeScanner {
    enum Kind { case plain, comment, text, key, word, number }

    struct Piece {
        /// Where it ends in the UTF-8 of the line.
        var end: Int
        var kind: Kind
    }

    /// The rules of the code, whatever is embedded in it.
    private let base: CodeRules
    private(set) var rules: CodeRules
    let bytes: [UInt8]
    var state: CodeRules.State
    private(set) var index = 0
    private var pieces: [Piece] = []
    /// The place of the last byte before the piece that is read which is neither a blank nor in a comment.
    private(set) var lastMark: Int?
    var values = CodeValues()
    /// Whether `<` has begun a tag that `>` has not ended.
    private(set) var isInTag = false
    private var tag = ""
    /// Whether one of two backticks of this line has been read.
    private(set) var isInCommand = false
    /// How many `((` of this line are open.
    private(set) var arithmetic = 0

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
        (base, self.rules, self.bytes, self.state) = (rules, rules, bytes, state)
        values.flow = state.flow
        if let embedded = state.embedded { self.rules = embedded.rules }
    }

    private mutating func scan() {
        if let document = state.document {
            guard let end = end(of: document) else { return add(bytes.count, .text) }
            state.document = nil
            add(end, .text)
        }
        if let indent = state.block {
            let blanks = bytes.prefix { $0 == 0x20 }.count
            if blanks == bytes.count || blanks > indent { return add(bytes.count, .plain) }
            state.block = nil
        }
        beginValues()
        if isPage { embed(.page) }
        if let span = state.span { finish(span, from: 0) }
        while index < bytes.count { scanPiece() }
        endLine()
    }

    private mutating func endLine() {
        state.block = blockIndent
        (state.document, state.nextDocument) = (state.nextDocument, nil)
        if rules.options.contains(.quotesAtValues) {
            values.advance(to: bytes.count, in: bytes)
            state.flow = values.flow
            if !isBlank { state.plain = pieces.last?.kind == .comment ? nil : plainIndent }
        }
        // A text that ends with its line ends with all that is in its values.
        guard bytes.last != UInt8(ascii: "\\"), let first = state.outer.firstIndex(where: \.span.isLine) else { return }
        state.outer.removeSubrange(first...)
        (state.span, state.depth) = (nil, 0)
    }

    private mutating func add(_ end: Int, _ kind: Kind) {
        guard end > index else { return }
        if kind == .text || kind == .comment, rules.options.contains(.quotesAtValues) {
            values.advance(to: index, in: bytes)
            values.skip(to: end)
        }
        if kind == .plain, end == index + 1 { note(bytes[index]) }
        if kind != .comment { lastMark = bytes[index..<end].lastIndex { $0 != 0x20 && $0 != 0x09 } ?? lastMark }
        pieces.append(Piece(end: end, kind: kind))
        index = end
    }

    private mutating func note(_ mark: UInt8) {
        switch mark {
        case UInt8(ascii: "<"): isInTag = true
        case UInt8(ascii: ">"):
            let embedded = CodeRules.State.Embedded(rawValue: tag.lowercased())
            if isInTag, rules.options.contains(.embeds), let embedded { embed(embedded) }
            isInTag = false
        case UInt8(ascii: "`"): isInCommand.toggle()
        case UInt8(ascii: "("): arithmetic += byte(index - 1) == mark ? 1 : 0
        case UInt8(ascii: ")"): arithmetic -= byte(index - 1) == mark ? min(1, arithmetic) : 0
        default: break
        }
    }

    func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

    func has(_ mark: String, at start: Int) -> Bool {
        start + mark.utf8.count <= bytes.count && bytes[start...].starts(with: mark.utf8)
    }

    private mutating func scanPiece() {
        let first = bytes[index]
        if let embedded = state.embedded, has(embedded.end, at: index) { (state.embedded, rules) = (nil, base) }
        if let outer = state.outer.last, first == outer.open || first == outer.close {
            scanBracket(first, of: outer)
        } else if let (span, start) = fence {
            finish(span, from: start)
        } else if let span = rules.spans.first(where: { has($0.start, at: index) && mayBegin($0) }) {
            let length = span.start.utf8.count
            finish(prefixed(span), from: index + length)
        } else if rules.comments.contains(where: { has($0, at: index) && mayComment($0) }) {
            add(commentEnd, .comment)
        } else if rules.options.contains(.pages), has("?>", at: index) {
            add(index + 2, .plain)
            embed(.page)
        } else if let quote = rules.quotes.first(where: { $0.asciiValue == first }), mayQuote(first) {
            finish(prefixed(.line(String(quote))), from: index + 1)
        } else if rules.options.contains(.patterns), first == UInt8(ascii: "/"), let end = patternEnd {
            add(end, .text)
        } else if let end = beginDocument() ?? bareValueEnd {
            add(end, .text)
        } else if isWord(first) && !first.isDigit {
            let end = end(of: isWord)
            let word = String(decoding: bytes[index..<end], as: UTF8.self)
            if byte(index - 1) == UInt8(ascii: "<") { tag = word }
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

    /// The text from here on is in another language.
    private mutating func embed(_ embedded: CodeRules.State.Embedded) {
        (state.embedded, rules, tag) = (embedded, embedded.rules, "")
    }

    func isWord(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    func end(of matches: (UInt8) -> Bool) -> Int {
        var end = index + 1
        while end < bytes.count, matches(bytes[end]) { end += 1 }
        return end
    }

    var isAfterNumber: Bool { pieces.last?.kind == .number }
    var isAfterKeyword: Bool { pieces.last?.kind == .word }

    /// Whether a plain value has begun before the place, so that a quote is a character of it.
    mutating func isInPlainValue() -> Bool {
        values.advance(to: index, in: bytes)
        return values.isPlain
    }

    // MARK: Texts and the values in them

    /// A bracket in a value that is put into a text: the last one ends the value, and the text goes on.
    private mutating func scanBracket(_ bracket: UInt8, of outer: CodeRules.State.Outer) {
        let last = state.outer.count - 1
        state.outer[last].depth += bracket == outer.open ? 1 : -1
        add(index + 1, .plain)
        guard state.outer[last].depth == 0 else { return }
        state.outer.removeLast()
        (state.span, state.depth) = (outer.span, outer.spanDepth)
        finish(outer.span, from: index)
    }

    /// Goes on to the end of a comment or text that has begun, or to the first value in it.
    private mutating func finish(_ span: CodeRules.Span, from start: Int) {
        var (place, depth) = (start, state.span == nil ? 1 : max(1, state.depth))
        (state.span, state.depth) = (nil, 0)
        while place < bytes.count {
            if let mark = inserted(place, in: span) {
                add(place, .text)
                if begin(mark, in: span, depth) { return }
                place = index
            } else if span.hasEscapes, bytes[place] == UInt8(ascii: "\\") {
                place += 2
            } else if has(span.end, at: place) {
                place += span.end.utf8.count
                if span.isDoubled, has(span.end, at: place) {
                    place += span.end.utf8.count
                    continue
                }
                depth -= 1
                if depth == 0 { return add(place, kind(of: span, end: place)) }
            } else if span.isNested, has(span.start, at: place) {
                place += span.start.utf8.count
                depth += 1
            } else {
                place += 1
            }
        }
        // A text of one line goes on behind a backslash at its end.
        if !span.isLine || bytes.last == UInt8(ascii: "\\") { (state.span, state.depth) = (span, depth) }
        add(bytes.count, span.kind == .comment ? .comment : .text)
    }

    /// The mark of a value that is put into a text here.
    private func inserted(_ place: Int, in span: CodeRules.Span) -> String? {
        guard let mark = span.inserted.first(where: { has($0, at: place) }) else { return nil }
        let start = place + mark.utf8.count
        guard mark.hasSuffix("(") || mark.hasSuffix("{") else { return isWord(byte(start)) ? mark : nil }
        return state.outer.count < CodeRules.State.deepest ? mark : nil
    }

    /// Begins a value: one in brackets is code, up to the bracket that ends it, however many lines below.
    ///
    /// - Returns: Whether it is in brackets.
    private mutating func begin(_ mark: String, in span: CodeRules.Span, _ depth: Int) -> Bool {
        let (open, start) = (mark.utf8.last ?? 0, index + mark.utf8.count)
        let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
        guard open == UInt8(ascii: "(") || open == UInt8(ascii: "{") else {
            var end = start
            while isWord(byte(end)) { end += 1 }
            add(end, .plain)
            return false
        }
        // Twice it stands for itself.
        if mark == "{", byte(start) == open {
            add(start + 1, .text)
            return false
        }
        if rules.names.contains(mark) {
            if let end = nameEnd(start, open, close) { add(end, .plain) } else { add(start, .text) }
            return false
        }
        add(start, .plain)
        state.outer.append(.init(span: span, spanDepth: depth, open: open, close: close))
        return true
    }

    /// Where a name in brackets ends, in which quotes are characters as others.
    private func nameEnd(_ start: Int, _ open: UInt8, _ close: UInt8) -> Int? {
        var (place, depth) = (start, 1)
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

    /// A text as the letters before its quote change it: `f"{value}"` of Python.
    private func prefixed(_ span: CodeRules.Span) -> CodeRules.Span {
        guard rules.options.contains(.formatted) else { return span }
        var (span, start) = (span, index)
        while start > max(0, index - 3), byte(start - 1).isLetter { start -= 1 }
        let prefix = bytes[start..<index].map { $0 | 0x20 }
        if ["f", "rf", "fr"].contains(where: { prefix == Array($0.utf8) }) { span.inserted = ["{"] }
        return span
    }
}
