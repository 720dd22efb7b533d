import CycleDrivers

extension ScreenView {
    /// Digits of three rows, as of a clock; in plain text the text itself. Characters other than digits and `:.,-+%/°`
    /// become blanks.
    public static func big(_ text: String, _ style: Style = .plain) -> ScreenView {
        let shapes = text.map { BigGlyph($0) }
        let width = max(0, shapes.reduce(-1) { $0 + $1.width + 1 })
        return .sized(fitting: { .init(columns: min(width, $0.columns), rows: min(3, $0.rows)) }) { space in
            guard !space.isPlain else { return .text(text) }
            return .stack(
                .column,
                (0..<3).map { row in
                    .text(shapes.map { $0.row(row) }.joined(separator: " "), style)
                })
        }.width(.fit).height(.fit)
    }
}

/// A character of five rows of points, two of them in a cell.
private struct BigGlyph {
    private static let shapes: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
        "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", " ##", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
        ":": [" ", "#", " ", "#", " "], ".": [" ", " ", " ", " ", "#"], ",": [" ", " ", " ", "#", "#"],
        "-": ["  ", "  ", "##", "  ", "  "], "+": ["   ", " # ", "###", " # ", "   "],
        "%": ["# #", "  #", " # ", "#  ", "# #"], "/": ["  #", "  #", " # ", "#  ", "#  "],
        "°": [" # ", "# #", " # ", "   ", "   "],
    ]

    private let points: [[Bool]]
    var width: Int { points.first?.count ?? 0 }

    init(_ character: Character) {
        let rows = Self.shapes[character] ?? Array(repeating: "  ", count: 5)
        points = (rows + [String(repeating: " ", count: rows[0].count)]).map { $0.map { $0 == "#" } }
    }

    func row(_ row: Int) -> String {
        (0..<width).map { column in
            switch (points[2 * row][column], points[2 * row + 1][column]) {
            case (true, true): "█"
            case (true, false): "▀"
            case (false, true): "▄"
            case (false, false): " "
            }
        }.joined()
    }
}
