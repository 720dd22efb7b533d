import CycleBase

/// Texts whose end is made of what begins them: `##"…"##`, `R"x(…)x"`, `$tag$…$tag$`, `%q(…)`.
extension CodeScanner {
    /// A text that begins here, and where its beginning ends.
    var fence: (span: CodeRules.Span, start: Int)? {
        let options = rules.options
        if options.contains(.hashes) { return hashes }
        if options.contains(.rawTexts) { return rawText }
        if options.contains(.dollars) { return dollars }
        return options.contains(.percents) ? percents : nil
    }

    /// `#"…"#` and `#/…/#` of Swift, `r#"…"#` of Rust, with any number of `#`.
    private var hashes: (CodeRules.Span, Int)? {
        let first = bytes[index]
        guard first == UInt8(ascii: "#") || first == UInt8(ascii: "r") || byte(index + 1) == UInt8(ascii: "r") else {
            return nil
        }
        let prefix = ["br", "cr", "r"].first { has($0, at: index) } ?? ""
        let start = index + prefix.utf8.count
        let count = bytes[start...].prefix { $0 == UInt8(ascii: "#") }.count
        guard count > 0 || !prefix.isEmpty else { return nil }
        let hashes = String(repeating: "#", count: count)
        guard let quote = ["\"\"\"", "\"", "/"].first(where: { has($0, at: start + count) }) else { return nil }
        guard prefix.isEmpty || quote != "/" else { return nil }
        let mark = prefix.isEmpty ? quote : "\""
        let span = CodeRules.Span.text(
            mark, mark + hashes, hasEscapes: mark == "/", inserted: mark == "/" ? [] : ["\\\(hashes)("])
        return (span, start + count + mark.utf8.count)
    }

    /// `R"x(…)x"` of C++.
    private var rawText: (CodeRules.Span, Int)? {
        guard let prefix = ["R", "LR", "uR", "UR", "u8R"].first(where: { has($0 + "\"", at: index) }) else {
            return nil
        }
        let start = index + prefix.utf8.count + 1
        let mark = bytes[start...].prefix(17).prefix { $0 != UInt8(ascii: "(") }
        guard mark.count <= 16, byte(start + mark.count) == UInt8(ascii: "(") else { return nil }
        return (
            .text("\"", ")" + String(decoding: mark, as: UTF8.self) + "\"", hasEscapes: false), start + mark.count + 1
        )
    }

    /// `$tag$…$tag$` of PostgreSQL in one line, and `E'…'` with its escapes. What is longer is the code of a function.
    private var dollars: (CodeRules.Span, Int)? {
        if has("E'", at: index) || has("e'", at: index) { return (.text("'", "'"), index + 2) }
        guard bytes[index] == UInt8(ascii: "$"), !byte(index + 1).isDigit, !isWord(byte(index - 1)) else { return nil }
        let end = end(of: isWord)
        guard byte(end) == UInt8(ascii: "$") else { return nil }
        let tag = String(decoding: bytes[index...end], as: UTF8.self)
        guard bytes[(end + 1)...].prefix(1_024).indices.contains(where: { has(tag, at: $0) }) else { return nil }
        return (.text(tag, tag, hasEscapes: false), end + 1)
    }

    /// `%q(…)` of Ruby, in which the brackets of its kind are counted.
    private var percents: (CodeRules.Span, Int)? {
        guard bytes[index] == UInt8(ascii: "%") else { return nil }
        let letter = byte(index + 1)
        let isNamed = "qQwWiIrsx".utf8.contains(letter)
        let quote = byte(index + (isNamed ? 2 : 1))
        let isBehindValue = isWord(byte(index - 1)) || ")]}".utf8.contains(byte(index - 1))
        guard isNamed ? !isBehindValue : mayBeginPattern, "([{<|!/".utf8.contains(quote),
            isNamed || quote != UInt8(ascii: "/")
        else { return nil }
        let (start, end) = (String(UnicodeScalar(quote)), String(UnicodeScalar(Self.closing(quote))))
        var span = CodeRules.Span.text(start, end, inserted: isNamed && !"QWIrx".utf8.contains(letter) ? [] : ["#{"])
        span.isNested = start != end
        return (span, index + (isNamed ? 3 : 2))
    }

    private static func closing(_ quote: UInt8) -> UInt8 {
        switch quote {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "<"): UInt8(ascii: ">")
        default: quote
        }
    }
}
