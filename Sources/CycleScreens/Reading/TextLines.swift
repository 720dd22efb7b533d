import CycleDrivers

/// The lines of a long text, each in a row: only those that are seen are laid out, however many there are.
///
///     let article = TextLines(text)                       // once: it looks at all of the text
///     viewport.view(of: article.view).region(Place.article)
///     viewport.handle(input, content: article.view)
///
/// A line that is longer than the screen is wide is not wrapped; a ``Viewport`` scrolls sideways. A tab ends at the next
/// column that is a multiple of four.
public struct TextLines: Hashable, Sendable {
    /// As they are in the text, without what ends them.
    public let lines: [String]
    private let size: ScreenView.Size

    /// - Complexity: O(length of the text).
    public init(_ text: String) {
        self.init(text.lines)
    }

    private init(_ lines: [String]) {
        self.lines = lines
        let width = lines.lazy.map { ConsoleDriver.CharacterWidth.of($0.withoutTabs) }.max() ?? 0
        size = ScreenView.Size(columns: width, rows: lines.count)
    }

    /// - Complexity: O(lines that are seen).
    public var view: ScreenView {
        .sized(fitting: { _ in size }) { space in
            if space.isPlain { return .stack(.column, lines.map { .text($0.withoutTabs) }) }
            return .drawn { layout, place in
                let seen = place.area.intersection(place.clip)
                let top = place.area.row
                var row = place
                row.area.rows = 1
                for index in lines.indices.clamped(to: seen.row - top..<seen.endRow - top) {
                    row.area.row = top + index
                    layout.draw(.text(lines[index].withoutTabs), row)
                }
            }
        }
    }
}

extension String {
    /// Without what ends them: a new line at the end of the text ends the last one, and begins none.
    var lines: [String] {
        let ended = last?.isNewline == true ? dropLast() : self[...]
        return ended.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0) }
    }

    /// With blanks where there were tabs, up to the next column that is a multiple of four.
    var withoutTabs: String {
        guard utf8.contains(0x09) else { return self }
        var (result, column) = ("", 0)
        for (index, piece) in split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
            let blanks = index == 0 ? 0 : 4 - column % 4
            result += String(repeating: " ", count: blanks) + piece
            column += blanks + String(piece).shownWidth
        }
        return result
    }
}

/// As JSON an array of the lines.
extension TextLines: Codable {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String].self))
    }

    /// Writes the text alone.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(lines)
    }
}
