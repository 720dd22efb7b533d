import CycleDrivers
import CycleScreens

/// A line between two views that is dragged, and borders that join.
struct SplitSample: Sample {
    static let title = "Split pane"
    static let source = #filePath

    var split = SplitPane(.row, share: 0.35)

    var view: View {
        .column(spacing: -1) {
            split.view(
                .wrapped("Drag the line with the mouse, or move it with ← and →."),
                .wrapped("\("Each side", .bold) keeps a few cells, and what is in it is laid out anew.")
            ).region(0).padding(0, 1).border(.line, title: "Split")
            View.row(spacing: -1) {
                View.text("left", .success).growing().border(.line)
                View.text("\(Int(split.share * 100)) %", .accent).aligned(.center).border(.line)
                View.text("right", .success).aligned(.end).border(.line)
            }.height(3)
        }
    }

    mutating func handle(_ input: Input) -> Outcome { split.handle(input.at(0)) }
}
