import CycleDrivers
import CycleScreens

struct ClockSample: Sample {
    static let title = "Big digits"
    static let source = #filePath

    var tenths = 7_543
    var isMoving: Bool { true }
    mutating func tick() { tenths += 1 }

    var view: View {
        let seconds = tenths / 10
        return View.column(spacing: 1) {
            View.big("\(seconds / 60 % 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60).\(tenths % 10)", .accent)
            View.progress(Double(tenths % 36_000) / 36_000, hasNumber: false).width(27)
            View.text("since the kettle was put on", .muted)
        }.fitting.padding(1, 3).border().fitting.centered
    }
}
