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
                View.text(" a text on it ", .init(foreground: ink, background: picker.color))
                "\("■■■", .foreground(picker.color)) marks in it"
                View.help([.init([.left, .right], "hue"), .init([.up, .down], "light")])
                View.help([.init([.pageUp, .pageDown], "saturation"), .init(["#"], "code")])
            }
        }
    }

    /// White, or black where that is read better.
    private var ink: Color {
        let white = Color.rgb(255, 255, 255)
        return (ScreenTheme.contrast(of: white, on: picker.color) ?? 0) < 4.5 ? .rgb(0, 0, 0) : white
    }

    mutating func handle(_ input: Input) -> Outcome { picker.handle(input) }
}
