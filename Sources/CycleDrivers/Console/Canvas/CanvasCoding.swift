/// As JSON: `{"columns": 20, "rows": ["\u001b[1mtotal\u001b[0m 3", "", …], "cursor": {"row": 0, "column": 7}}`. A row is the
/// text that ``ConsoleDriver/Canvas/init(sequences:fitting:)`` makes it of, without plain blanks at its end and with links of
/// every kind; without `cursor` it is hidden.
extension ConsoleDriver.Canvas: Codable {
    private enum Field: String, CodingKey {
        case columns, rows, cursor
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Field.self)
        let columns = try container.decode(Int.self, forKey: .columns)
        let rows = try container.decode([String].self, forKey: .rows)
        guard (0...Self.limit).contains(columns), rows.count <= Self.limit else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "too large a canvas")
            throw DecodingError.dataCorrupted(context)
        }
        self.init(Size(columns: columns, rows: rows.count))
        for (row, text) in rows.enumerated() {
            draw(Self(text, fitting: Size(columns: columns, rows: 1), .styles(.any)), at: Position(row: row, column: 0))
        }
        cursor = try container.decodeIfPresent(Position.self, forKey: .cursor)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Field.self)
        try container.encode(size.columns, forKey: .columns)
        try container.encode((0..<size.rows).map(styledText), forKey: .rows)
        try container.encodeIfPresent(cursor, forKey: .cursor)
    }

    /// A row with the sequences that style it.
    func styledText(row: Int) -> String {
        let cells = cells[index(row, 0)..<index(row + 1, 0)]
        guard let last = cells.lastIndex(where: { $0 != .blank }) else { return "" }
        var text: [UInt8] = []
        var pen = TextPen()
        var before = ""
        for cell in cells[...last] where cell.width > 0 {
            text.appendChange(from: &pen, to: TextPen(style: cell.style, extra: extra(of: cell)))
            let next = self.text(of: cell)
            // A blank of no width keeps apart what would become one character.
            if (before + next).count < 2, !before.isEmpty { text += "\u{200b}".utf8 }
            text += next.utf8
            before = next
        }
        text.appendChange(from: &pen, to: TextPen())
        return String(decoding: text, as: UTF8.self)
    }
}
