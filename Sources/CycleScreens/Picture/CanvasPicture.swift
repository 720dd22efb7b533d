import CycleBase
public import CycleDrivers

extension ConsoleDriver.Canvas {
    /// The same cells as an SVG, for documents: each cell 9 wide and 18 high, with the colours of a dark or a light theme.
    ///
    /// Lines, blocks and dots are drawn, and words stand in their cells, so that it looks the same in every font. There is a margin
    /// of 16 around them.
    ///
    /// - Parameters:
    ///   - isDark: Whether the terminal has light text on a dark ground.
    ///   - isCropped: Whether rows and columns around all that is seen are left out.
    public func svg(isDark: Bool = true, isCropped: Bool = false) -> String {
        let (picture, seen) = picture(isDark: isDark, isCropped: isCropped)
        let elements = picture.elements.map(\.text)
        let area = PictureArea(seen)
        return area.svg([area.ground(picture.theme)] + elements)
    }

    /// The drawing, and the cells that are shown of it.
    ///
    /// - Parameter isSplit: Whether each row has elements of its own, which the next screen of a film may share.
    func picture(
        isDark: Bool, isCropped: Bool, isSplit: Bool = false
    ) -> (picture: CanvasPicture, seen: ConsoleDriver.Rectangle) {
        let ground = ground
        var picture = CanvasPicture(theme: PictureTheme(isDark: isDark, ground: ground), isSplit: isSplit)
        let seen = isCropped ? seenArea(on: ground) : bounds
        for row in seen.row..<seen.endRow { picture.add(row, of: self, columns: seen.endColumn) }
        if let cursor { picture.add(cursor: cursor) }
        return (picture, seen)
    }

    /// The background of most cells at the edges: a dialog in the middle may be larger than what is seen of the screen below.
    private var ground: ConsoleDriver.Color {
        var counts: [ConsoleDriver.Color: Int] = [:]
        for row in 0..<size.rows {
            let isEdge = row == 0 || row == size.rows - 1
            for column in 0..<size.columns where isEdge || column == 0 || column == size.columns - 1 {
                counts[style(at: .init(row: row, column: column))?.background ?? .standard, default: 0] += 1
            }
        }
        // Of two alike always the same one.
        return counts.max { ($0.value, $0.key.description) < ($1.value, $1.key.description) }?.key ?? .standard
    }

    /// All that is anything but blanks on a ground.
    private func seenArea(on ground: ConsoleDriver.Color) -> ConsoleDriver.Rectangle {
        var (top, left, bottom, right) = (size.rows, size.columns, 0, 0)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let position = ConsoleDriver.Position(row: row, column: column)
                let isBlank = character(at: position) == " " && style(at: position)?.background == ground
                guard !isBlank || position == cursor else { continue }
                (top, left) = (min(top, row), min(left, column))
                (bottom, right) = (max(bottom, row + 1), max(right, column + 1))
            }
        }
        guard top < bottom else { return .init(row: 0, column: 0, rows: 1, columns: 1) }
        return .init(row: top, column: left, rows: bottom - top, columns: right - left)
    }
}

/// Collects what a picture consists of: all areas below, then lines, then words.
struct CanvasPicture {
    /// An element of SVG.
    struct Element {
        /// 0 behind, 1 areas, 2 thin lines, 3 heavy lines, 4 dots, 5 the cursor, 6 words.
        var layer: Int
        var text: String
    }

    /// Cells with equal brushes are drawn in one path.
    private struct Brush: Hashable {
        var layer: Int
        var color: String
        /// 0 where the paths of all rows are one.
        var row = 0
    }

    /// The look of a cell, which many beside it share.
    private struct CellLook {
        let style: ConsoleDriver.Style
        let ink: String
        let paper: String
        /// As attributes of a word.
        let words: String
    }

    /// Some characters beside each other that look the same.
    private struct Word {
        var column: Int
        var columns = 0
        var text = ""
        var look: String
    }

    let theme: PictureTheme
    private let isSplit: Bool
    private var paths: [Brush: String] = [:]
    private var lastStrips: [Brush: Strip] = [:]
    private var cursor: String?
    private var texts: [String] = []

    init(theme: PictureTheme, isSplit: Bool) {
        self.theme = theme
        self.isSplit = isSplit
    }

    mutating func add(_ row: Int, of canvas: ConsoleDriver.Canvas, columns: Int) {
        let looks = looks(of: row, canvas, columns)
        addPapers(row, looks.map(\.paper))
        var words: [Word] = []
        for (column, look) in looks.enumerated() {
            let position = ConsoleDriver.Position(row: row, column: column)
            let (x, y) = (9 * column + 8, 18 * row + 8)
            addLines(look.style, look.ink, row, Double(x), Double(y))
            if canvas.isBlank(at: position) { continue }
            guard let character = canvas.character(at: position) else {
                // The second half of a wide character.
                if let last = words.indices.last { words[last].columns += 1 }
                continue
            }
            if look.style.attributes.contains(.conceal) { continue }
            if addShapes(character, look, row, Double(x), Double(y)) { continue }
            add(character, column, look.words, to: &words)
        }
        texts += words.map { text(of: $0, row) }
    }

    private func looks(of row: Int, _ canvas: ConsoleDriver.Canvas, _ columns: Int) -> [CellLook] {
        var looks: [CellLook] = []
        for column in 0..<columns {
            let style = canvas.style(at: .init(row: row, column: column)) ?? .plain
            if let last = looks.last, last.style == style {
                looks.append(last)
            } else {
                let (ink, paper) = theme.look(of: style)
                looks.append(CellLook(style: style, ink: ink, paper: paper, words: style.look(ink: ink)))
            }
        }
        return looks
    }

    mutating func add(cursor: ConsoleDriver.Position) {
        self.cursor =
            #"<rect x="\#(9 * cursor.column + 8)" y="\#(18 * cursor.row + 8)" width="9" height="18" fill="\#(theme.ink)" fill-opacity="0.5"/>"#
    }

    private func brush(_ layer: Int, _ color: String, _ row: Int) -> Brush {
        Brush(layer: layer, color: color, row: isSplit ? row : 0)
    }

    /// Adds to what is drawn by this brush. A strip that begins where the last one ended makes that one longer.
    private mutating func add(_ path: String, by brush: Brush) {
        var strip = Strip(path)
        if let last = lastStrips[brush], let longer = strip?.joined(to: last) {
            paths[brush, default: ""].removeLast(last.path.count)
            strip = longer
        }
        paths[brush, default: ""] += strip?.path ?? path
        lastStrips[brush] = strip
    }

    /// Adds the backgrounds of the characters, as one area where they are equal.
    private mutating func addPapers(_ row: Int, _ papers: [String]) {
        var start = 0
        for end in papers.indices.dropFirst() + [papers.count] where end == papers.count || papers[end] != papers[start]
        {
            if start < end, papers[start] != theme.paper {
                add(
                    "M\(9 * start + 8) \(18 * row + 8)h\(9 * (end - start))v18H\(9 * start + 8)z",
                    by: brush(0, papers[start], row))
            }
            start = end
        }
    }

    private func add(_ character: Character, _ column: Int, _ look: String, to words: inout [Word]) {
        let isNarrow = ConsoleDriver.CharacterWidth.of(character).width < 2
        if isNarrow, let last = words.last, last.look == look, last.column + last.columns == column,
            last.text.count == last.columns
        {
            words[words.count - 1].text.append(character)
            words[words.count - 1].columns += 1
        } else {
            words.append(Word(column: column, columns: 1, text: String(character), look: look))
        }
    }

    private func text(of word: Word, _ row: Int) -> String {
        Self.text(word.text, x: 9 * word.column + 8, y: 18 * row + 22, columns: word.columns, word.look)
    }

    /// Some characters in a row, as wide as their cells whatever the font.
    static func text(_ text: String, x: Int, y: Int, columns: Int, _ look: String) -> String {
        let length = text.count > 1 ? #" textLength="\#(9 * columns)" lengthAdjust="spacingAndGlyphs""# : ""
        return #"<text x="\#(x)" y="\#(y)"\#(length)\#(look)>\#(text.escapedXML(quotes: false))</text>"#
    }

    /// - Returns: Whether the character is drawn, and not written.
    private mutating func addShapes(
        _ character: Character, _ look: CellLook, _ row: Int, _ x: Double, _ y: Double
    ) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        let shapes = CellShape.shapes(of: scalar, x, y)
        for shape in shapes {
            switch shape {
            case .filled(let path, let share):
                add(path, by: brush(1, theme.mixed(look.ink, look.paper, share), row))
            case .thin(let path): add(path, by: brush(2, look.ink, row))
            case .heavy(let path): add(path, by: brush(3, look.ink, row))
            case .dots(let path): add(path, by: brush(4, look.ink, row))
            }
        }
        return !shapes.isEmpty
    }

    /// The lines below, through and above a text.
    private mutating func addLines(
        _ style: ConsoleDriver.Style, _ ink: String, _ row: Int, _ x: Double, _ y: Double
    ) {
        var path = ""
        let below = "M\(x.short) \((y + 16.5).short)"
        switch style.underline {
        case .none: break
        case .single: path += below + "h9"
        case .double: path += below + "h9M\(x.short) \((y + 14.5).short)h9"
        case .curly: path += below + "q2.25 -3 4.5 0t4.5 0"
        case .dotted: path += below + "h1.5m1.5 0h1.5m1.5 0h1.5"
        case .dashed: path += below + "m1 0h6"
        }
        if style.attributes.contains(.strikethrough) { path += "M\(x.short) \((y + 9.5).short)h9" }
        if style.attributes.contains(.overline) { path += "M\(x.short) \((y + 1.5).short)h9" }
        if !path.isEmpty { add(path, by: brush(2, ink, row)) }
    }

    /// All of it, from what is behind to what is in front.
    var elements: [Element] {
        let order = paths.keys.sorted { ($0.layer, $0.color, $0.row) < ($1.layer, $1.color, $1.row) }
        let drawn = order.map { brush in
            Element(layer: brush.layer, text: #"<path\#(attributes(of: brush)) d="\#(paths[brush] ?? "")"/>"#)
        }
        // The cursor is below the words, so that the one under it can be read.
        return drawn + (cursor.map { [Element(layer: 5, text: $0)] } ?? [])
            + texts.map { Element(layer: 6, text: $0) }
    }

    private func attributes(of brush: Brush) -> String {
        switch brush.layer {
        case 0, 1: #" fill="\#(brush.color)" shape-rendering="crispEdges""#
        case 2: #" fill="none" stroke="\#(brush.color)""#
        case 3: #" fill="none" stroke="\#(brush.color)" stroke-width="2""#
        default: #" fill="none" stroke="\#(brush.color)" stroke-width="3.4" stroke-linecap="round""#
        }
    }
}

extension ConsoleDriver.Style {
    /// Colour, weight and slant, as attributes.
    fileprivate func look(ink: String) -> String {
        #" fill="\#(ink)""# + (attributes.contains(.bold) ? #" font-weight="bold""# : "")
            + (attributes.contains(.italic) ? #" font-style="italic""# : "")
    }
}

/// A line along a row, as the path `M8 17.5H17`, or an area, as `M8 8h9v18H8z`.
private struct Strip {
    var start: Double
    let row: Substring
    let end: Double
    /// `nil` for a line.
    let height: Substring?

    init?(_ path: String) {
        let numbers = path.split { $0.isLetter || $0 == " " }
        let values = numbers.map { Double($0) ?? 0 }
        switch path.filter(\.isLetter) {
        case "MH": (start, row, end, height) = (values[0], numbers[1], values[2], nil)
        case "MhvHz": (start, row, end, height) = (values[0], numbers[1], values[0] + values[2], numbers[3])
        default: return nil
        }
    }

    /// Both, where this one begins at the end of the other.
    func joined(to other: Strip) -> Strip? {
        guard other.end == start, other.row == row, other.height == height else { return nil }
        var strip = self
        strip.start = other.start
        return strip
    }

    var path: String {
        guard let height else { return "M\(start.short) \(row)H\(end.short)" }
        return "M\(start.short) \(row)h\((end - start).short)v\(height)H\(start.short)z"
    }
}
