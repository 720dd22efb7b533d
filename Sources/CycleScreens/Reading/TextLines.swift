import CycleDrivers

/// A text that has been cut into lines: what a ``Reader`` shows, or a ``Viewport`` beside other views.
///
///     let article = TextLines(text)                       // once: it looks at all of the text
///     reader.view(of: article.lines).region(Place.article)
///     reader.handle(input.at(Place.article), lines: article.lines)
///
/// In its own ``view`` each line is in a row, and only rows that are seen are laid out: a line that is longer than the screen is wide is
/// not wrapped; a ``Viewport`` scrolls sideways. A tab ends at the next
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
        var text = self
        return text.withUTF8 { bytes in
            var (lines, start, place) = ([String](), 0, 0)
            while place < bytes.count {
                let length = bytes.lineEnd(at: place)
                if length > 0 {
                    lines.append(String(decoding: bytes[start..<place], as: UTF8.self))
                    start = place + length
                }
                place += max(1, length)
            }
            if start < bytes.count || lines.isEmpty {
                lines.append(String(decoding: bytes[start...], as: UTF8.self))
            }
            return lines
        }
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

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes end a line here; 0 for none. The ends are those of `Character.isNewline`.
    fileprivate func lineEnd(at place: Int) -> Int {
        switch self[place] {
        case 0x0d: place + 1 < count && self[place + 1] == 0x0a ? 2 : 1
        case 0x0a...0x0c: 1
        case 0xc2: place + 1 < count && self[place + 1] == 0x85 ? 2 : 0
        case 0xe2: place + 2 < count && self[place + 1] == 0x80 && self[place + 2] & 0xfe == 0xa8 ? 3 : 0
        default: 0
        }
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
