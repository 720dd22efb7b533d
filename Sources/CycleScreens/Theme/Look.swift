import CycleDrivers

/// A theme as a layout uses it: made once, and shared by all that is drawn with it.
@usableFromInline
final class Look: Hashable, Sendable {
    let theme: ScreenTheme
    /// The colours of all tokens, in their order.
    private let colors: [ConsoleDriver.Color]
    /// The style of a cell on which nothing is drawn.
    let ground: ConsoleDriver.Style

    static let quiet = Look(.quiet)

    init(_ theme: ScreenTheme) {
        self.theme = theme
        colors = ScreenTheme.Token.allCases.map { theme.color(of: $0) }
        ground = .init(foreground: theme.color(of: .text), background: theme.color(of: .surface))
    }

    /// The look of another theme. An equal theme makes no new one.
    func with(_ theme: ScreenTheme) -> Look { theme == self.theme ? self : Look(theme) }

    /// The look of a theme that a view changes.
    func changed(by change: (inout ScreenTheme) -> Void) -> Look {
        var theme = theme
        change(&theme)
        return with(theme)
    }

    /// A style in the colours of the theme.
    func resolved(_ style: ConsoleDriver.Style) -> ConsoleDriver.Style {
        style.hasTokens ? style.replacingTokens(by: colors) : style
    }

    /// A canvas that was drawn by hand, in the colours of the theme.
    func resolved(_ canvas: ConsoleDriver.Canvas) -> ConsoleDriver.Canvas { canvas.replacingTokens(by: colors) }

    /// The style below the selected row of a list.
    @usableFromInline
    func row(isFocused: Bool) -> ConsoleDriver.Style { isFocused ? theme.rows.selected : theme.rows.unfocused }

    @usableFromInline
    static func == (one: Look, other: Look) -> Bool { one === other || one.theme == other.theme }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(theme.name) }
}
