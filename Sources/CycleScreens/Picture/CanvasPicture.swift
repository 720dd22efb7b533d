public import CycleDrivers

extension ConsoleDriver.Canvas {
    /// The same cells as an SVG, for documents: each cell 9 wide and 18 high, with the colours of a dark or a light theme.
    ///
    /// Lines, blocks and dots are drawn, and words stand in their cells, so that it looks the same in every font.
    ///
    /// - Parameters:
    ///   - isDark: Whether the terminal has light text on a dark ground.
    ///   - isCropped: Whether rows and columns around all that is seen are left out.
    public func svg(isDark: Bool = true, isCropped: Bool = false) -> String {
        let ground = ground
        var picture = CanvasPicture(theme: PictureTheme(isDark: isDark, ground: ground))
        let seen = isCropped ? seenArea(on: ground) : bounds
        for row in seen.row..<seen.endRow { picture.add(row, of: self, columns: seen.endColumn) }
        return picture.text(seen, cursor)
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
private struct CanvasPicture {
    /// Cells with equal brushes are drawn in one path.
    private struct Brush: Hashable {
        /// 0 behind, 1 areas, 2 thin lines, 3 heavy lines, 4 dots.
        var layer: Int
        var color: String
    }

    /// Some characters beside each other that look the same.
    private struct Word {
        var column: Int
        var columns = 0
        var text = ""
        var look: String
    }

    let theme: PictureTheme
    private var paths: [Brush: String] = [:]
    private var texts: [String] = []

    init(theme: PictureTheme) {
        self.theme = theme
    }

    mutating func add(_ row: Int, of canvas: ConsoleDriver.Canvas, columns: Int) {
        addPapers(row, of: canvas, columns)
        var words: [Word] = []
        for column in 0..<columns {
            let position = ConsoleDriver.Position(row: row, column: column)
            let style = canvas.style(at: position) ?? .plain
            let look = theme.look(of: style)
            let (x, y) = (9 * column + 8, 18 * row + 8)
            addLines(style, look.ink, Double(x), Double(y))
            guard let character = canvas.character(at: position) else {
                // The second half of a wide character.
                if let last = words.indices.last { words[last].columns += 1 }
                continue
            }
            guard character != " ", !style.attributes.contains(.conceal) else { continue }
            if addShapes(character, look, Double(x), Double(y)) { continue }
            add(character, column, style.look(ink: look.ink), to: &words)
        }
        texts += words.map { text(of: $0, row) }
    }

    /// Adds the backgrounds of the characters, as one area where they are equal.
    private mutating func addPapers(_ row: Int, of canvas: ConsoleDriver.Canvas, _ columns: Int) {
        let papers = (0..<columns).map { column in
            theme.look(of: canvas.style(at: .init(row: row, column: column)) ?? .plain).paper
        }
        var start = 0
        for end in papers.indices.dropFirst() + [papers.count] where end == papers.count || papers[end] != papers[start]
        {
            if start < end, papers[start] != theme.paper {
                paths[Brush(layer: 0, color: papers[start]), default: ""] +=
                    "M\(9 * start + 8) \(18 * row + 8)h\(9 * (end - start))v18H\(9 * start + 8)z"
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
        let text = word.text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
        let length = word.text.count > 1 ? #" textLength="\#(9 * word.columns)" lengthAdjust="spacingAndGlyphs""# : ""
        return #"<text x="\#(9 * word.column + 8)" y="\#(18 * row + 22)"\#(length)\#(word.look)>\#(text)</text>"#
    }

    /// - Returns: Whether the character is drawn, and not written.
    private mutating func addShapes(
        _ character: Character, _ look: (ink: String, paper: String), _ x: Double, _ y: Double
    ) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        let shapes = CellShape.shapes(of: scalar, x, y)
        for shape in shapes {
            let (brush, path) =
                switch shape {
                case .filled(let path, let share):
                    (Brush(layer: 1, color: theme.mixed(look.ink, look.paper, share)), path)
                case .thin(let path): (Brush(layer: 2, color: look.ink), path)
                case .heavy(let path): (Brush(layer: 3, color: look.ink), path)
                case .dots(let path): (Brush(layer: 4, color: look.ink), path)
                }
            paths[brush, default: ""] += path
        }
        return !shapes.isEmpty
    }

    /// The lines below, through and above a text.
    private mutating func addLines(_ style: ConsoleDriver.Style, _ ink: String, _ x: Double, _ y: Double) {
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
        if !path.isEmpty { paths[Brush(layer: 2, color: ink), default: ""] += path }
    }

    func text(_ seen: ConsoleDriver.Rectangle, _ cursor: ConsoleDriver.Position?) -> String {
        let (width, height) = (9 * seen.columns + 16, 18 * seen.rows + 16)
        let (left, top) = (9 * seen.column, 18 * seen.row)
        let (box, start) =
            left + top == 0
            ? ("", "") : (#" viewBox="\#(left) \#(top) \#(width) \#(height)""#, #" x="\#(left)" y="\#(top)""#)
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)"\(box) \
            font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="15">
            """, #"<rect\#(start) width="100%" height="100%" rx="6" fill="\#(theme.paper)"/>"#,
        ]
        let order = paths.keys.sorted { ($0.layer, $0.color) < ($1.layer, $1.color) }
        for brush in order { lines.append(#"<path\#(attributes(of: brush)) d="\#(paths[brush] ?? "")"/>"#) }
        if let cursor {
            // Below the words, so that the one under it can be read.
            lines.append(
                #"<rect x="\#(9 * cursor.column + 8)" y="\#(18 * cursor.row + 8)" width="9" height="18" fill="\#(theme.ink)" fill-opacity="0.5"/>"#
            )
        }
        return (lines + texts + ["</svg>", ""]).joined(separator: "\n")
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
