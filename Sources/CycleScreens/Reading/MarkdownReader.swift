import CycleDrivers

/// Cuts Markdown into blocks, line by line.
struct MarkdownReader {
    private let lines: [Substring]
    /// How many quotes are around.
    private let depth: Int
    private var index = 0
    private var blocks: [Markdown.Block] = []
    /// The items around what is read, and where their texts stand.
    private var items: [(indent: Int, text: Int)] = []

    init(_ text: String) {
        self.init(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline), depth: 0)
    }

    private init(_ lines: [Substring], depth: Int) {
        (self.lines, self.depth) = (lines, depth)
    }

    mutating func read() -> [Markdown.Block] {
        while index < lines.count {
            let line = lines[index].trimmed
            if line.isEmpty {
                index += 1
                continue
            }
            let (indent, count) = (lines[index].indent, blocks.count)
            while let item = items.last, indent < item.indent + 2 { items.removeLast() }
            let item = items.last
            readBlock(line)
            if let item, let block = blocks.last, blocks.count > count, !block.isItem {
                blocks[count] = .indented(item.text, block)
            }
        }
        return blocks
    }

    private mutating func readBlock(_ line: Substring) {
        if let fence = fence(line) {
            readCode(fence)
        } else if let heading = heading(line) {
            blocks.append(heading)
            index += 1
        } else if isRule(line) {
            blocks.append(.rule)
            index += 1
        } else if line.hasPrefix(">"), depth < 8 {
            readQuote()
        } else if isTable(at: index) {
            readTable()
        } else if let item = item(lines[index]) {
            index += 1
            items.append((item.indent, item.indent + item.mark.count + 1))
            blocks.append(.item(mark: item.mark, indent: item.indent, text(from: item.text)))
        } else {
            readParagraph()
        }
    }

    private func heading(_ line: Substring) -> Markdown.Block? {
        let level = line.prefix { $0 == "#" }.count
        guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
        let text = line.dropFirst(level).trimmed
        let end = text.reversed().prefix { $0 == "#" }.count
        // Marks at the end say nothing, if they stand alone.
        let isClosed = end > 0 && (end == text.count || text.dropLast(end).last == " ")
        return .heading(level, MarkdownSpans.read(isClosed ? text.dropLast(end).trimmed : text))
    }

    /// The level, 1 or 2, of a heading whose text stands above this line.
    private func underlinedLevel(_ line: Substring) -> Int? {
        guard line.count > 1, let mark = line.first, mark == "=" || mark == "-" else { return nil }
        return line.allSatisfy { $0 == mark } ? mark == "=" ? 1 : 2 : nil
    }

    private func isRule(_ line: Substring) -> Bool {
        let marks = line.filter { $0 != " " }
        guard marks.count >= 3, let mark = marks.first, "-*_".contains(mark) else { return false }
        return marks.allSatisfy { $0 == mark }
    }

    private func item(_ line: Substring) -> (mark: String, indent: Int, text: Substring)? {
        let indent = line.indent
        let rest = line.drop { $0 == " " || $0 == "\t" }
        if let mark = rest.first, "-*+".contains(mark), rest.dropFirst().first == " " {
            let text = rest.dropFirst(2)
            if text.hasPrefix("[ ] ") { return ("☐", indent, text.dropFirst(4)) }
            let isDone = text.hasPrefix("[x] ") || text.hasPrefix("[X] ")
            return isDone ? ("☑", indent, text.dropFirst(4)) : ("•", indent, text)
        }
        let mark = rest.prefix { $0.isNumber }.prefix(10)
        let end = rest.dropFirst(mark.count)
        guard (1..<10).contains(mark.count), end.hasPrefix(". ") || end.hasPrefix(") ") else { return nil }
        return (String(mark + end.prefix(1)), indent, end.dropFirst(2))
    }

    /// The fence that begins and ends a block of code: three marks at least.
    private func fence(_ line: Substring) -> Substring? {
        guard let mark = line.first, mark == "`" || mark == "~" else { return nil }
        let fence = line.prefix { $0 == mark }
        return fence.count >= 3 && !line.dropFirst(fence.count).contains("`") ? fence : nil
    }

    private mutating func readCode(_ fence: Substring) {
        let indent = lines[index].prefix { $0 == " " }.count
        let language = lines[index].trimmed.dropFirst(fence.count).prefix { !$0.isWhitespace }
        index += 1
        var code: [String] = []
        while index < lines.count, !ends(lines[index].trimmed, fence) {
            let blanks = lines[index].prefix(indent).prefix { $0 == " " }.count
            code.append(String(lines[index].dropFirst(blanks)).withoutTabs)
            index += 1
        }
        index += 1
        blocks.append(.code(code, language: String(language)))
    }

    private func ends(_ line: Substring, _ fence: Substring) -> Bool {
        line.hasPrefix(fence) && line.allSatisfy { $0 == fence.first }
    }

    private mutating func readQuote() {
        var inner: [Substring] = []
        while index < lines.count, lines[index].trimmed.hasPrefix(">") {
            let line = lines[index].trimmed.dropFirst()
            inner.append(line.first == " " ? line.dropFirst() : line)
            index += 1
        }
        var reader = MarkdownReader(inner, depth: depth + 1)
        blocks.append(.quote(reader.read()))
    }

    private mutating func readParagraph() {
        let first = lines[index]
        index += 1
        let text = text(from: first)
        if index < lines.count, let level = underlinedLevel(lines[index].trimmed) {
            index += 1
            blocks.append(.heading(level, text))
        } else {
            blocks.append(.paragraph(text))
        }
    }

    /// A line, and those that go on with it. Two blanks at the end of one end it also where it is shown, as a `\` does.
    private mutating func text(from first: Substring) -> StyledText {
        var (text, last) = ("", first)
        while true {
            let isBroken = last.hasSuffix("  ") || last.hasSuffix("\\")
            text += last.hasSuffix("\\") ? last.dropLast().trimmed : last.trimmed
            guard index < lines.count, !lines[index].trimmed.isEmpty, !beginsBlock(at: index) else {
                text += last.hasSuffix("\\") ? "\\" : ""
                return MarkdownSpans.read(text[...])
            }
            text += isBroken ? "\n" : " "
            last = lines[index]
            index += 1
        }
    }

    private func beginsBlock(at index: Int) -> Bool {
        let line = lines[index].trimmed
        return fence(line) != nil || line.hasPrefix(">") || heading(line) != nil || isRule(line) || isTable(at: index)
            || underlinedLevel(line) != nil || item(lines[index]) != nil
    }

    /// A row of cells above a row of dashes.
    private func isTable(at index: Int) -> Bool {
        guard index + 1 < lines.count, lines[index].contains("|") else { return false }
        let below = lines[index + 1].trimmed
        return below.contains("-") && below.contains("|") && below.allSatisfy { "|-: ".contains($0) }
    }

    private mutating func readTable() {
        var rows = [cells(lines[index]).map(MarkdownSpans.read)]
        let alignments = cells(lines[index + 1]).map { cell -> ScreenAlignment in
            cell.hasSuffix(":") ? cell.hasPrefix(":") ? .center : .end : .start
        }
        index += 2
        while index < lines.count, lines[index].contains("|") {
            rows.append(cells(lines[index]).map(MarkdownSpans.read))
            index += 1
        }
        blocks.append(.table(rows, alignments))
    }

    private func cells(_ line: Substring) -> [Substring] {
        var line = line.trimmed
        if line.hasPrefix("|") { line = line.dropFirst() }
        if line.hasSuffix("|"), !line.hasSuffix("\\|") { line = line.dropLast() }
        var isEscaped = false
        return line.split(omittingEmptySubsequences: false) { character in
            defer { isEscaped = character == "\\" && !isEscaped }
            return character == "|" && !isEscaped
        }.map(\.trimmed)
    }
}

extension Substring {
    /// How far to the right it begins.
    fileprivate var indent: Int {
        prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    }

    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return text
    }
}
