import CycleDrivers
import CycleScreens

/// Finds the cells that are hard to read in what a theme has drawn.
///
/// Words need a contrast of 4.5 on what is behind them, and signs of 3.0 (WCAG 2.2, 1.4.3 and 1.4.11). Lines that only
/// divide, grounds of fields and pictures need none. The colours are those of the theme, and the nearest of 256. The
/// terminal has white on black or black on white, and the sixteen colours of xterm.
struct Legibility {
    typealias Color = ConsoleDriver.Color
    typealias Style = ConsoleDriver.Style

    private let theme: ScreenTheme
    private let backgrounds: [ConsoleDriver.Background]
    /// The colours of lines, and of the edges of grounds.
    private let quiet: Set<Color>
    private let tokens: Set<Color>
    /// The least contrast of each style that has been seen.
    private var contrasts: [Style: Double] = [:]

    init(_ theme: ScreenTheme) {
        self.theme = theme
        backgrounds =
            switch theme.appearance {
            case .automatic: [.dark, .light]
            case .dark: [.dark]
            case .light: [.light]
            }
        quiet = Set([.border, .field, .selected, .raised].map { theme.color(of: $0) })
        tokens = Set(ScreenTheme.Token.allCases.map { theme.color(of: $0) })
    }

    /// The style of the first cell that is hard to read, and its row; `nil` where all are read well.
    mutating func problem(in canvas: ConsoleDriver.Canvas) -> String? {
        var last = Style.plain
        var isLegible = true
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let position = ConsoleDriver.Position(row: row, column: column)
                guard let style = canvas.style(at: position) else { continue }
                if style != last { (last, isLegible) = (style, contrasts[style].map { $0 >= 4.5 } ?? false) }
                guard !isLegible, let character = canvas.character(at: position) else { continue }
                let needed = contrast(neededBy: character, style)
                guard needed > 0 else { continue }
                let contrast = contrast(of: style)
                isLegible = contrast >= 4.5
                guard contrast < needed else { continue }
                let text = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)[row]
                return "\(theme.name): \(character) has \(contrast) by \(style) in \(text)"
            }
        }
        return nil
    }

    private func contrast(neededBy character: Character, _ style: Style) -> Double {
        guard let scalar = character.unicodeScalars.first, scalar != " ", !style.attributes.contains(.conceal) else {
            return 0
        }
        let isLine = (0x2500...0x259f).contains(scalar.value) || ["-", "|", "+"].contains(scalar)
        if isLine, quiet.contains(style.foreground) { return 0 }
        guard (0x2500...0x28ff).contains(scalar.value) || scalar.properties.generalCategory == .otherSymbol else {
            // Of the sixteen colours there is one gray, which has no more on white.
            return theme == .terminal && style.foreground == .gray ? 4 : 4.5
        }
        return tokens.contains(style.foreground) ? 3 : 0
    }

    private mutating func contrast(of style: Style) -> Double {
        if let known = contrasts[style] { return known }
        let found = backgrounds.flatMap { background in
            let (black, white) = (Color.rgb(0, 0, 0), Color.rgb(255, 255, 255))
            let isDark = background == .dark
            let text = style.foreground == .standard ? isDark ? white : black : style.foreground
            let ground = style.background == .standard ? isDark ? black : white : style.background
            // A program's own colours are as legible as they are: it cannot know the nearest of 256.
            let isThemed = tokens.contains(style.foreground) && tokens.contains(style.background)
            let shown = isThemed ? [(text, ground), (nearest(text), nearest(ground))] : [(text, ground)]
            return shown.map { ScreenTheme.contrast(of: $0, on: $1, background) ?? 0 }
        }
        contrasts[style] = found.min() ?? 0
        return found.min() ?? 0
    }

    /// The nearest of 256 colours.
    private func nearest(_ color: Color) -> Color {
        color.description.hasPrefix("#") ? .adaptive(light: color, dark: color) : color
    }
}
