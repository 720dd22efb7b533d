import CycleBase

/// Where marks mean something, by what stands around them.
extension CodeScanner {
    private var isAfterBlank: Bool { index == 0 || byte(index - 1) == 0x20 || byte(index - 1) == 0x09 }

    func mayComment(_ mark: String) -> Bool {
        let options = rules.options
        if options.contains(.commentLines) { return bytes[..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 } }
        // An attribute of PHP; the form of a value, as in `f"{number:#x}"`.
        if options.contains(.tripleDocuments), mark == "#" { return byte(index + 1) != UInt8(ascii: "[") }
        if options.contains(.formatted) { return state.outer.isEmpty }
        // An address between two tags.
        if options.contains(.elements), byte(index - 1) == UInt8(ascii: ":") {
            return !byte(index - 2).isLetter || !byte(index + 2).isLetter
        }
        guard options.contains(.commentsAfterBlanks) else { return true }
        return isAfterBlank || ";|&()`".utf8.contains(byte(index - 1))
    }

    /// Where a comment ends that is as long as its line: one in PHP ends before HTML, one in a command of a shell with it.
    var commentEnd: Int {
        if rules.options.contains(.pages) {
            return bytes.indices.first { $0 > index && has("?>", at: $0) } ?? bytes.count
        }
        guard isInCommand, rules.options.contains(.escapes) else { return bytes.count }
        return bytes[index...].firstIndex(of: UInt8(ascii: "`")) ?? bytes.count
    }

    /// Whether the line is HTML, with which no line of PHP begins.
    var isPage: Bool {
        guard rules.options.contains(.pages), state.span == nil, state.outer.isEmpty,
            let start = bytes.firstIndex(where: { !$0.isSpaceOrTab }), bytes[start] == UInt8(ascii: "<")
        else { return false }
        return byte(start + 1).isLetter || byte(start + 1) == UInt8(ascii: "/") || byte(start + 1) == UInt8(ascii: "!")
    }

    mutating func mayBegin(_ span: CodeRules.Span) -> Bool {
        if span.isAtStart, index > 0 { return false }
        if rules.options.contains(.closedTexts), span.isLine {
            let places = index + span.start.utf8.count..<max(bytes.count, index + span.start.utf8.count)
            if !places.contains(where: { has(span.end, at: $0) }) { return false }
        }
        return span.kind == .comment || mayQuote(bytes[index])
    }

    /// Whether a quote at the place begins a text.
    mutating func mayQuote(_ quote: UInt8) -> Bool {
        if rules.options.contains(.quotesAfterEquals) { return previous == UInt8(ascii: "=") }
        if rules.options.contains(.quotesAtValues) { return !isInPlainValue() }
        if rules.options.contains(.percents), isNamedByQuote { return false }
        guard quote == UInt8(ascii: "'") else { return true }
        // A mark between the digits of a number.
        if rules.options.contains(.rawTexts) { return !isAfterNumber || byte(index + 1).hexadecimalDigit == nil }
        // Between two tags it is an apostrophe.
        if rules.options.contains(.elements), isWord(byte(index - 1)) { return isAfterKeyword }
        guard rules.options.contains(.characters) else { return true }
        if byte(index + 1) == UInt8(ascii: "\\") { return true }
        // One character, of however many bytes.
        var end = index + 2
        while byte(end) & 0xc0 == 0x80 { end += 1 }
        return byte(end) == UInt8(ascii: "'")
    }

    /// Whether the quote is the character `?"` of Ruby, or the name `$"`.
    private var isNamedByQuote: Bool {
        guard byte(index - 1) == UInt8(ascii: "?") else { return byte(index - 1) == UInt8(ascii: "$") }
        return !isWord(byte(index - 2)) && !isWord(byte(index + 1)) && byte(index + 1) != bytes[index]
    }

    /// The last byte before the place that is neither a blank nor in a comment.
    private var previous: UInt8? { lastMark.map { bytes[$0] } }

    /// Where a value without quotes ends, behind the `=` of an attribute.
    var bareValueEnd: Int? {
        guard rules.options.contains(.quotesAfterEquals), byte(index - 1) == UInt8(ascii: "=") else { return nil }
        guard isInTag, !" \t>\"'=<`".utf8.contains(bytes[index]) else { return nil }
        return end { !" \t>\"'=<`".utf8.contains($0) }
    }

    var mayBeginPattern: Bool {
        // A line may go on with a division.
        guard let lastMark else { return rules.options.contains(.spacedPatterns) || byte(index + 1) != 0x20 }
        let (last, isDoubled) = (bytes[lastMark], byte(lastMark - 1) == bytes[lastMark])
        // A number that is counted up is a value.
        if last == UInt8(ascii: "+") || last == UInt8(ascii: "-"), isDoubled { return false }
        if rules.options.contains(.elements), isTagEnd(behind: last) { return false }
        if last == UInt8(ascii: ")") { return isBehindCondition }
        guard !"(,=:[!&|?{};~+-*%<>^".utf8.contains(last) else { return true }
        guard last.isLetter || last == UInt8(ascii: "_") else { return false }
        // The argument of a call without parentheses; between two values are blanks on both sides, or on none.
        if rules.options.contains(.spacedPatterns), isAfterBlank, !" =".utf8.contains(byte(index + 1)) { return true }
        let words = ["return", "typeof", "case", "in", "of", "when", "if", "unless", "and", "or", "not", "do", "else"]
        return words.contains(word(endingAt: lastMark))
    }

    private func word(endingAt last: Int) -> String {
        String(decoding: bytes[...last].reversed().prefix { isWord($0) }.reversed(), as: UTF8.self)
    }

    /// Whether the mark belongs to `</name>` or to `/>`, which ends a tag.
    private func isTagEnd(behind last: UInt8) -> Bool {
        last == UInt8(ascii: "<") && byte(index - 1) == last
            || last == UInt8(ascii: "}") && byte(index + 1) == UInt8(ascii: ">")
    }

    /// Whether the parentheses before the place hold a condition, so that a statement begins here.
    private var isBehindCondition: Bool {
        var depth = 0
        guard let lastMark, rules.options.contains(.elements),
            let start = bytes[...lastMark].suffix(1_024).lastIndex(where: { byte in
                depth += byte == UInt8(ascii: ")") ? 1 : byte == UInt8(ascii: "(") ? -1 : 0
                return depth == 0
            }), let last = bytes[..<start].lastIndex(where: { !$0.isSpaceOrTab })
        else { return false }
        return ["if", "while", "for", "with"].contains(word(endingAt: last))
    }

    /// Where a pattern `/…/` ends, if a value may begin at the place.
    var patternEnd: Int? {
        guard mayBeginPattern else { return nil }
        if rules.options.contains(.tightPatterns), byte(index + 1) == 0x20 { return nil }
        var (place, isInClass) = (index + 1, false)
        // A longer one would be looked for from each of its marks.
        while place < min(bytes.count, index + 1_024) {
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
}

/// Values of YAML without quotes that go on in the lines below.
extension CodeScanner {
    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d } }

    /// Goes on with the value without quotes of the line before, if this one stands deeper than that value's key.
    mutating func beginValues() {
        guard rules.options.contains(.quotesAtValues), state.span == nil, !isBlank else { return }
        // Between two documents.
        if has("---", at: 0) || has("...", at: 0), byte(3) == 0 || byte(3) == 0x20 { return values.skip(to: 3) }
        let blanks = bytes.prefix { $0 == 0x20 }.count
        if let indent = state.plain, blanks > indent, byte(blanks) != UInt8(ascii: "#") { values.goOn() }
    }

    /// How far the key or the element is indented whose value without quotes ends the line, and may go on below.
    var plainIndent: Int? {
        guard values.isPlain, state.span == nil, state.block == nil else { return nil }
        if values.flow > 0 { return -1 }
        if values.goesOn { return state.plain }
        var (indent, element) = (bytes.prefix { $0 == 0x20 }.count, Int?.none)
        while byte(indent) == UInt8(ascii: "-"), byte(indent + 1) == 0x20 {
            element = indent
            indent = bytes[(indent + 1)...].firstIndex { $0 != 0x20 } ?? bytes.count
        }
        return values.hasKey ? indent : element ?? indent - 1
    }
}

/// Where in a line of YAML a value may begin: a quote elsewhere is a character of a plain value. Each byte is looked at once.
struct CodeValues {
    /// How many lists and objects of one line's form are open.
    var flow = 0
    /// Whether a value without quotes has begun.
    private(set) var isPlain = false
    /// Whether the line began in a value without quotes.
    private(set) var goesOn = false
    /// Whether there was a key outside of lists and objects of one line's form.
    private(set) var hasKey = false
    private var isTag = false
    private var place = 0

    mutating func skip(to end: Int) { place = end }

    mutating func goOn() { (isPlain, goesOn) = (true, true) }

    mutating func advance(to end: Int, in bytes: [UInt8]) {
        while place < end {
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0x20
            read(bytes[place], before: next)
            place += 1
        }
    }

    private mutating func read(_ byte: UInt8, before next: UInt8) {
        let isBlankNext = next == 0x20 || next == 0x09
        switch byte {
        case 0x20, 0x09: isTag = false
        case _ where isTag: break
        case UInt8(ascii: "!") where !isPlain, UInt8(ascii: "&") where !isPlain: isTag = true
        case UInt8(ascii: ":") where isBlankNext || flow > 0 && "\"',[]{}".utf8.contains(next):
            (isPlain, goesOn, hasKey) = (false, false, hasKey || flow == 0)
        case UInt8(ascii: ",") where flow > 0: isPlain = false
        case UInt8(ascii: "]") where flow > 0, UInt8(ascii: "}") where flow > 0: (flow, isPlain) = (flow - 1, false)
        case UInt8(ascii: "[") where !isPlain, UInt8(ascii: "{") where !isPlain: flow += 1
        case UInt8(ascii: "-") where isBlankNext, UInt8(ascii: "?") where isBlankNext: break
        default: isPlain = true
        }
    }
}
