extension ScreenView {
    /// The same without what is only drawn: borders become their titles, lines and decorations nothing.
    var plain: ScreenView {
        switch node {
        case .divider, .decoration: .empty
        case .border(let look, let child):
            look.title.isEmpty ? child.plain : .stack(.column, [.text(look.title), child.plain])
        case .padding(_, let child): child.plain
        case .stack(let axis, let spacing, let children):
            // A line of nothing would take a row, and space beside it.
            ScreenView(
                .stack(axis, spacing: axis == .row ? spacing : 0, children.map(\.plain).filter { !$0.isNothing }))
        case .layers(let children): children.last?.plain ?? .empty
        case .length(let columns, let rows, let child): ScreenView(.length(columns: columns, rows: rows, child.plain))
        case .aligned(_, _, let child): child.plain
        case .styled(let style, let child): ScreenView(.styled(style, child.plain))
        case .overlaid(_, let child): child.plain
        case .region(let id, let child): ScreenView(.region(id, child.plain))
        case .focused(let isFocused, let child): ScreenView(.focused(isFocused, child.plain))
        case .cursor(let position, let child): ScreenView(.cursor(position, child.plain))
        case .scrolled(let position, let child): ScreenView(.scrolled(position, child.plain))
        case .empty, .text, .runs, .wrapped, .spacer, .sized, .canvas, .memo: self
        }
    }

    private var isNothing: Bool {
        if case .empty = node { true } else { false }
    }
}
