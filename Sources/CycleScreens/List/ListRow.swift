import CycleDrivers

/// The state of a row in its list.
public struct ListRow: Hashable, Sendable {
    /// Counted from 0.
    public var position: Int
    /// Whether it is the selected one.
    public var isSelected: Bool
    /// Whether it is marked.
    public var isMarked: Bool
    /// Whether the list has the focus.
    public var isFocused: Bool
    @usableFromInline var canMark: Bool
    /// `nil` in plain text.
    @usableFromInline var look: Look?

    @usableFromInline
    init(position: Int, isSelected: Bool, isMarked: Bool, isFocused: Bool, canMark: Bool, look: Look?) {
        (self.position, self.isSelected, self.isMarked) = (position, isSelected, isMarked)
        (self.isFocused, self.canMark, self.look) = (isFocused, canMark, look)
    }

    /// The edge of the selected row, and as many blanks before all others; with the mark, where rows can be marked. See
    /// ``ScreenTheme/Rows/edge``.
    public var pointer: StyledText {
        let sign = isSelected ? selectedSign : blankSign
        guard canMark else { return sign }
        let marks = look?.theme.marks ?? .init()
        return sign
            + (isMarked ? "\("\(marks.chosen) ", marks.chosenStyle)" : "\("\(marks.other) ", marks.otherStyle)")
    }

    /// The style of what a search has found in the row: see ``ScreenTheme/Rows/match``.
    public var match: ConsoleDriver.Style { (look?.theme.rows ?? .init()).match }

    private var selectedSign: StyledText {
        guard let rows = look?.theme.rows else { return "❯ " }
        guard !rows.edge.isEmpty else { return "" }
        return "\(rows.edge, isFocused ? rows.edgeStyle : rows.unfocusedEdgeStyle) "
    }

    private var blankSign: StyledText {
        guard let edge = look?.theme.rows.edge, edge.utf8.count != 3 else { return Self.blank }
        return edge.isEmpty ? "" : StyledText(String(repeating: " ", count: ConsoleDriver.CharacterWidth.of(edge) + 1))
    }

    /// Made once, and not for each row that is shown.
    private static let blank: StyledText = "  "
}

extension ScreenView {
    /// A row of something to choose from, where it is not the row of a list: behind the edge, and on the ground of the
    /// selected row if it is.
    static func choiceRow(isSelected: Bool, _ content: ScreenView) -> ScreenView {
        .sized(measuring: { available, look in
            let own = content.natural(in: available, look)
            return Size(columns: own.columns + 2, rows: own.rows)
        }) { space in
            let row = ListRow(
                position: 0, isSelected: isSelected, isMarked: false, isFocused: space.isFocused, canMark: false,
                look: space.isPlain ? nil : space.look)
            let line = ScreenView.stack(.row, [.text(row.pointer), content.width(.growing())])
            return isSelected && !space.isPlain ? line.style(space.look.row(isFocused: space.isFocused)) : line
        }.height(.fit)
    }
}
