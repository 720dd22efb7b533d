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
    ///   - open: The open part; `nil` for none.
    static func opener(_ text: StyledText, width: Int, open: ScreenView?) -> ScreenView {
        .sized(fitting: { .init(columns: min(width + 2, $0.columns), rows: min(1, $0.rows)) }) { space in
            guard !space.isPlain else { return .text(text) }
            // Where others have the focus, it is as if it was closed.
            let open = space.isFocused ? open : nil
            let line = ScreenView.row {
                ScreenView.text(text.style(space.isFocused ? .bold : .plain), overflow: .ellipsis).width(.growing())
                ScreenView.text(open != nil ? " ▴" : " ▾", space.isFocused ? .cyan : .dim)
            }
            return line.height(1).cursor(.init(row: 0, column: 0)).popup(open)
        }.height(1)
    }
}
