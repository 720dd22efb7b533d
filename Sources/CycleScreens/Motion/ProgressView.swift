public import CycleDrivers

extension ScreenView {
    /// A line that is filled to half a cell, and the percentage; in plain text that alone.
    ///
    /// - Parameters:
    ///   - fraction: From 0 to 1; what is outside is taken for the nearest.
    ///   - style: Of what is filled; by default the first of ``ScreenTheme/Charts/palette``.
    ///   - hasNumber: Whether the percentage stands behind it.
    public static func progress(_ fraction: Double, style: Style? = nil, hasNumber: Bool = true) -> ScreenView {
        .sized { space in
            let number = hasNumber ? " " + percentage(fraction) : ""
            guard !space.isPlain else { return .text(percentage(fraction)) }
            let available = max(0, space.columns - ConsoleDriver.CharacterWidth.of(number))
            let halves = Int((clamped(fraction) * Double(2 * available)).rounded())
            let bar = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╾" : "")
            let rest = String(repeating: "─", count: max(0, available - bar.count))
            let charts = space.theme.charts
            return .text("\(bar, style ?? charts.style(0))\(rest, charts.rest)\(number)")
        }.height(1)
    }

    /// A bar without a known share: a part of it goes to and fro, a cell a step.
    public static func progress(step: Int, style: Style? = nil) -> ScreenView {
        .sized { space in
            let length = max(1, space.columns / 4)
            let way = max(1, space.columns - length)
            let turn = ((step % (2 * way)) + 2 * way) % (2 * way)
            let start = min(turn, 2 * way - turn)
            let rest = max(0, space.columns - start - length)
            let (before, after) = (String(repeating: "─", count: start), String(repeating: "─", count: rest))
            let charts = space.theme.charts
            let part = String(repeating: "━", count: length)
            return .text("\(before, charts.rest)\(part, style ?? charts.style(0))\(after, charts.rest)")
        }.height(1).decoration
    }

    /// A bar with a text in it, which is inverted where the bar is filled.
    ///
    /// - Parameters:
    ///   - fraction: From 0 to 1.
    ///   - label: By default the percentage.
    ///   - style: Of what is filled.
    public static func gauge(_ fraction: Double, label: String? = nil, style: Style = .accent) -> ScreenView {
        .sized { space in
            let whole = label ?? percentage(fraction)
            guard !space.isPlain else { return .text(whole) }
            let text = fitting(whole, space.columns)
            let filled = Int((clamped(fraction) * Double(space.columns)).rounded())
            let margin = max(0, space.columns - ConsoleDriver.CharacterWidth.of(text))
            let blanks = { (count: Int) in String(repeating: " ", count: count) }
            let line = blanks(margin / 2) + text + blanks(margin - margin / 2)
            let end = margin > 0 ? space.theme.end(of: .field) : ""
            return .layers {
                ScreenView.text(StyledText(String(line.dropLast(end.width))) + end).style(.background(.field))
                ScreenView.text(line).style(style + .background(.onAccent) + .reverse).width(filled)
            }
        }.height(1)
    }

    /// A number that is cut looks like another one: it loses its margin first, and then says that it is cut.
    private static func fitting(_ label: String, _ columns: Int) -> String {
        guard ConsoleDriver.CharacterWidth.of(label) > columns else { return label }
        let words = String(label.drop { $0 == " " })
        return StyledText(words).cut(to: columns, .ellipsis).text
    }

    private static func percentage(_ fraction: Double) -> String {
        let text = "\(percents(of: fraction)) %"
        return String(repeating: " ", count: 5 - text.count) + text
    }

    /// All that are full, so that 100 is the end. A fraction of hundredths is a little less than it should be.
    static func percents(of fraction: Double) -> Int { Int(clamped(fraction) * 100 + 1e-9) }

    /// A row of blocks, so long to an eighth of a cell.
    static func eighths(_ fraction: Double, of columns: Int) -> String {
        let count = Int((clamped(fraction) * Double(columns) * 8).rounded())
        let part = count % 8
        let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: count / 8) + ends[part]
    }
}
