import CycleDrivers

/// A theme as a layout uses it: made once, and shared by all that is drawn with it.
@usableFromInline
final class Look: Hashable, Sendable {
    let theme: ScreenTheme
    /// The colour of each token, from the first on.
    private let colors: [ConsoleDriver.Color]
    /// The style below everything.
    let ground: ConsoleDriver.Style

    static let quiet = Look(.quiet)

    init(_ theme: ScreenTheme) {
        self.theme = theme
        colors = ScreenTheme.Token.allCases.map { theme.color(of: $0) }
        ground = .init(foreground: theme.color(of: .text), background: theme.color(of: .surface))
    }

    /// The look of a theme; the same one where the theme is the same.
    func of(_ theme: ScreenTheme) -> Look { theme == self.theme ? self : Look(theme) }

    /// The look of a theme that a view changes.
    func changed(by change: (inout ScreenTheme) -> Void) -> Look {
        var theme = theme
        change(&theme)
        return of(theme)
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
