import CycleBase

/// Reads the structure of a text, line by line, as CommonMark's algorithm does: which open blocks go on in a line, which begin
/// there, and which of them takes what is left of it. The texts of leaves are read later, when all definitions of links are known.
///
/// The open blocks are a stack, and there is no recursion. A container in more than ``mostContainers`` others is read as text.
struct MarkdownBlocks {
    /// How many quotes and items are inside of one another at most. A screen has no room for more.
    static let mostContainers = 16

    private(set) var references = MarkdownReferences()
    /// From the document to the block that a line would go on with.
    private var open = [MarkdownNode(kind: .document)]
    private var line = MarkdownLine([], 0..<0)
    private var lineNumber = 0
    private var containers = 0

    /// Reads all of a text.
    mutating func read(_ text: String) -> MarkdownNode {
        var bytes = Array(text.utf8)
        if bytes.contains(0) { bytes = bytes.flatMap { $0 == 0 ? [0xef, 0xbf, 0xbd] : [$0] } }
        var start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
            line = MarkdownLine(bytes, start..<end)
            lineNumber += 1
            readLine()
            let isPair = end + 1 < bytes.count && bytes[end] == 0x0d && bytes[end + 1] == 0x0a
            start = end + (isPair ? 2 : 1)
        }
        close(above: 0)
        return open[0]
    }

    private mutating func readLine() {
        guard let matched = matchOpenBlocks() else { return }
        let started = startBlocks(below: matched, isLazy: open[open.count - 1].kind == .paragraph)
        addText(below: matched, hasStarted: started)
    }

    // MARK: Blocks that go on

    /// How many open blocks go on in this line; `nil` if it ends the last of them and says no more.
    private mutating func matchOpenBlocks() -> Int? {
        for index in 1..<max(1, open.count) {
            switch open[index].kind {
            case .quote:
                guard !line.isIndented, line.mark == UInt8(ascii: ">") else { return index }
                skipQuote()
            case .list: break
            case .item(let marker):
                // An item begins with one blank line at most.
                let hasBlocks = index + 1 < open.count || !open[index].children.isEmpty
                let isEmpty = !hasBlocks && open[index].line == lineNumber - 1
                if line.isBlank, isEmpty || line.indent < marker.width {
                    if isEmpty { return index }
                    line.skipBlanks()
                } else if line.indent >= marker.width {
                    line.skip(columns: marker.width)
                } else {
                    return index
                }
            case .code:
                guard line.isIndented || line.isBlank else { return index }
                line.skip(columns: 4)
            case .fenced(let mark, let count, let indent):
                if line.ends((mark, count)) {
                    close(above: index - 1)
                    return nil
                }
                line.skip(columns: min(indent, line.indent))
            case .html(let html): if html.isEndedByBlank, line.isBlank { return index }
            case .paragraph: if line.isBlank { return index }
            case .table: if !MarkdownTable.isRow(line) { return index }
            case .document, .heading, .rule: return index
            }
        }
        return open.count
    }

    private mutating func skipQuote() {
        line.skip(mark: 1)
        if line.source[line.offset].isSpaceOrTab { line.skip(columns: 1) }
    }

    // MARK: Blocks that begin

    /// Opens the blocks that begin in this line, and closes those that do not go on before.
    private mutating func startBlocks(below matched: Int, isLazy: Bool) -> Bool {
        var (last, isLazy, hasStarted) = (matched - 1, isLazy, false)
        while !line.isBlank, open[last].takesBlocks, startBlock(below: last, isLazy: isLazy) {
            (last, isLazy, hasStarted) = (open.count - 1, false, true)
        }
        return hasStarted
    }

    private mutating func startBlock(below last: Int, isLazy: Bool) -> Bool {
        guard !line.isIndented else {
            guard !isLazy else { return false }
            line.skip(columns: 4)
            push(.code, below: last)
            return true
        }
        let isInParagraph = open[last].kind == .paragraph
        let isFull = containers >= Self.mostContainers
        if line.mark == UInt8(ascii: ">"), !isFull {
            skipQuote()
            push(.quote, below: last)
        } else if let heading = line.heading {
            line.skip(mark: heading.count)
            line = line.ending(at: line.headingEnd)
            push(.heading(heading.level), below: last)
        } else if let fence = line.fence {
            push(.fenced(mark: fence.mark, count: fence.count, indent: line.indent), below: last)
            line.skip(mark: fence.count)
        } else if let html = MarkdownHTML(line, interrupts: isInParagraph || isLazy) {
            push(.html(html), below: last)
        } else if isInParagraph, let level = line.underlinedLevel {
            return underline(level)
        } else if line.isRule {
            line.skipAll()
            push(.rule, below: last)
        } else if !isFull, let marker = line.marker(interrupts: isInParagraph) {
            startItem(marker.marker, marker.count, below: last)
        } else {
            return isInParagraph && startTable()
        }
        return true
    }

    /// Makes the paragraph a heading, unless there are definitions of links alone in it.
    private mutating func underline(_ level: Int) -> Bool {
        references.takeDefinitions(from: &open[open.count - 1].content)
        guard !open[open.count - 1].content.isEmpty else { return false }
        open[open.count - 1].kind = .heading(level)
        line.skipAll()
        return true
    }

    private mutating func startItem(_ mark: MarkdownMarker, _ count: Int, below last: Int) {
        var marker = mark
        marker.indent = line.indent
        line.skip(mark: count)
        let blanks = line.indent
        // Five blanks are one, and code behind it.
        let isOne = blanks >= 5 || blanks < 1 || line.isBlank
        marker.padding = count + (isOne ? 1 : blanks)
        line.skip(columns: isOne ? 1 : blanks)
        if case .list(let list) = open[last].kind, marker.belongs(to: list) {
            push(.item(marker), below: last)
        } else {
            push(.list(marker), below: last)
            push(.item(marker), below: open.count - 1)
        }
    }

    /// Makes the last line of the paragraph the titles of a table, if this one has as many cells of dashes.
    private mutating func startTable() -> Bool {
        guard let alignments = MarkdownTable.alignments(line) else { return false }
        var paragraph = open[open.count - 1]
        let start = (paragraph.content.dropLast().lastIndex(of: 0x0a) ?? -1) + 1
        let titles = MarkdownTable.cells(paragraph.content[start...])
        guard titles.count == alignments.count else { return false }
        let content = paragraph.content[start...]
        paragraph.content.removeSubrange(start...)
        open[open.count - 1] = paragraph
        close(above: open.count - 2)
        push(.table(alignments), below: open.count - 1)
        open[open.count - 1].content = Array(content)
        line.skipAll()
        return true
    }

    // MARK: The stack

    private mutating func push(_ kind: MarkdownNode.Kind, below last: Int) {
        close(above: last)
        while !open[open.count - 1].canContain(kind) { close(above: open.count - 2) }
        if kind.isNesting { containers += 1 }
        open.append(MarkdownNode(kind: kind, line: lineNumber))
    }

    /// Puts the blocks above a place of the stack into those that contain them.
    private mutating func close(above last: Int) {
        while open.count - 1 > last, var node = open.popLast() {
            if node.kind.isNesting { containers -= 1 }
            switch node.kind {
            case .paragraph:
                references.takeDefinitions(from: &node.content)
                if node.content.allSatisfy(\.isWhitespace) { continue }
            case .code: node.dropBlankLines()
            case .list: node.findTightness()
            case .document, .quote, .item, .rule, .heading, .fenced, .html, .table: break
            }
            open[open.count - 1].children.append(node)
        }
    }

    // MARK: The rest of a line

    private mutating func addText(below matched: Int, hasStarted: Bool) {
        markBlank(hasStarted ? open.count - 1 : matched - 1)
        if !hasStarted {
            // A paragraph goes on without the marks of the containers around it.
            let isLazy = open.count > matched && !line.isBlank && open[open.count - 1].kind == .paragraph
            if !isLazy { close(above: matched - 1) }
        }
        let last = open.count - 1
        switch open[last].kind {
        case .code: open[last].add(line)
        case .fenced where open[last].line == lineNumber:
            open[last].info = line.source.unescaped(line.rest)
        case .fenced: open[last].add(line)
        case .html(let html):
            open[last].add(line)
            if html.isEnded(by: line) { close(above: last - 1) }
        case .paragraph, .heading, .table:
            guard !line.isBlank else { return }
            line.skipBlanks()
            open[last].add(line)
        case .document, .quote, .list, .item, .rule:
            guard !line.isBlank else { return }
            line.skipBlanks()
            push(.paragraph, below: last)
            open[open.count - 1].add(line)
        }
    }

    /// Notes a blank line at the block that it ends or follows: it makes a list loose.
    private mutating func markBlank(_ last: Int) {
        for index in 0..<last { open[index].isBlankBelow = false }
        if line.isBlank {
            let count = open[last].children.count
            if last + 1 < open.count {
                open[last + 1].isBlankBelow = true
            } else if count > 0 {
                open[last].children[count - 1].isBlankBelow = true
            }
        }
        let isEmptyItem = open[last].children.isEmpty && last + 1 == open.count && open[last].line == lineNumber
        open[last].isBlankBelow = line.isBlank && open[last].kind.countsBlankLines(isEmptyItem: isEmptyItem)
    }
}
