import CycleDrivers
import CycleMonitor

extension ConsoleDriver.Canvas {
    /// The screen without the secrets that stand in one of its rows, and in the addresses of its links.
    func redacted(by redaction: Redaction?) -> Self {
        guard let redaction else { return self }
        var canvas = self
        for row in 0..<size.rows {
            var (text, columns): (String, [Int]) = ("", [])
            for column in 0..<size.columns {
                let position = Position(row: row, column: column)
                guard let character = character(at: position) else { continue }
                text.append(character)
                columns += repeatElement(column, count: character.utf8.count)
                if let link = link(at: position), redaction.text(link) != link {
                    canvas.link(Rectangle(row: row, column: column, rows: 1, columns: 1), to: redaction.text(link))
                }
            }
            for place in redaction.places(in: text) {
                let first = columns[place.lowerBound]
                let end = place.upperBound < columns.count ? columns[place.upperBound] : size.columns
                canvas.fill(Rectangle(row: row, column: first, rows: 1, columns: end - first), with: "•")
            }
        }
        return canvas
    }

    /// Whether nothing stands on it.
    var isBlank: Bool {
        (0..<size.rows).allSatisfy { row in
            (0..<size.columns).allSatisfy { character(at: Position(row: row, column: $0)) == " " }
        }
    }
}
