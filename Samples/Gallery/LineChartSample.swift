import CycleDrivers
import CycleScreens

struct LineChartSample: Sample {
    static let title = "Line chart"
    static let source = #filePath

    private let series = [
        ChartSeries(
            "requests",
            (0...96).map { .init(Double($0) / 4, 40 + 28 * wave(Double($0) / 16) + 6 * wave(Double($0) / 3)) },
            kind: .area),
        ChartSeries("errors", (0...96).map { .init(Double($0) / 4, 12 + 9 * wave(Double($0) / 7 + 2)) }),
    ]

    /// Rises and falls between -1 and 1, as a sine does.
    private static func wave(_ turn: Double) -> Double {
        let part = turn / 3.2 - (turn / 3.2).rounded(.down)
        let half = part < 0.5 ? 2 * part : 2 * part - 1
        return (part < 0.5 ? 1 : -1) * 4 * half * (1 - half)
    }

    var view: View {
        View.chart(series, x: 0...24, y: 0...80).border(title: "Today", footer: "by the hour")
    }
}
