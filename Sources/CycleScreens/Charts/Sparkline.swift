public import CycleDrivers

extension ScreenView {
    /// The newest values as bars beside each other, a cell each, the newest at the right.
    ///
    /// - Parameters:
    ///   - values: The oldest first; `nil` where there is none, which shows as a dot.
    ///   - range: The values of the lowest and the highest bar; by default from 0, or less, to the highest value.
    ///   - rows: How high it is.
    ///   - style: Of the bars; by default the first of ``ScreenTheme/Charts/palette``.
    public static func sparkline(
        _ values: [Double?], in range: ClosedRange<Double>? = nil, rows: Int = 1, style: Style? = nil
    ) -> ScreenView {
        .sized { space in
            guard !space.isPlain else { return .text(values.last.flatMap { $0 }.map { ChartBar("", $0).number } ?? "") }
            let shown = values.suffix(space.columns).map { $0.flatMap { $0.isFinite ? $0 : nil } }
            let known = shown.compactMap(\.self)
            let range = range ?? min(0, known.min() ?? 0)...max(known.max() ?? 0, 0)
            let levels = shown.map { $0.map { level($0, in: range, of: 8 * space.rows) } }
            return .stack(
                .column,
                (0..<space.rows).map { row in
                    let below = 8 * (space.rows - 1 - row)
                    let bars = levels.map { level in
                        level.map { bar($0 - below) } ?? (below == 0 ? "·" : " ")
                    }
                    return .text(bars.joined(), style ?? space.theme.charts.style(0))
                }
            ).aligned(.end)
        }.height(max(1, rows))
    }

    /// At least 1, so that a value of zero is seen.
    private static func level(_ value: Double, in range: ClosedRange<Double>, of levels: Int) -> Int {
        let length = range.upperBound - range.lowerBound
        guard length > 0 else { return 1 }
        return max(1, Int((clamped((value - range.lowerBound) / length) * Double(levels)).rounded()))
    }

    static func bar(_ eighths: Int) -> String {
        [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(max(eighths, 0), 8)]
    }
}
