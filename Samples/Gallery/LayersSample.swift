import CycleDrivers
import CycleScreens

/// Arrows move the upper layer.
struct LayersSample: Sample {
    static let title = "Layers"
    static let source = #filePath

    var row = 2
    var column = 6

    var view: View {
        .layers {
            View.wrapped(StyledText(String(repeating: "what lies below is covered ", count: 30), .muted))
            View.text(" above ", .bold).border(.double, style: .warning).fitting.padding(top: row, left: column)
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        switch input.key {
        case .up: row = max(0, row - 1)
        case .down: row += 1
        case .left: column = max(0, column - 2)
        case .right: column += 2
        default: return .ignored
        }
        return .changed
    }
}
