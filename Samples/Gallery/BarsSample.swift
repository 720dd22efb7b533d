import CycleDrivers
import CycleScreens

struct BarsSample: Sample {
    static let title = "Bars"
    static let source = #filePath

    private let bars = [
        ChartBar("Swift", 64, style: .yellow), ChartBar("Go", 48), ChartBar("Rust", 52.5, style: .red),
        ChartBar("C", 31, style: .blue),
    ]

    var view: View {
        .column {
            View.bars(bars)
            View.divider
            View.columns(bars, barWidth: 5)
        }
    }
}
