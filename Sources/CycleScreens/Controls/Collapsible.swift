import CycleDrivers

/// A title that opens and closes what is below it.
///
///     var details = Collapsible("Details")
///
///     details.view(.wrapped(text)).region(Place.details)
///     _ = details.handle(input.at(Place.details))
public struct Collapsible: Hashable, Codable, Sendable {
    /// Above what it opens.
    public var title: String
    /// Whether that is seen.
    public var isOpen: Bool

    /// A title, closed by default.
    public init(_ title: String, isOpen: Bool = false) {
        (self.title, self.isOpen) = (title, isOpen)
    }

    private enum Part: Hashable { case title }

    /// Enter, a blank or a press on the title opens and closes it; Right opens it, and Left closes it.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        switch input.key {
        case .enter, " ": isOpen.toggle()
        case .right where !isOpen: isOpen = true
        case .left where isOpen: isOpen = false
        case nil where input.pressed(Part.self) != nil: isOpen.toggle()
        default: return .ignored
        }
        return .changed
    }

    /// The title, and what is below it if it is open.
    public func view(_ content: ScreenView) -> ScreenView {
        .column {
            ScreenView.row {
                ScreenView.text(isOpen ? "▾ " : "▸ ", .muted).decoration
                ScreenView.label(StyledText(title))
            }.height(1).region(Part.title)
            if isOpen { content.padding(left: 2) }
        }
    }
}

extension ScreenView {
    /// This with a short text below it, or above it where there is no room below: the help for it, while the user asks
    /// for help.
    ///
    /// - Parameters:
    ///   - text: One row.
    ///   - isShown: Whether it is seen: where the focus or the mouse is.
    public func tooltip(_ text: StyledText, isShown: Bool) -> ScreenView {
        popup(
            isShown
                ? .themed { theme in
                    let ground: Style =
                        theme.isTint(.selected) ? .init(foreground: .text, background: .selected) : .reverse
                    return ScreenView.text(theme.chip(text, ground)).fitting.decoration
                } : nil)
    }
}
