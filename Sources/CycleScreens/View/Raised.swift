public import CycleDrivers

extension ScreenView {
    /// This on a ground of its own, in a border: what stands above the screen, as a menu. Dialogs, drop-downs and messages are
    /// shown so.
    ///
    /// - Parameters:
    ///   - title: In the border.
    ///   - style: Of the border; by default ``ScreenTheme/Borders/raised``.
    public func raised(title: StyledText = "", style: Style? = nil) -> ScreenView {
        .themed { theme in
            border(
                theme.borders.raisedBorder, title: title.style(theme.borders.title),
                style: style ?? theme.borders.raised
            )
            .style(.raised)
        }
    }

    /// The same, as what has opened below the field that has the focus.
    func raisedWithFocus() -> ScreenView { .themed { theme in raised(style: theme.borders.focused) } }

    /// One character in all the room that there is; nothing in plain text.
    static func filled(with scalar: Unicode.Scalar, _ style: Style) -> ScreenView {
        drawn { layout, place in
            layout.canvas.fill(place.area, with: scalar, style: layout.shown(style, place), clip: place.clip)
        }
    }
}

extension ScreenTheme {
    /// A text on a ground that reaches half a cell beyond it on both sides, so that it is seen without colours, too. Where
    /// the theme has no tint for the ground, thin lines stand there.
    func chip(_ text: StyledText, _ style: ConsoleDriver.Style) -> StyledText {
        let ground = style.attributes.contains(.reverse) ? style.foreground : style.background
        let isTint = isTint(ground)
        let edge = ConsoleDriver.Style.foreground(isTint ? ground : .border)
        let (left, right) = isTint ? ("▐", "▌") : ("▕", "▏")
        return StyledText(left, edge) + text.style(style) + StyledText(right, edge)
    }

    /// The last cell of a ground, which shows without colours where it ends.
    func end(of ground: ConsoleDriver.Color) -> StyledText {
        isTint(ground) ? StyledText("▐", .foreground(ground)) : StyledText("▕", .border)
    }

    /// Whether a ground differs from that of the terminal; a theme need not have tints.
    func isTint(_ ground: ConsoleDriver.Color) -> Bool {
        ground.token.flatMap { Token(rawValue: $0) }.map { color(of: $0) != .standard } ?? true
    }
}
