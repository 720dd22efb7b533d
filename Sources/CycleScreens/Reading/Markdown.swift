import CycleDrivers

/// Text with marks of Markdown as a view: headings, paragraphs, lists, quotes, code, tables, rules; bold, italic, code, struck
/// and linked words; of pictures their names. All of it is wrapped, code and the cells of tables as well.
///
///     viewport.view(of: Markdown(text).view)
///
/// The text is read as CommonMark 0.31 says, with the tables, tasks and struck words of GFM. HTML is shown as it is, without its
/// comments. Of quotes and items in one another sixteen are shown, of the columns of a table a hundred.
///
/// - Complexity: O(length of the text), whatever is in it.
public struct Markdown: Hashable, Sendable {
    let blocks: [Block]

    /// Reads a text. No text is wrong: marks that say nothing are shown as they are.
    public init(_ text: String) {
        blocks = MarkdownReader.read(text)
    }

    /// All of it, as high as it is wrapped.
    public var view: ScreenView { .stack(.column, views(of: blocks)) }

    /// Blocks below one another, with a blank row between them, but for lists that follow each other.
    private func views(of blocks: [Block]) -> [ScreenView] {
        var views: [ScreenView] = []
        for (index, block) in blocks.enumerated() {
            if index > 0, !(block.isList && blocks[index - 1].isList) { views.append(.text("")) }
            views += self.views(of: block)
        }
        return views
    }

    /// A list is a view for each of its rows, so that only those that are seen are drawn.
    private func views(of block: Block) -> [ScreenView] {
        switch block {
        case .heading(1, let text):
            return [
                .column {
                    ScreenView.wrapped(text.style(.bold + .accent))
                    ScreenView.divider(.accent)
                }
            ]
        case .heading(let level, let text): return [.wrapped(text.style(level == 2 ? .bold + .accent : .bold))]
        case .paragraph(let text): return [.wrapped(text)]
        case .list(let items, let indent, let isTight): return views(of: items, indent: indent, isTight: isTight)
        case .quote(let blocks):
            let quoted = ScreenView.stack(.column, views(of: blocks))
            return [quoted.style(.italic).padding(left: 1).border(.heavy, sides: .left, style: .muted)]
        case .code(let lines, let language):
            let styled = CodeRules(language: language)?.styled(lines) ?? lines.map { StyledText($0, .secondary) }
            let shown = styled.map { ScreenView.wrapped($0) }
            return [.stack(.column, shown).padding(left: 2)]
        case .html(let lines): return [.stack(.column, lines.map { .wrapped(StyledText($0)) })]
        case .table(let rows, let alignments): return [table(rows, alignments)]
        case .rule: return [.stack(.column, [.divider])]
        }
    }

    private func views(of items: [Item], indent: Int, isTight: Bool) -> [ScreenView] {
        var views: [ScreenView] = []
        for (index, item) in items.enumerated() {
            if index > 0, !isTight || items[index - 1].blocks.last?.isLine == false { views.append(.text("")) }
            let column = indent + item.mark.count + 1
            var rest = item.blocks[...]
            let first = rest.popFirst().map { self.views(of: $0) } ?? []
            views.append(
                ScreenView.row {
                    ScreenView.text("\(item.mark, .accent) ")
                    (first.count == 1 ? first[0] : .stack(.column, first)).width(.growing())
                }.padding(left: indent))
            for block in rest {
                if !block.isList { views.append(.text("")) }
                views += self.views(of: block).map { $0.padding(left: column) }
            }
        }
        return views
    }

    private func table(_ rows: [[StyledText]], _ alignments: [ScreenAlignment]) -> ScreenView {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0 }
        return .stack(
            .column,
            rows.enumerated().flatMap { index, row -> [ScreenView] in
                let cells = ScreenView.stack(
                    .row, spacing: 2,
                    widths.enumerated().map { column, width in
                        let alignment = column < alignments.count ? alignments[column] : .start
                        return ScreenView.wrapped(column < row.count ? row[column] : "", alignment: alignment)
                            .width(.growing(min: min(width, 4), max: width))
                    })
                return index == 0 ? [cells.style(.bold), .divider] : [cells]
            })
    }
}

extension Markdown.Block {
    var isList: Bool { if case .list = self { true } else { false } }

    /// Whether the next item of a list stands right below it.
    var isLine: Bool {
        switch self {
        case .paragraph, .list: true
        case .heading, .quote, .code, .html, .table, .rule: false
        }
    }
}
