import CycleBase

/// A block of HTML: how it begins, and what ends it.
enum MarkdownHTML: Hashable, Sendable {
    /// `script`, `pre`, `style`, `textarea`.
    case verbatim
    case comment, instruction, declaration, data
    /// A block of HTML, as `div`, or any other tag alone on its line.
    case tag

    /// Looks at the first byte of a line that is no blank.
    ///
    /// - Parameter interrupts: Whether a paragraph stands above, which a tag of any name does not end.
    init?(_ line: MarkdownLine, interrupts: Bool) {
        guard line.mark == UInt8(ascii: "<") else { return nil }
        let (source, start) = (line.source, line.first + 1)
        if source.has("!--", at: start) {
            self = .comment
        } else if source[start] == UInt8(ascii: "?") {
            self = .instruction
        } else if source.has("![CDATA[", at: start) {
            self = .data
        } else if source[start] == UInt8(ascii: "!"), source[start + 1].isLetter {
            self = .declaration
        } else if Self.isNamed(Self.verbatimNames, source, start), source[start] != UInt8(ascii: "/"),
            !source.has("/>", at: source.skip(start, while: \.isLetter))
        {
            self = .verbatim
        } else if Self.isNamed(Self.blockNames, source, start) {
            self = .tag
        } else if !interrupts, let end = source.tag(at: start), source.skip(end, while: \.isSpaceOrTab) == source.end {
            self = .tag
        } else {
            return nil
        }
    }

    var isEndedByBlank: Bool {
        switch self {
        case .tag: true
        case .verbatim, .comment, .instruction, .declaration, .data: false
        }
    }

    /// Whether a line is the last one.
    func isEnded(by line: MarkdownLine) -> Bool {
        let ends: [StaticString] =
            switch self {
            case .verbatim: ["</script>", "</pre>", "</style>", "</textarea>"]
            case .comment: ["-->"]
            case .instruction: ["?>"]
            case .declaration: [">"]
            case .data: ["]]>"]
            case .tag: []
            }
        return ends.contains { line.source.end(of: $0, from: line.first) != nil }
    }

    /// Whether one of some names begins or ends an element at a place behind `<`.
    private static func isNamed(_ names: Set<String>, _ source: MarkdownSource, _ start: Int) -> Bool {
        let first = source[start] == UInt8(ascii: "/") ? start + 1 : start
        let end = source.skip(first) { $0.isLetter || $0.isDigit }
        guard end > first, end - first <= 10 else { return false }
        let isEnded =
            end >= source.end || source[end].isWhitespace || source[end] == UInt8(ascii: ">")
            || source.has("/>", at: end)
        return isEnded && names.contains(source.text(first..<end).lowercased())
    }

    private static let verbatimNames: Set = ["script", "pre", "style", "textarea"]
    private static let blockNames = Set(
        """
        address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset \
        figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu \
        menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul
        """.split(separator: " ").map(String.init))
}

extension MarkdownSource {
    /// The end of a tag whose name begins at a place, behind `<`: it opens or closes an element.
    func tag(at start: Int) -> Int? {
        let isClosing = self[start] == UInt8(ascii: "/")
        let first = isClosing ? start + 1 : start
        guard self[first].isLetter else { return nil }
        var index = skip(first) { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        while !isClosing, let end = attribute(at: index) { index = end }
        index = skip(index, while: \.isWhitespace)
        if !isClosing, self[index] == UInt8(ascii: "/") { index += 1 }
        return self[index] == UInt8(ascii: ">") ? index + 1 : nil
    }

    private func attribute(at start: Int) -> Int? {
        let first = skip(start, while: \.isWhitespace)
        guard first > start,
            self[first].isLetter || self[first] == UInt8(ascii: "_") || self[first] == UInt8(ascii: ":")
        else { return nil }
        let end = skip(first) {
            switch $0 {
            case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): true
            default: $0.isLetter || $0.isDigit
            }
        }
        let mark = skip(end, while: \.isWhitespace)
        guard self[mark] == UInt8(ascii: "=") else { return end }
        let value = skip(mark + 1, while: \.isWhitespace)
        let quote = self[value]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let last = skip(value + 1) { $0 != quote }
            return last < self.end ? last + 1 : end
        }
        let last = skip(value) {
            switch $0 {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "`"):
                false
            default: !$0.isWhitespace
            }
        }
        return last > value ? last : end
    }
}
