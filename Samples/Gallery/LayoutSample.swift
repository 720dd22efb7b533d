import CycleDrivers
import CycleScreens

struct LayoutSample: Sample {
    static let title = "Rows and columns"
    static let source = #filePath

    var view: View {
        .column {
            View.row {
                box("fixed 12").width(12)
                box("grows").width(.growing(1))
                box("grows twice").width(.growing(2))
            }.height(3)
            View.row {
                box("at least 10, at most 20").width(.growing(1, min: 10, max: 20))
                View.column {
                    box("above").height(.growing(1))
                    box("below").height(.growing(1))
                }.width(.growing(1))
            }
            View.row {
                "left"; View.spacer; "middle"; View.spacer; "right"
            }
        }
    }

    private func box(_ text: String) -> View {
        View.wrapped(StyledText(text)).centered.border()
    }
}
