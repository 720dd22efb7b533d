import CycleDrivers
import CycleScreens

struct SwatchesSample: Sample {
    static let title = "Swatches"
    static let source = #filePath

    var picker = SwatchPicker(.rgb(64, 140, 191))

    var view: View {
        .row(spacing: 3) {
            picker
            View.column(spacing: 1) {
                View.text(" a text on it ", .init(foreground: .rgb(255, 255, 255), background: picker.color))
                View.text("a text in it", .foreground(picker.color))
                View.help([.init([.left, .right], "hue"), .init([.up, .down], "light")])
                View.help([.init([.pageUp, .pageDown], "saturation"), .init(["#"], "code")])
            }
        }
    }

    mutating func handle(_ input: Input) -> Outcome { picker.handle(input) }
}
