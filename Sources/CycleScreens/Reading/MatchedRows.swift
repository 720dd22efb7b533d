import CycleDrivers

/// Finds where in a view a text stands, by laying out the rows that are looked at.
struct MatchedRows {
    typealias Position = ConsoleDriver.Position

    private let search: TextSearch
    private let content: ScreenView
    private let columns: Int
    private let count: Int
    /// So many rows are laid out at a time.
    private static let sliceHeight = 256

    init(_ query: String, _ content: ScreenView, columns: Int, rows: Int) {
        (search, self.content, self.columns, count) = (TextSearch(query), content, columns, rows)
    }

    /// The next match after a place, or the one before, round the end.
    func next(_ step: Int, from start: Position) -> Position? {
        guard count > 0, search.count > 0 else { return nil }
        // The match of an earlier content may lie behind the end of this one.
        let first = min(max(start.row, 0), count - 1)
        var slice: (index: Int, canvas: ConsoleDriver.Canvas)?
        for distance in 0...count {
            let row = ((first + step * distance) % count + count) % count
            let index = row / Self.sliceHeight
            if slice?.index != index {
                let layout = ScreenLayout(
                    content.scrolled(by: .init(row: index * Self.sliceHeight, column: 0)),
                    .init(columns: columns, rows: min(Self.sliceHeight, count - index * Self.sliceHeight)))
                slice = (index, layout.canvas)
            }
            let found = slice?.canvas.matches(of: search, row: row % Self.sliceHeight, 0..<columns) ?? []
            let column =
                step > 0
                ? found.first { distance > 0 || $0.lowerBound > start.column }
                : found.last { distance > 0 || $0.lowerBound < start.column }
            if let column { return Position(row: row, column: column.lowerBound) }
        }
        return nil
    }
}

extension ConsoleDriver.Canvas {
    /// The columns in which a text stands in a row.
    func matches(of search: TextSearch, row: Int, _ columns: Range<Int>) -> [Range<Int>] {
        var characters: [Character] = []
        var starts: [Int] = []
        for column in columns {
            // Nothing is where a wide character reaches.
            guard let character = character(at: .init(row: row, column: column)) else { continue }
            characters.append(character)
            starts.append(column)
        }
        return search.places(in: characters).map { place in
            let end = place + search.count
            return starts[place]..<(end < starts.count ? starts[end] : columns.upperBound)
        }
    }
}

extension ScreenView {
    /// This with marks over a text, where it is seen.
    ///
    /// - Parameters:
    ///   - query: The text to mark.
    ///   - current: The start of the current match, counted from the top left.
    func marking(_ query: String, current: Position?) -> ScreenView {
        .drawn { layout, place in
            layout.draw(self, place)
            let search = TextSearch(query)
            let seen = place.clip.intersection(layout.canvas.bounds)
            guard !seen.isEmpty else { return }
            for row in seen.row..<seen.endRow {
                for match in layout.canvas.matches(of: search, row: row, seen.column..<seen.endColumn) {
                    let start = Position(row: row - place.area.row, column: match.lowerBound - place.area.column)
                    let area = ScreenLayout.Rectangle(row: row, column: match.lowerBound, rows: 1, columns: match.count)
                    let style = start == current ? ReadingSearch.currentMark : ReadingSearch.mark(layout.look.theme)
                    layout.canvas.restyle(area, layout.look.resolved(style), clip: place.clip)
                }
            }
        }
    }
}
