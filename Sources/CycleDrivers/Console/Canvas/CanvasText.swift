import CycleBase

extension ConsoleDriver.Canvas {
    /// Distance of the stops of a tab.
    private static let tabWidth = 8

    /// Text as it is shown on a screen: a row for each line, as many as there are and fit, cut at the right.
    ///
    /// The text is inert: sequences and control characters are left out. A tab goes to the next multiple of eight.
    ///
    /// - Complexity: O(bytes), up to the last row that fits.
    public init(_ text: String, fitting size: Size) {
        self.init(text, fitting: size, .leftOut)
    }

    /// Text with the styles that sequences in it set, as other programs write it.
    ///
    /// `ESC [ … m` styles the text that follows, `ESC ] 8 ; ; address ESC \` links it to an address of `http`, `https` or
    /// `mailto`. All other sequences and control characters are left out.
    ///
    /// - Complexity: O(bytes), up to the last row that fits.
    public init(sequences text: String, fitting size: Size) {
        self.init(text, fitting: size, .styles(.ofOthers))
    }

    init(_ text: String, fitting size: Size, _ sequences: TextSequences) {
        self.init(Size(columns: size.columns, rows: 0))
        var text = text
        text.withUTF8 { draw($0, sequences, rowLimit: min(max(size.rows, 0), Self.limit)) }
    }

    private mutating func draw(
        _ bytes: UnsafeBufferPointer<UInt8>, _ sequences: TextSequences, rowLimit: Int
    ) {
        guard rowLimit > 0 else { return }
        var reader = TextReader(bytes)
        var pen = TextPen()
        var (extra, column): (UInt16, Int) = (0, 0)
        addRow()
        while let piece = reader.next() {
            switch piece {
            case .run(let range):
                let run = UnsafeBufferPointer(rebasing: bytes[range])
                column += draw(
                    run, at: Position(row: size.rows - 1, column: column), pen.style, extra: extra, clip: nil)
            case .newLine:
                if size.rows == rowLimit { return }
                addRow()
                column = 0
            case .tab:
                let end = min(size.columns, (column / Self.tabWidth + 1) * Self.tabWidth)
                let gap = Rectangle(row: size.rows - 1, column: column, rows: 1, columns: end - column)
                fill(gap, style: pen.style)
                column = max(column, end)
            case .style, .command:
                guard pen.obey(piece, sequences, reader) else { continue }
                extra = number(of: pen.extra)
            }
        }
    }

    private mutating func addRow() {
        size.rows += 1
        cells.append(contentsOf: repeatElement(.blank, count: size.columns))
    }

    /// The characters, without blanks at the ends of rows and without empty rows at the end: what a test compares.
    public var text: String {
        var bytes: [UInt8] = []
        var (lineCount, blankCount) = (0, 0)
        for row in 0..<size.rows {
            for cell in cells[index(row, 0)..<index(row + 1, 0)] where cell.width > 0 {
                if cell.glyph == 0x20 {
                    blankCount += 1
                } else {
                    bytes += repeatElement(0x0a, count: lineCount)
                    bytes += repeatElement(0x20, count: blankCount)
                    (lineCount, blankCount) = (0, 0)
                    if cell.glyph < 0x80 { bytes.append(UInt8(cell.glyph)) } else { bytes += text(of: cell).utf8 }
                }
            }
            (lineCount, blankCount) = (lineCount + 1, 0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The styles as a second block below ``text``: a letter for each cell, `.` for the plain style, without dots at the
    /// ends; then what each letter means. Empty when all is plain.
    ///
    ///     ..aaa
    ///     a: bold foreground=2
    public var styles: String {
        var numbering = Numbering<CellLook>()
        _ = numbering.number(of: CellLook(style: .plain, extra: .none))
        var lines = (0..<size.rows).map { row in
            let letters = cells[index(row, 0)..<index(row + 1, 0)].map { cell in
                Self.letter(numbering.number(of: CellLook(style: cell.style, extra: extra(of: cell))))
            }
            return String(letters[..<((letters.lastIndex { $0 != "." } ?? -1) + 1)])
        }
        while lines.last == "" { lines.removeLast() }
        let legend = numbering.values.enumerated().dropFirst().map { "\(Self.letter($0.offset)): \($0.element)" }
        return (lines + legend).joined(separator: "\n")
    }

    /// a to z, A to Z, then `?`.
    private static func letter(_ number: Int) -> Character {
        switch number {
        case 0: "."
        case 1...26: Character(Unicode.Scalar(UInt8(0x60 + number)))
        case 27...52: Character(Unicode.Scalar(UInt8(0x40 + number - 26)))
        default: "?"
        }
    }
}

/// All that makes two cells with the same character look alike.
private struct CellLook: Hashable, Sendable, CustomStringConvertible {
    let style: ConsoleDriver.Style
    let extra: CellExtra

    var description: String {
        var words = [style.description]
        if extra.underlineColor != .standard { words.append("underline-color=\(extra.underlineColor)") }
        if let link = extra.link { words.append("link=\(link)") }
        if words.count > 1, style == .plain { words.removeFirst() }
        return words.joined(separator: " ")
    }
}

extension ConsoleDriver.Canvas: CustomStringConvertible {
    /// ``text`` and, if any cell is styled, ``styles``.
    public var description: String {
        let styles = styles
        return styles.isEmpty ? text : text + "\n" + styles
    }
}
