/// Text of an application on its way to a terminal: `ESC [ … m` styles it, every other control character is left out, so
/// that no text can move the cursor or reprogram the terminal.
enum StyledText {
    /// A piece of text: visible characters, or a change of style.
    private enum Piece {
        case character(Character)
        case newLine
        case tab
        case style([Int])
    }

    private static let tabWidth = 8

    /// The rows of a screen, cut to `size`. Cells after the last one of a row are blank.
    static func rows(of text: String, fitting size: ConsoleDriver.Size, hasColor: Bool) -> [[PaintedCell]] {
        var rows: [[PaintedCell]] = [[]]
        var style = CellStyle()
        pieces(of: text) { piece in
            let last = rows.count - 1
            switch piece {
            case .newLine: rows.append([])
            case .style(let codes): style.apply(codes, hasColor: hasColor)
            case .tab:
                let end = min(size.columns, (rows[last].count / tabWidth + 1) * tabWidth)
                while rows[last].count < end { rows[last].append(PaintedCell(text: " ", width: 1, style: style)) }
            case .character(let character):
                let (width, isUnsure) = ConsoleDriver.CharacterWidth.of(character)
                guard rows[last].count + width <= size.columns else { return rows[last].pad(to: size.columns, style) }
                if width > 0 {
                    rows[last].append(
                        PaintedCell(text: String(character), width: width, style: style, isUnsure: isUnsure))
                }
                if width == 2 { rows[last].append(.continuation) }
            }
        }
        return rows.prefix(size.rows).map { $0.withoutTrailingBlanks }
    }

    /// A line that scrolls by, and the end of its style.
    static func line(_ text: String, hasColor: Bool) -> [UInt8] {
        guard !isPlain(text) else { return Array(text.utf8) }
        var result = ""
        var current = CellStyle()
        pieces(of: text) { piece in
            switch piece {
            case .character(let character): result.append(character)
            case .newLine: result += "\r\n"
            case .tab: result += "\t"
            case .style(let codes):
                var next = current
                next.apply(codes, hasColor: hasColor)
                if next != current { result += next.sequence }
                current = next
            }
        }
        if current != CellStyle() { result += CellStyle().sequence }
        return Array(result.utf8)
    }

    /// The text alone.
    static func plain(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        var result = ""
        pieces(of: text) { piece in
            switch piece {
            case .character(let character): result.append(character)
            case .newLine: result += "\n"
            case .tab: result += "\t"
            case .style: break
            }
        }
        return result
    }

    /// Whether it is quickly seen that nothing is to be left out: no byte is part of a control character or a new line.
    private static func isPlain(_ text: String) -> Bool {
        !text.utf8.contains { $0 < 0x20 || $0 == 0x7f || $0 == 0xc2 || $0 == 0xe2 }
    }

    private static func pieces(of text: String, _ take: (Piece) -> Void) {
        var rest = text[...]
        while let character = rest.popFirst() {
            if character.isNewline {
                take(.newLine)
            } else if character == "\t" {
                take(.tab)
            } else if character == "\u{1b}" {
                if let codes = takeStyle(&rest) { take(.style(codes)) }
            } else if !isControl(character) {
                take(.character(character))
            }
        }
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.generalCategory == .control
    }

    /// What follows an Escape, if it is a whole sequence; only that of a style is told.
    private static func takeStyle(_ rest: inout Substring) -> [Int]? {
        guard rest.first == "[" else { return nil }
        rest.removeFirst()
        let parameters = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ";" || $0 == ":" || $0 == "?") }
        rest = rest.dropFirst(parameters.count)
        guard rest.popFirst() == "m", !parameters.contains("?") else { return nil }
        return parameters.split(omittingEmptySubsequences: false, whereSeparator: { $0 == ";" || $0 == ":" })
            .map { Int($0.prefix(4)) ?? 0 }
    }
}

extension [PaintedCell] {
    fileprivate mutating func pad(to count: Int, _ style: CellStyle) {
        while self.count < count { append(PaintedCell(text: " ", width: 1, style: style)) }
    }

    fileprivate var withoutTrailingBlanks: [PaintedCell] {
        var end = count
        while end > 0, self[end - 1] == .blank { end -= 1 }
        return Array(prefix(end))
    }
}
