import CycleDrivers
import CycleScreens

struct TabsSample: Sample {
    static let title = "Tabs"
    static let source = #filePath

    var tabs = Tabs(["Overview", "Details", "History"])

    var view: View {
        .column {
            tabs
            switch tabs.position {
            case 0: View.text("What it is about.").centered
            case 1: View.bars([ChartBar("depth", 12), ChartBar("width", 30)])
            default: View.sparkline([3, 5, 4, 8, 7, 9, 12, 11], rows: 3)
            }
        }
    }

    mutating func handle(_ input: Input) -> Outcome { tabs.handle(input) }
}
