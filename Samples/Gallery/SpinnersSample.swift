import CycleDrivers
import CycleScreens

struct SpinnersSample: Sample {
    static let title = "Spinners"
    static let source = #filePath

    private static let kinds: [(String, Spinner.Kind)] = [
        ("dots", .dots), ("line", .line), ("bounce", .bounce), ("pulse", .pulse), ("bar", .bar), ("arc", .arc),
        ("quarters", .quarters), ("squares", .squares), ("arrows", .arrows), ("moon", .moon), ("clock", .clock),
        ("ellipsis", .ellipsis),
    ]

    var step = 0
    var isMoving: Bool { true }
    mutating func tick() { step += 1 }

    var view: View {
        .row(spacing: 4) {
            for column in [Self.kinds[..<6], Self.kinds[6...]] {
                View.column {
                    for (name, kind) in column {
                        View.row(spacing: 1) {
                            spinner(kind).width(4); View.text(name)
                        }
                    }
                }
            }
        }
    }

    private func spinner(_ kind: Spinner.Kind) -> View {
        var spinner = Spinner(kind)
        spinner.step = step
        return spinner.view
    }
}
