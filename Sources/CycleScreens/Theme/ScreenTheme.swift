public import CycleDrivers

/// How a whole screen looks: the colours that its components name, and their shapes.
///
///     struct Mail: Screen {
///         var isDark = true
///         var theme: ScreenTheme { isDark ? .night : .day }
///
/// A screen gives its theme once, see ``Screen/theme``; another one shows from the next frame on. A view need not know it:
/// ``Token`` names are colours like others. A view that must know it is made by ``ScreenView/themed(_:)``, and a part of a
/// screen has a theme of its own by ``ScreenView/theme(_:)-(ScreenTheme)``.
///
/// Beside its colours a theme says how each kind of component looks: ``rows``, ``fields``, ``buttons`` and so on. A view
/// changes one of them for itself and what is in it: `form.view.style(\.fields.shape, .box)`.
///
/// The driver shows each colour as the nearest that the terminal has, and none where `NO_COLOR` is set.
public struct ScreenTheme: Hashable, Sendable {
    /// Selects one of the two forms of each colour.
    public enum Appearance: String, Hashable, Sendable, Codable, CaseIterable {
        /// The form for what the terminal has behind its text, in 256 colours: the driver chooses when it draws.
        case automatic
        /// The form for light grounds.
        case light
        /// The form for dark grounds.
        case dark
    }

    /// Its name for people.
    public var name: String
    /// The colours on a light ground.
    public var light: Colors
    /// The colours on a dark ground.
    public var dark: Colors
    /// Selects the form that is shown.
    public var appearance: Appearance
    /// How rows of lists, tables, trees and menus look.
    public var rows = Rows()
    /// How fields look.
    public var fields = Fields()
    /// How boxes, radio buttons and switches look.
    public var marks = Marks()
    /// How buttons look.
    public var buttons = Buttons()
    /// How tabs look.
    public var tabs = TabBar()
    /// How borders and dividers look.
    public var borders = Borders()
    /// How charts and bars of progress look.
    public var charts = Charts()
    /// How helps look.
    public var help = Help()
    /// The words of calendars.
    public var calendar = Calendar()

    /// A theme of two forms.
    ///
    /// - Parameters:
    ///   - name: Its name for people.
    ///   - light: The colours on a light ground.
    ///   - dark: The colours on a dark ground.
    ///   - appearance: Selects the form that is shown; by default the driver chooses.
    public init(_ name: String, light: Colors, dark: Colors, appearance: Appearance = .automatic) {
        (self.name, self.light, self.dark, self.appearance) = (name, light, dark, appearance)
    }

    /// The same in one of its forms, perhaps by another name.
    public func shown(_ appearance: Appearance, as name: String? = nil) -> ScreenTheme {
        var theme = self
        theme.appearance = appearance
        if let name { theme.name = name }
        return theme
    }

    /// The colour of a token.
    public func color(of token: Token) -> ConsoleDriver.Color {
        switch appearance {
        case .light: light[token]
        case .dark: dark[token]
        case .automatic:
            light[token] == dark[token] ? light[token] : .adaptive(light: light[token], dark: dark[token])
        }
    }

    /// How well a token is read on another, as the Web Content Accessibility Guidelines count it: from 1 to 21, at least 4.5
    /// for text (level AA).
    ///
    /// - Parameters:
    ///   - text: The token of the words.
    ///   - ground: The token behind them.
    ///   - background: For ``Appearance/automatic``, what the terminal has behind its text.
    /// - Returns: `nil` where one of the two is the terminal's own.
    public func contrast(
        of text: Token, on ground: Token, _ background: ConsoleDriver.Background = .dark
    ) -> Double? {
        ScreenTheme.contrast(of: color(of: text), on: color(of: ground), background)
    }

    /// The same for two colours: from 1 to 21.
    public static func contrast(
        of text: ConsoleDriver.Color, on ground: ConsoleDriver.Color, _ background: ConsoleDriver.Background = .dark
    ) -> Double? {
        guard let one = text.luminance(on: background), let other = ground.luminance(on: background) else {
            return nil
        }
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }
}
