import CycleDrivers
import CycleScreens

struct BarsSample: Sample {
    static let title = "Bars"
    static let source = #filePath

    private let bars = [
        ChartBar("Swift", 64, style: .warning), ChartBar("Go", 48), ChartBar("Rust", 52.5, style: .danger),
        ChartBar("C", 31, style: .secondary),
    ]

    var view: View {
        .column {
            View.bars(bars, spacing: 1)
            View.divider
            View.columns(bars, barWidth: 5)
        }
    }
}
