import CycleDrivers

// One row that shows what is chosen, and something to choose from over what is below it while it is open.

extension ScreenInput {
    /// Whether it opens what is closed.
    var opens: Bool { isPressedHere || [.enter, " ", .up, .down].contains(key) }

    /// The outcome, where the input closes the open part without a choice; `nil` where it does not.
    ///
    /// - Parameter inner: The same input for the region of the open part.
    func closing(_ inner: ScreenInput) -> Outcome? {
        switch key {
        case .tab, .shift(.tab): .ignored
        case .escape, .control("g"): .changed
        case nil where isPress && inner.position == nil: .changed
        default: nil
        }
    }
}

extension ScreenView {
    /// - Parameters:
    ///   - text: The chosen value.
    ///   - width: How many columns the longest text takes.
    ///   - frame: The label and the problem around it.
    ///   - open: The open part; `nil` for none.
    static func opener(
        _ text: StyledText, width: Int, _ frame: FieldFrame = FieldFrame(), open: ScreenView?
    ) -> ScreenView {
        let line = ScreenView.sized { space in
            guard !space.isPlain else { return .text(text) }
            let isOpen = space.isFocused && open != nil
            let sign = ScreenView.text(isOpen ? " ▴" : " ▾", space.isFocused ? .accent : .muted)
            return .row {
                ScreenView.text(text, overflow: .ellipsis).width(.growing())
                sign
            }.cursor(.init(row: 0, column: 0))
        }
        let field = ScreenView.field(line, frame)
        return .sized(measuring: { available, look in
            Size(
                columns: min(width + 2 + look.theme.fields.columnsAround, available.columns),
                rows: field.natural(along: .column, in: available, look))
        }) { space in
            // Where others have the focus, it is as if it was closed.
            space.isPlain ? .text(text) : field.popup(space.isFocused ? open : nil)
        }.height(.fit)
    }
}

extension ScreenTheme.Fields {
    /// The columns that a shape takes beside the text.
    fileprivate var columnsAround: Int {
        switch shape {
        // An underline becomes a tint where there is one row.
        case .tint, .underline: 2
        case .box: 4
        case .plain: 0
        }
    }
}
