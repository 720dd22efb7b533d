import CycleDrivers

/// Finds the marks inside of a line.
///
/// A closing mark that was not found up to the end is not searched for again, so that a line of marks alone costs no more
/// than others.
struct MarkdownSpans {
    typealias Style = ConsoleDriver.Style

    private static let marks: [(mark: String, style: Style)] = [
        ("**", .bold), ("__", .bold), ("~~", .strikethrough), ("`", .secondary), ("*", .italic), ("_", .italic),
    ]

    private let style: Style
    private let depth: Int
    private var rest: Substring
    private var result = StyledText()
    private var plain = ""
    private var missing: Set<String> = []

    static func read(_ line: Substring) -> StyledText {
        var spans = MarkdownSpans(line, .plain, depth: 0)
        return spans.read()
    }

    private init(_ line: Substring, _ style: Style, depth: Int) {
        rest = line
        self.style = style
        self.depth = depth
    }

    private mutating func read() -> StyledText {
        while let character = rest.first {
            if character == "\\", rest.dropFirst().first?.isMark == true {
                plain.append(rest.removeSecond())
            } else if depth < 8, takeSpan() || takeLink() || takeAddress() {
                continue
            } else {
                plain.append(character)
                rest.removeFirst()
            }
        }
        flush()
        return result
    }

    private mutating func flush() {
        if !plain.isEmpty { result.runs.append(.init(plain, style)) }
        plain = ""
    }

    private mutating func takeSpan() -> Bool {
        for (first, own) in Self.marks where rest.hasPrefix(first) {
            // Code with a mark in it stands between several.
            let mark = first == "`" ? String(rest.prefix(8).prefix { $0 == "`" }) : first
            guard !missing.contains(mark) else { continue }
            // An underscore inside of a word is a character.
            if mark.hasPrefix("_"), plain.last?.isWordPart == true { return false }
            let inside = rest.dropFirst(mark.count)
            guard let first = inside.first, !first.isWhitespace, let end = place(of: mark, in: inside),
                end > inside.startIndex
            else { continue }
            flush()
            var inner = MarkdownSpans(inside[..<end], style.with(own), depth: depth + 1)
            result += mark == "`" ? StyledText(String(inside[..<end]), style.with(own)) : inner.read()
            rest = inside[inside.utf8.index(end, offsetBy: mark.utf8.count)...]
            return true
        }
        return false
    }

    /// A link, or a picture, which is linked to.
    private mutating func takeLink() -> Bool {
        let start = rest.first == "!" ? rest.dropFirst() : rest
        guard start.first == "[" else { return false }
        let inside = start.dropFirst()
        guard let middle = inside.utf8.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }),
            inside[middle...].hasPrefix("](")
        else { return false }
        let (text, address) = (inside[..<middle], inside[middle...].dropFirst(2))
        guard !missing.contains(")"), let end = place(of: ")", in: address) else { return false }
        flush()
        result.runs.append(.init(String(text), style.with(.underline), link: ofOthers(String(address[..<end]))))
        rest = address[address.utf8.index(after: end)...]
        return true
    }

    /// The address, if a text from others may link to it.
    private func ofOthers(_ address: String) -> String? { ConsoleDriver.isLinkOfOthers(address) ? address : nil }

    /// An address between angle brackets, which is a link.
    private mutating func takeAddress() -> Bool {
        guard rest.first == "<", !missing.contains(">"), let end = place(of: ">", in: rest.dropFirst()) else {
            return false
        }
        let address = rest[..<end].dropFirst()
        guard !address.contains(where: { $0.isWhitespace || $0 == "<" }) else { return false }
        let hasScheme =
            address.prefix { $0.isASCII && $0.isLetter }.count > 1
            && address.drop { $0.isASCII && $0.isLetter }.first == ":"
        guard hasScheme || address.dropFirst().dropLast().contains("@") else { return false }
        flush()
        let link = hasScheme ? String(address) : "mailto:\(address)"
        result.runs.append(.init(String(address), style.with(.underline), link: ofOthers(link)))
        rest = rest[end...].dropFirst()
        return true
    }

    /// Where a mark begins next.
    private mutating func place(of mark: String, in text: Substring) -> Substring.Index? {
        let wanted = Array(mark.utf8)
        var index = text.startIndex
        while let next = text.utf8[index...].firstIndex(of: wanted[0]) {
            if text.utf8[next...].starts(with: wanted) { return next }
            index = text.utf8.index(after: next)
        }
        missing.insert(mark)
        return nil
    }
}

extension Character {
    /// Whether it can be one of Markdown's, for which a `\` makes it stand for itself.
    fileprivate var isMark: Bool { isASCII && !isLetter && !isNumber && !isWhitespace }
}

extension Substring {
    /// Takes the first two characters off.
    fileprivate mutating func removeSecond() -> Character {
        removeFirst()
        return removeFirst()
    }
}
