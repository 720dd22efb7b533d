extension ScreenView {
    /// This below a dialog, which has the focus while it is there. The view below is dimmed, and places no cursor. Its
    /// focus stays where it was, and is back when the dialog is gone.
    ///
    /// - Parameters:
    ///   - part: The component in the dialog; `nil` for no dialog.
    ///   - title: In its border.
    ///   - width: The width of its content.
    ///   - view: Makes its view.
    public func dialog<Part>(
        _ part: Part?, title: StyledText = "", width: Int = 40, view: (Part) -> ScreenView
    ) -> ScreenView {
        guard let part else { return self }
        let content = ScreenView(.length(columns: .fixed(width), rows: .fit, view(part)))
        return .layers {
            dimmed
            content.padding(1, 2).raised(title: title).region(DialogRegion.dialog).fitting.centered
        }
    }

    /// The same with a component.
    public func dialog(_ part: (some Component)?, title: StyledText = "", width: Int = 40) -> ScreenView {
        dialog(part, title: title, width: width) { $0.view }
    }
}

/// Names the region of a dialog.
enum DialogRegion: Hashable { case dialog }

extension ScreenInput {
    /// The same for the dialog over the screen.
    public var inDialog: ScreenInput { at(DialogRegion.dialog) }
}
