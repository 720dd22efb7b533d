public import CycleDrivers

/// A bar of a chart.
public struct ChartBar: Hashable, Codable, Sendable {
    /// Beside or below it.
    public var label: String
    /// How long it is.
    public var value: Double
    /// `nil` for the first of ``ScreenTheme/Charts/palette``.
    public var style: ConsoleDriver.Style?

    /// A bar with a label.
    public init(_ label: String, _ value: Double, style: ConsoleDriver.Style? = nil) {
        self.label = label
        self.value = value
        self.style = style
    }

    /// The value as it is written beside the bar: without a fraction where it has none. Of one that is less than
    /// a tenth there are two digits that say something.
    var number: String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        guard abs(value) < 1e15 else { return "\(value)" }
        var scale = 10.0
        if abs(value) < 0.1 { while abs(value) * scale < 10, scale < 1e15 { scale *= 10 } }
        return "\((value * scale).rounded() / scale)"
    }
}

extension ScreenView {
    /// Bars one below the other, each with its label before it and its value behind it; in plain text those alone.
    ///
    /// - Parameters:
    ///   - bars: From top to bottom.
    ///   - most: The value of the longest bar; by default the highest value.
    ///   - spacing: How many blank rows stand between two bars.
    public static func bars(_ bars: [ChartBar], upTo most: Double? = nil, spacing: Int = 0) -> ScreenView {
        let most = most ?? bars.map(\.value).filter(\.isFinite).max() ?? 0
        let label = bars.map { ConsoleDriver.CharacterWidth.of($0.label) }.max() ?? 0
        let number = bars.map(\.number.count).max() ?? 0
        return .stack(
            .column, spacing: spacing,
            bars.map { bar in
                .row(spacing: 1) {
                    ScreenView.text(bar.label).width(label)
                    ScreenView.sized { space in
                        .text(
                            eighths(most > 0 ? bar.value / most : 0, of: space.columns),
                            bar.style ?? space.theme.charts.style(0))
                    }.decoration.width(.growing())
                    ScreenView.text(bar.number, .muted).aligned(.end).width(number)
                }.height(1)
            })
    }

    /// Bars beside each other, with their labels below; as high as there is room.
    ///
    /// - Parameters:
    ///   - bars: From left to right; those that do not fit are cut off.
    ///   - barWidth: How wide each is.
    ///   - most: The value of the highest bar; by default the highest value.
    public static func columns(_ bars: [ChartBar], barWidth: Int = 3, upTo most: Double? = nil) -> ScreenView {
        let most = most ?? bars.map(\.value).filter(\.isFinite).max() ?? 0
        let width = max(1, barWidth)
        return .row(spacing: 1) {
            for bar in bars {
                ScreenView.column {
                    ScreenView.sized { space in column(bar, space, most) }
                    ScreenView.text(.init(bar.label, .muted), overflow: .ellipsis).aligned(.center).height(1)
                }.width(width)
            }
        }
    }

    private static func column(_ bar: ChartBar, _ space: Space, _ most: Double) -> ScreenView {
        guard !space.isPlain else { return .text(bar.number) }
        let level = Int((clamped(most > 0 ? bar.value / most : 0) * Double(8 * space.rows)).rounded())
        return .stack(
            .column,
            (0..<space.rows).map { row in
                let part = ScreenView.bar(level - 8 * (space.rows - 1 - row))
                return .text(String(repeating: part, count: space.columns), bar.style ?? space.theme.charts.style(0))
            })
    }
}
