import CycleDrivers
import CycleScreens

/// Cells drawn by hand: press and drag paints, c clears.
struct DrawingSample: Sample {
    static let title = "Drawing"
    static let source = #filePath

    private struct Cell: Hashable {
        var row: Int
        var column: Int
    }

    private var painted: Set<Cell> = [
        Cell(row: 1, column: 3), Cell(row: 2, column: 4), Cell(row: 3, column: 5), Cell(row: 2, column: 6),
    ]

    init() {}

    var view: View {
        View.canvas { space in
            var canvas = ConsoleDriver.Canvas(.init(columns: space.columns, rows: space.rows))
            for cell in painted {
                let area = ConsoleDriver.Rectangle(row: cell.row, column: cell.column, rows: 1, columns: 1)
                canvas.fill(
                    area, with: "█", style: .foreground(.indexed(UInt8(20 + (cell.row * 36 + cell.column * 5) % 200))))
            }
            return canvas
        }.region(0).border(title: "Paint with the mouse")
    }

    mutating func handle(_ input: Input) -> Outcome {
        if input.key == "c" { painted = [] }
        switch input.mouse?.action {
        case .pressed(.left), .dragged(.left):
            guard let position = input.at(0).position else { return .ignored }
            painted.insert(Cell(row: position.row, column: position.column))
        default: return input.key == "c" ? .changed : .ignored
        }
        return .changed
    }
}
