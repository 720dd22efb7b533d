import CycleDrivers
import CycleScreens

struct HelloSample: Sample {
    static let title = "Hello"
    static let source = #filePath

    var view: View {
        View.column(spacing: 1) {
            View.text("Hello, \("world", .accent + .bold)!").aligned(.center)
            View.text("A view is a value; a frame has one.", .muted).aligned(.center)
        }.aligned(.center, .center)
    }
}
