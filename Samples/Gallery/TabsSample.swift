import CycleDrivers
import CycleScreens

struct TabsSample: Sample {
    static let title = "Tabs"
    static let source = #filePath

    private let sizes = [ChartBar("depth", 12), ChartBar("width", 30), ChartBar("height", 21)]
    private let history = (0..<60).map { Double($0 * $0 % 17 + $0 / 4) }
    var tabs = Tabs(["Overview", "Details", "History"])

    var view: View {
        .column {
            tabs
            switch tabs.position {
            case 0: overview.padding(1)
            case 1: View.bars(sizes, spacing: 1).padding(1)
            default: View.sparkline(history, rows: 6, style: .success).padding(1)
            }
        }
    }

    private var overview: View {
        .column(spacing: 1) {
            View.text("Harbour wall", .accent + .bold)
            View.wrapped("The bar keeps which title is selected. The program shows a view for it.")
            View.progress(0.64)
        }
    }

    mutating func handle(_ input: Input) -> Outcome { tabs.handle(input) }
}
