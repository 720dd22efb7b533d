import CycleDrivers

/// The lines of a long text, each in a row: only those that are seen are laid out, however many there are.
///
///     let article = TextLines(text)                       // once: it looks at all of the text
///     viewport.view(of: article.view).region(Place.article)
///     viewport.handle(input, content: article.view)
///
/// What is longer than the screen is wide is not wrapped; a ``Viewport`` goes there sideways.
public struct TextLines: Hashable, Sendable {
    /// As they are in the text, without what ends them.
    public let lines: [String]
    private let size: ScreenView.Size

    /// - Complexity: O(length of the text).
    public init(_ text: String) {
        self.init(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0) })
    }

    private init(_ lines: [String]) {
        self.lines = lines
        let width = lines.lazy.map { ConsoleDriver.CharacterWidth.of($0) }.max() ?? 0
        size = ScreenView.Size(columns: width, rows: lines.count)
    }

    /// - Complexity: O(lines that are seen).
    public var view: ScreenView {
        .sized(fitting: { _ in size }) { space in
            if space.isPlain { return .stack(.column, lines.map { .text($0) }) }
            return .drawn { layout, place in
                let seen = place.area.intersection(place.clip)
                let top = place.area.row
                var row = place
                row.area.rows = 1
                for index in lines.indices.clamped(to: seen.row - top..<seen.endRow - top) {
                    row.area.row = top + index
                    layout.draw(.text(lines[index]), row)
                }
            }
        }
    }
}

/// As JSON an array of the lines.
extension TextLines: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(lines)
    }
}
