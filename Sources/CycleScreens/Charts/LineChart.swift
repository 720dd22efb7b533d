import CycleDrivers

extension ScreenView {
    /// Lines in dots of braille, two by four in a cell, before a grid of round numbers; as large as there is room. In plain
    /// text the last value of each series.
    ///
    /// - Parameters:
    ///   - series: Each in its own style; where two meet in a cell it has that of the later.
    ///   - horizontal: The range from left to right; by default that of all points.
    ///   - vertical: The range from bottom to top; by default that of all points, as far as the next round numbers.
    public static func chart(
        _ series: [ChartSeries], x horizontal: ClosedRange<Double>? = nil, y vertical: ClosedRange<Double>? = nil
    ) -> ScreenView {
        ScreenView(LineChart(series: series, horizontal: horizontal, vertical: vertical))
    }
}

/// A chart of lines: a legend, a plot with axes on its left and below, and numbers beside them.
private struct LineChart: ScreenWidget {
    let series: [ChartSeries]
    let horizontal: ClosedRange<Double>?
    let vertical: ClosedRange<Double>?

    var plain: ScreenView {
        .stack(
            .column,
            series.map { series in
                let last = series.points.last.map { ChartScale.label($0.y) } ?? "–"
                return .text(series.name.isEmpty ? last : "\(series.name) \(last)")
            })
    }

    func draw(on layout: inout ScreenLayout, in place: ScreenPlace) {
        let legend = legend(layout.theme.charts)
        let hasLegend = !legend.isEmpty && place.size.rows > 6
        let top = hasLegend ? 1 : 0
        // Below the plot, the axis and its numbers.
        let rows = place.size.rows - top - (place.size.rows > 3 ? 2 : 0)
        let points = series.flatMap(\.points).filter { $0.x.isFinite && $0.y.isFinite }
        let up = ChartScale(points.map(\.y), fixed: vertical, count: max(1, rows / 2), isRound: true)
        let margin = min((up.ticks.map { ChartScale.label($0).count }.max() ?? 0) + 1, place.size.columns / 3)
        let columns = place.size.columns - margin - 1
        guard rows > 0, columns > 0 else { return }
        let right = ChartScale(points.map(\.x), fixed: horizontal, count: max(1, columns / 10), isRound: false)
        let plot = place.part(.init(row: top, column: margin + 1, rows: rows, columns: columns))
        drawAxes(right, up, margin: margin, top: top, plot.size, on: &layout, place)
        drawLines(right, up, on: &layout, plot)
        guard hasLegend else { return }
        layout.draw(
            .text(legend, overflow: .ellipsis),
            in: place.part(.init(row: 0, column: margin + 1, rows: 1, columns: columns)))
    }

    private func style(_ index: Int, _ charts: ScreenTheme.Charts) -> ConsoleDriver.Style {
        series[index].style ?? charts.style(index)
    }

    private func legend(_ charts: ScreenTheme.Charts) -> StyledText {
        let names = series.indices.filter { !series[$0].name.isEmpty }
        return names.reduce(StyledText()) { text, index in
            text + "\(text.isEmpty ? "" : "   ")\("━━", style(index, charts)) \(series[index].name, charts.label)"
        }
    }

    // MARK: Axes

    private func drawAxes(
        _ right: ChartScale, _ up: ChartScale, margin: Int, top: Int, _ size: Size, on layout: inout ScreenLayout,
        _ place: ScreenPlace
    ) {
        let charts = layout.theme.charts
        layout.fill(.init(row: top, column: margin, rows: size.rows, columns: 1), with: "│", charts.axis, in: place)
        for tick in up.ticks {
            guard let share = up.share(tick) else { continue }
            let row = top + min(max(Int(((1 - share) * Double(4 * size.rows - 1)).rounded()) / 4, 0), size.rows - 1)
            layout.fill(
                .init(row: row, column: margin + 1, rows: 1, columns: size.columns), with: "┈", charts.grid, in: place)
            layout.fill(.init(row: row, column: margin, rows: 1, columns: 1), with: "┤", charts.axis, in: place)
            let text = StyledText(ChartScale.label(tick), charts.label)
            // A number that is cut would be another one.
            let label = ScreenView.text(text, overflow: .ellipsis).aligned(.end)
            layout.draw(label, in: place.part(.init(row: row, column: 0, rows: 1, columns: margin - 1)))
        }
        guard place.size.rows > 3 else { return }
        let bottom = top + size.rows
        layout.fill(.init(row: bottom, column: margin, rows: 1, columns: 1), with: "╰", charts.axis, in: place)
        layout.fill(
            .init(row: bottom, column: margin + 1, rows: 1, columns: size.columns), with: "─", charts.axis, in: place)
        var end = 0
        for tick in right.ticks {
            guard let share = right.share(tick) else { continue }
            let column =
                margin + 1 + min(max(Int((share * Double(2 * size.columns - 1)).rounded()) / 2, 0), size.columns - 1)
            let label = ChartScale.label(tick)
            let start = min(max(0, column - label.count / 2), place.size.columns - label.count)
            guard start >= end, start >= 0 else { continue }
            layout.fill(.init(row: bottom, column: column, rows: 1, columns: 1), with: "┬", charts.axis, in: place)
            layout.draw(StyledText(label, charts.label), at: .init(row: bottom + 1, column: start), in: place)
            end = start + label.count + 1
        }
    }

    // MARK: Lines

    private func drawLines(_ right: ChartScale, _ up: ChartScale, on layout: inout ScreenLayout, _ plot: ScreenPlace) {
        let charts = layout.theme.charts
        // The first row of the areas in each column.
        var tops = Array(repeating: plot.size.rows, count: plot.size.columns)
        for series in series where series.kind == .area { drawArea(below: series, right, up, on: &layout, plot, &tops) }
        var grid = BrailleGrid(columns: plot.size.columns, rows: plot.size.rows)
        for (index, series) in series.enumerated() { grid.plot(series, style(index, charts), right, up) }
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                guard let cell = grid.cell(row, column) else { continue }
                let style = row < tops[column] ? cell.style : charts.area + cell.style
                layout.fill(.init(row: row, column: column, rows: 1, columns: 1), with: cell.scalar, style, in: plot)
            }
        }
    }

    /// A tint from the line down to the axis.
    private func drawArea(
        below series: ChartSeries, _ right: ChartScale, _ up: ChartScale, on layout: inout ScreenLayout,
        _ plot: ScreenPlace, _ tops: inout [Int]
    ) {
        var grid = BrailleGrid(columns: plot.size.columns, rows: plot.size.rows)
        grid.plot(series, .plain, right, up)
        for column in 0..<grid.columns {
            guard let top = grid.top(column) else { continue }
            // The cell of the line itself belongs to the area if most of it lies below the line.
            let first = min((top + 2) / 4, grid.rows)
            tops[column] = min(tops[column], first)
            let below = ConsoleDriver.Rectangle(row: first, column: column, rows: grid.rows - first, columns: 1)
            layout.fill(below, layout.theme.charts.area, in: plot)
        }
    }
}
