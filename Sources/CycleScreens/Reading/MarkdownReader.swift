import CycleBase
import CycleDrivers

/// Reads Markdown as CommonMark's algorithm does: first the blocks of all of it, then the texts in them.
struct MarkdownReader {
    private let references: MarkdownReferences

    /// The blocks of a text.
    static func read(_ text: String) -> [Markdown.Block] {
        var blocks = MarkdownBlocks()
        let document = blocks.read(text)
        return MarkdownReader(references: blocks.references).blocks(of: document)
    }

    private func blocks(of node: MarkdownNode) -> [Markdown.Block] { node.children.compactMap(block) }

    private func block(_ node: MarkdownNode) -> Markdown.Block? {
        switch node.kind {
        case .paragraph: .paragraph(text(node.content))
        case .heading(let level): .heading(level, text(node.content))
        case .rule: .rule
        case .quote: .quote(blocks(of: node))
        case .code: .code(lines(node.content), language: "")
        case .fenced: .code(lines(node.content), language: language(node.info))
        case .html(let html): self.html(html, node.content)
        case .table(let alignments): table(node.content, alignments)
        case .list(let marker): list(node, marker)
        case .document, .item: nil
        }
    }

    private func text(_ bytes: [UInt8]) -> StyledText { MarkdownInlines.text(bytes, references) }

    private func lines(_ content: [UInt8]) -> [String] {
        content.dropLast().isEmpty && content.isEmpty
            ? []
            : content.dropLast().split(separator: 0x0a, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self).withoutTabs
            }
    }

    /// The first word behind a fence.
    private func language(_ info: String) -> String {
        info.utf8.split(whereSeparator: \.isWhitespace).first.map { String(Substring($0)) } ?? ""
    }

    /// HTML as it is, but without comments.
    private func html(_ html: MarkdownHTML, _ content: [UInt8]) -> Markdown.Block? {
        guard html == .comment else { return .html(lines(content)) }
        let source = MarkdownSource(content, end: content.count)
        guard let end = source.end(of: "-->", from: 0) else { return nil }
        let rest = content[source.skip(end, while: \.isSpaceOrTab)...]
        return rest.allSatisfy(\.isWhitespace) ? nil : .html(lines(Array(rest)))
    }

    private func table(_ content: [UInt8], _ alignments: [ScreenAlignment]) -> Markdown.Block {
        let count = min(alignments.count, MarkdownTable.mostColumns)
        let rows = content.dropLast().split(separator: 0x0a).map { MarkdownTable.cells($0).prefix(count).map(text) }
        return .table(rows, Array(alignments.prefix(count)))
    }

    private func list(_ node: MarkdownNode, _ marker: MarkdownMarker) -> Markdown.Block {
        let items = node.children.enumerated().map { index, item -> Markdown.Item in
            var mark = marker.start.map { "\($0 + index)\(Character(Unicode.Scalar(marker.mark)))" } ?? "•"
            var item = item
            if let first = item.children.first, first.kind == .paragraph, let isDone = task(first.content) {
                item.children[0].content.removeFirst(4)
                mark = (marker.start == nil ? "" : mark + " ") + (isDone ? "☑" : "☐")
            }
            return Markdown.Item(mark: mark, blocks: blocks(of: item))
        }
        return .list(items, indent: marker.indent, isTight: node.isTight)
    }

    /// Whether a task is done: `[x] done`, `[ ] not`; `nil` for another text.
    private func task(_ content: [UInt8]) -> Bool? {
        guard content.count > 4, content[0] == UInt8(ascii: "["), content[2] == UInt8(ascii: "]"),
            content[3].isSpaceOrTab, !content[4...].allSatisfy(\.isWhitespace)
        else { return nil }
        return content[1] == 0x20 ? false : content[1] | 0x20 == UInt8(ascii: "x") ? true : nil
    }
}
