import CycleDrivers
import CycleScreens

struct BordersSample: Sample {
    static let title = "Borders"
    static let source = #filePath

    private static let kinds: [(String, ScreenBorder)] = [
        ("line", .line), ("round", .round), ("heavy", .heavy), ("double", .double), ("dashed", .dashed),
        ("ascii", .ascii),
        ("block", .block), ("outer", .outerHalf), ("inner", .innerHalf),
    ]

    var view: View {
        .column {
            for start in stride(from: 0, to: Self.kinds.count, by: 3) {
                View.row(spacing: 1) {
                    for (name, border) in Self.kinds[start..<start + 3] {
                        View.text(name).centered.border(border)
                    }
                }.height(3)
            }
            View.text("only some sides").border(.heavy, sides: [.left, .bottom], style: .accent).height(2)
        }
    }
}
