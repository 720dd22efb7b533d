import CycleDrivers

/// Characters of a row beside each other that look the same.
package struct CanvasRun: Hashable, Sendable {
    package private(set) var text: String
    package private(set) var columns: Int
    /// As CSS, on a dark terminal.
    package let darkLook: String
    /// As CSS, on a light terminal.
    package let lightLook: String
}

extension ConsoleDriver.Canvas {
    /// The rows as words of one look each. The cell of the cursor is reversed.
    package var runs: [[CanvasRun]] {
        let (dark, light) = (PictureTheme(isDark: true), PictureTheme(isDark: false))
        return (0..<size.rows).map { row in
            var runs: [CanvasRun] = []
            for column in 0..<size.columns {
                let position = ConsoleDriver.Position(row: row, column: column)
                guard let character = character(at: position) else {
                    // The second half of a wide character.
                    if !runs.isEmpty { runs[runs.count - 1].add("") }
                    continue
                }
                var style = style(at: position) ?? .plain
                if position == cursor { style = style + .reverse }
                let shown = style.attributes.contains(.conceal) ? " " : String(character)
                let run = CanvasRun(text: shown, columns: 1, darkLook: dark.css(style), lightLook: light.css(style))
                if let last = runs.last, last.looksLike(run) {
                    runs[runs.count - 1].add(shown)
                } else {
                    runs.append(run)
                }
            }
            return runs
        }
    }
}

extension CanvasRun {
    fileprivate mutating func add(_ character: String) {
        text += character
        columns += 1
    }

    fileprivate func looksLike(_ other: CanvasRun) -> Bool {
        (darkLook, lightLook) == (other.darkLook, other.lightLook)
    }
}

extension PictureTheme {
    /// The look of a cell as CSS.
    fileprivate func css(_ style: ConsoleDriver.Style) -> String {
        let look = look(of: style)
        var css = "color:\(look.ink);background:\(look.paper)"
        if style.attributes.contains(.bold) { css += ";font-weight:bold" }
        if style.attributes.contains(.italic) { css += ";font-style:italic" }
        let lines = [
            (style.underline != .none, "underline"), (style.attributes.contains(.strikethrough), "line-through"),
            (style.attributes.contains(.overline), "overline"),
        ]
        let drawn = lines.filter(\.0).map(\.1)
        return drawn.isEmpty ? css : css + ";text-decoration:" + drawn.joined(separator: " ")
    }
}
