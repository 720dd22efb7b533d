import CycleDrivers

/// Cuts Markdown into blocks, line by line.
struct MarkdownReader {
    private let lines: [Substring]
    private var index = 0
    private var blocks: [Markdown.Block] = []

    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    mutating func read() -> [Markdown.Block] {
        while index < lines.count {
            let line = lines[index].trimmed
            if line.isEmpty {
                index += 1
            } else if line.hasPrefix("```") || line.hasPrefix("~~~") {
                readCode(String(line.prefix(3)))
            } else if let heading = heading(line) {
                blocks.append(heading)
                index += 1
            } else if isRule(line) {
                blocks.append(.rule)
                index += 1
            } else if line.hasPrefix(">") {
                blocks.append(.quote(joined { $0.hasPrefix(">") ? $0.dropFirst().trimmed : nil }))
            } else if isTable {
                readTable()
            } else if let item = item(lines[index]) {
                blocks.append(item)
                index += 1
            } else {
                readParagraph()
            }
        }
        return blocks
    }

    private func heading(_ line: Substring) -> Markdown.Block? {
        let level = line.prefix { $0 == "#" }.count
        guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
        return .heading(level, MarkdownSpans.read(line.dropFirst(level).trimmed))
    }

    private func isRule(_ line: Substring) -> Bool {
        let marks = line.filter { $0 != " " }
        return marks.count >= 3 && (marks.allSatisfy { $0 == "-" } || marks.allSatisfy { $0 == "*" })
    }

    private func item(_ line: Substring) -> Markdown.Block? {
        let indent = line.prefix { $0 == " " }.count
        let rest = line.dropFirst(indent)
        if let mark = rest.first, "-*+".contains(mark), rest.dropFirst().first == " " {
            let text = rest.dropFirst(2)
            if text.hasPrefix("[ ] ") || text.hasPrefix("[x] ") {
                return .item(
                    mark: text.hasPrefix("[x]") ? "☑" : "☐", indent: indent, MarkdownSpans.read(text.dropFirst(4)))
            }
            return .item(mark: "•", indent: indent, MarkdownSpans.read(text.trimmed))
        }
        let digits = rest.prefix { $0.isNumber }
        guard !digits.isEmpty, digits.count < 10, rest.dropFirst(digits.count).hasPrefix(". ") else { return nil }
        return .item(mark: digits + ".", indent: indent, MarkdownSpans.read(rest.dropFirst(digits.count + 2).trimmed))
    }

    private mutating func readCode(_ fence: String) {
        index += 1
        var code: [String] = []
        while index < lines.count, !lines[index].trimmed.hasPrefix(fence) {
            code.append(String(lines[index]))
            index += 1
        }
        index += 1
        blocks.append(.code(code))
    }

    /// Lines that belong together, as one text.
    private mutating func joined(_ part: (Substring) -> Substring?) -> StyledText {
        var texts: [Substring] = []
        while index < lines.count, let text = part(lines[index].trimmed) {
            texts.append(text)
            index += 1
        }
        return MarkdownSpans.read(Substring(texts.joined(separator: " ")))
    }

    private mutating func readParagraph() {
        var texts: [Substring] = []
        while index < lines.count, !lines[index].trimmed.isEmpty, !beginsBlock(lines[index]) || texts.isEmpty {
            texts.append(lines[index].trimmed)
            index += 1
        }
        blocks.append(.paragraph(MarkdownSpans.read(Substring(texts.joined(separator: " ")))))
    }

    private func beginsBlock(_ line: Substring) -> Bool {
        let trimmed = line.trimmed
        return trimmed.hasPrefix("```") || trimmed.hasPrefix(">") || heading(trimmed) != nil || item(line) != nil
    }

    /// A row of cells above a row of dashes.
    private var isTable: Bool {
        guard index + 1 < lines.count, lines[index].contains("|") else { return false }
        let below = lines[index + 1].trimmed
        return below.contains("-") && below.contains("|") && below.allSatisfy { "|-: ".contains($0) }
    }

    private mutating func readTable() {
        var rows = [cells(lines[index])]
        index += 2
        while index < lines.count, lines[index].contains("|") {
            rows.append(cells(lines[index]))
            index += 1
        }
        blocks.append(.table(rows))
    }

    private func cells(_ line: Substring) -> [StyledText] {
        var line = line.trimmed
        if line.hasPrefix("|") { line = line.dropFirst() }
        if line.hasSuffix("|") { line = line.dropLast() }
        return line.split(separator: "|", omittingEmptySubsequences: false).map { MarkdownSpans.read($0.trimmed) }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return text
    }
}
