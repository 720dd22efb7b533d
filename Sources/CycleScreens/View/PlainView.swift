import CycleDrivers

extension ScreenView {
    /// How wide plain text is, and how long it may be.
    private static let plainSpace = Space(
        columns: 80, rows: 10_000, isFocused: false, style: .plain, isPlain: true, look: .quiet)

    /// The same without what is only drawn: borders become their titles, lines and decorations nothing, and everything is as
    /// long as it needs.
    var plain: ScreenView {
        switch node {
        case .divider, .decoration, .canvas: .empty
        case .drawn(_, let plain, _): plain?().plain ?? .empty
        case .border(let look, let child):
            look.title.isEmpty ? child.plain : .stack(.column, [.text(look.title), child.plain])
        case .padding(_, let child), .aligned(_, _, let child), .overlaid(_, _, let child), .cursor(_, let child),
            .scrolled(_, let child), .region(_, let child), .focused(_, let child), .popup(_, let child),
            .theme(_, let child):
            child.plain
        case .stack(let axis, let spacing, let children):
            // A line of nothing would take a row, and space beside it.
            ScreenView(
                .stack(axis, spacing: axis == .row ? spacing : 0, children.map(\.plain).filter { !$0.isNothing }))
        case .layers(let children): children.last?.plain ?? .empty
        case .split(_, let first, let second): ScreenView.stack(.column, [first, second]).plain
        case .length(let columns, _, let child):
            child.isSpacer
                ? self : child.plain.isNothing ? .empty : ScreenView(.length(columns: columns, rows: nil, child.plain))
        case .styled(let style, let child): ScreenView(.styled(style, child.plain))
        case .sized(_, let make): make(Self.plainSpace).plain
        case .memo(_, let make): make().plain
        case .themed(let make): make(Self.plainSpace.theme).plain
        case .empty, .text, .runs, .wrapped, .spacer: self
        }
    }

    /// The columns of the longest row that is not wrapped, in a view of plain text.
    fileprivate var longestRow: Int {
        switch node {
        case .text(let text, _): ConsoleDriver.CharacterWidth.of(text)
        case .runs(let text, _): text.width
        case .stack(.row, let spacing, let children):
            children.reduce(max(0, spacing * (children.count - 1))) { $0 + $1.longestRow }
        case .stack(.column, _, let children), .layers(let children): children.map(\.longestRow).max() ?? 0
        case .length(.fixed(let columns), _, _): columns
        case .length(_, _, let child), .styled(_, let child): child.longestRow
        case .empty, .spacer, .wrapped, .divider, .padding, .border, .aligned, .overlaid, .region, .focused, .cursor,
            .scrolled, .sized, .drawn, .canvas, .memo, .decoration, .theme, .themed, .popup, .split:
            0
        }
    }

    private var isNothing: Bool {
        if case .empty = node { true } else { false }
    }

    private var isSpacer: Bool {
        if case .spacer = node { true } else { false }
    }
}

extension ScreenLayout {
    /// A view as text alone, as it is read aloud or printed to a pipe: as long as it needs, and 80 columns wide, or as wide as
    /// its longest row that is not wrapped.
    ///
    /// - Complexity: Of many rows with one that is far longer, that one is cut: there are two million cells at most.
    public init(plain view: ScreenView) {
        let plain = view.plain
        func rowCount(_ columns: Int) -> Int {
            plain.natural(along: .column, in: Size(columns: columns, rows: 10_000), .quiet)
        }
        let rows = rowCount(80)
        let columns = max(80, min(plain.longestRow, 2_000_000 / max(1, rows)))
        self.init(plain, Size(columns: columns, rows: columns == 80 ? rows : rowCount(columns)))
    }
}
