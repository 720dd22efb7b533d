import CycleDrivers
import CycleScreens

struct LineChartSample: Sample {
    static let title = "Line chart"
    static let source = #filePath

    var view: View {
        View.chart([
            ChartSeries("falling", (0...40).map { .init(Double($0), 40 / (1 + Double($0) / 6)) }, style: .magenta),
            ChartSeries("rising", (0...40).map { .init(Double($0), Double($0 * $0) / 40) }, style: .cyan),
        ]).border(title: "Two lines", style: .dim)
    }
}
