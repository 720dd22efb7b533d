public import CycleDrivers

extension ConsoleDriver.Canvas {
    /// The same cells as an SVG, for documents: each cell 9 wide and 18 high, with the colours of a dark or a light theme.
    ///
    /// - Parameter isDark: Whether text is light on a dark ground.
    public func svg(isDark: Bool = true) -> String {
        let theme = PictureTheme(isDark: isDark)
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(9 * size.columns + 16)" height="\(18 * size.rows + 16)" \
            font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="15">
            """, #"<rect width="100%" height="100%" rx="6" fill="\#(theme.paper)"/>"#,
        ]
        for row in 0..<size.rows {
            for run in runs(in: row) { lines += picture(of: run, row, theme) }
        }
        if let cursor {
            lines.append(
                #"<rect x="\#(9 * cursor.column + 8)" y="\#(18 * cursor.row + 8)" width="9" height="18" fill="\#(theme.ink)" fill-opacity="0.5"/>"#
            )
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    /// Cells beside each other in one style.
    private func runs(in row: Int) -> [PictureRun] {
        var runs: [PictureRun] = []
        for column in 0..<size.columns {
            let position = ConsoleDriver.Position(row: row, column: column)
            let style = style(at: position) ?? .plain
            let text = character(at: position).map { String($0) } ?? ""
            if let last = runs.last, last.style == style {
                runs[runs.count - 1].columns += 1
                runs[runs.count - 1].text += text
            } else {
                runs.append(PictureRun(column: column, columns: 1, style: style, text: text))
            }
        }
        return runs
    }

    private func picture(of run: PictureRun, _ row: Int, _ theme: PictureTheme) -> [String] {
        var (ink, paper) = (
            theme.hex(run.style.foreground) ?? theme.ink, theme.hex(run.style.background) ?? theme.paper
        )
        if run.style.attributes.contains(.reverse) { swap(&ink, &paper) }
        let (x, y, width) = (9 * run.column + 8, 18 * row + 8, 9 * run.columns)
        var lines: [String] = []
        if paper != theme.paper {
            lines.append(#"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="18" fill="\#(paper)"/>"#)
        }
        guard run.text.contains(where: { $0 != " " }), !run.style.attributes.contains(.conceal) else { return lines }
        let text = run.text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
        lines.append(
            #"<text x="\#(x)" y="\#(y + 14)" textLength="\#(width)" lengthAdjust="spacingAndGlyphs" xml:space="preserve" fill="\#(ink)"\#(run.look)>\#(text)</text>"#
        )
        return lines
    }
}

private struct PictureRun {
    let column: Int
    var columns: Int
    let style: ConsoleDriver.Style
    var text: String

    /// Weight and lines, as attributes.
    var look: String {
        var result = style.attributes.contains(.bold) ? #" font-weight="bold""# : ""
        if style.attributes.contains(.italic) { result += #" font-style="italic""# }
        if style.attributes.contains(.dim) { result += #" opacity="0.55""# }
        var lines: [String] = []
        if style.underline != .none { lines.append("underline") }
        if style.attributes.contains(.strikethrough) { lines.append("line-through") }
        if style.attributes.contains(.overline) { lines.append("overline") }
        return lines.isEmpty ? result : result + #" text-decoration="\#(lines.joined(separator: " "))""#
    }
}

private struct PictureTheme {
    let isDark: Bool
    var ink: String { isDark ? "#d8dee9" : "#2e3440" }
    var paper: String { isDark ? "#1e222a" : "#ffffff" }

    private static let dark = [
        "#3b4252", "#bf616a", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#88c0d0", "#e5e9f0", "#7b8394", "#d06f79",
        "#b1d196",
        "#f0d399", "#8cafd2", "#c895bf", "#93ccdc", "#ffffff",
    ]
    private static let light = [
        "#000000", "#a3262f", "#3b7a26", "#8a6000", "#2257a0", "#7b3a86", "#10707f", "#d0d0d0", "#6b6b6b", "#c4303b",
        "#4a9630",
        "#a87500", "#2d6fc9", "#9c4aaa", "#158ea1", "#ffffff",
    ]

    /// `nil` for the standard colour.
    func hex(_ color: ConsoleDriver.Color) -> String? {
        let text = color.description
        guard let index = Int(text) else { return text.hasPrefix("#") ? text : nil }
        if index < 16 { return isDark ? Self.dark[index] : Self.light[index] }
        if index >= 232 { return gray(8 + 10 * (index - 232)) }
        let levels = [0, 95, 135, 175, 215, 255]
        let place = index - 16
        return rgb(levels[place / 36 % 6], levels[place / 6 % 6], levels[place % 6])
    }

    private func gray(_ value: Int) -> String { rgb(value, value, value) }

    private func rgb(_ red: Int, _ green: Int, _ blue: Int) -> String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
