import CycleDrivers

/// Text with marks of Markdown as a view: headings, paragraphs, lists, quotes, code, tables, rules; bold, italic, code, struck
/// and linked words; of pictures their names. Unknown marks are shown as they are. All of it is wrapped, code and the cells of
/// tables as well.
///
///     viewport.view(of: Markdown(text).view)
public struct Markdown: Hashable, Sendable {
    indirect enum Block: Hashable, Sendable {
        case heading(Int, StyledText)
        case paragraph(StyledText)
        case item(mark: String, indent: Int, StyledText)
        case quote([Block])
        case code([String], language: String)
        case table([[StyledText]], [ScreenAlignment])
        case rule
        /// A block that belongs to an item, indented by so many columns.
        case indented(Int, Block)
    }

    let blocks: [Block]

    /// Reads a text. No text is wrong: unknown marks are shown as they are.
    public init(_ text: String) {
        var reader = MarkdownReader(text)
        blocks = reader.read()
    }

    /// All of it, as high as it is wrapped.
    public var view: ScreenView { view(of: blocks) }

    private func view(of blocks: [Block]) -> ScreenView {
        var views: [ScreenView] = []
        for (index, block) in blocks.enumerated() {
            if index > 0, !block.isItem || !blocks[index - 1].isItem { views.append(.text("")) }
            views.append(view(of: block))
        }
        return .stack(.column, views)
    }

    private func view(of block: Block) -> ScreenView {
        switch block {
        case .heading(1, let text):
            return .column {
                ScreenView.wrapped(text.style(.bold + .accent))
                ScreenView.divider(.accent)
            }
        case .heading(let level, let text): return .wrapped(text.style(level == 2 ? .bold + .accent : .bold))
        case .paragraph(let text): return .wrapped(text)
        case .item(let mark, let indent, let text):
            return .row {
                ScreenView.text("\(mark, .accent) ")
                ScreenView.wrapped(text).width(.growing())
            }.padding(left: indent)
        case .quote(let blocks):
            return view(of: blocks).style(.italic).padding(left: 1).border(.heavy, sides: .left, style: .muted)
        case .code(let lines, let language):
            let rules = CodeRules(language: language)
            let shown = lines.map { ScreenView.wrapped(rules?.styled($0) ?? StyledText($0, .secondary)) }
            return .stack(.column, shown).padding(left: 2)
        case .table(let rows, let alignments): return table(rows, alignments)
        case .rule: return .stack(.column, [.divider])
        case .indented(let columns, let block): return view(of: block).padding(left: columns)
        }
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
    var isItem: Bool { if case .item = self { true } else { false } }
}
