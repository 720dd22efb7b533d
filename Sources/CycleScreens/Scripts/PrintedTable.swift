import CycleDrivers

/// Rows with columns as text, for a pipe or a page: each column as wide as what is in it.
///
///     print(tableText(of: files, columns: [ListColumn("Name", sortedBy: \.name), …]))
///
/// - Parameters:
///   - rows: All of them.
///   - columns: From left to right. One of a fixed width is cut to that.
///   - hasHeader: Whether the titles stand above.
public func tableText<Element>(
    of rows: some Sequence<Element>, columns: [ListColumn<Element>], hasHeader: Bool = true
) -> String {
    var lines = rows.map { row in columns.map { $0.cell(row) } }
    if hasHeader { lines.insert(columns.map(\.title), at: 0) }
    let widths = columns.enumerated().map { index, column in
        if case .fixed(let width) = column.width { return width }
        return lines.map { $0[index].width }.max() ?? 0
    }
    return lines.map { line in
        let cells = zip(zip(line, columns), widths).map { cell, width in
            // The caller prints it: no terminal may obey it.
            let text = ConsoleDriver.inert(cell.0.cut(to: width, cell.1.overflow).beginning(width).text)
            let rest = max(0, width - ConsoleDriver.CharacterWidth.of(text))
            let before = cell.1.alignment.offset(rest)
            return String(repeating: " ", count: before) + text + String(repeating: " ", count: rest - before)
        }
        var row = cells.joined(separator: "  ")
        while row.last == " " { row.removeLast() }
        return row
    }.joined(separator: "\n")
}
