import CycleDrivers

extension StyledText {
    /// A line of another program, with the styles that sequences in it set, and links to addresses of `http`, `https` and `mailto`.
    /// All other sequences are left out.
    ///
    /// It begins in no style, whatever the line before has set.
    ///
    /// - Complexity: O(bytes), also of a line that is not seen.
    public init(sequences line: String) {
        guard line.hasSequences else {
            self.init(line)
            return
        }
        let canvas = ConsoleDriver.Canvas(
            sequences: line.markingEnd, fitting: .init(columns: line.utf8.count + 1, rows: 1))
        let cells = 0..<canvas.size.columns
        let end = cells.last { canvas.character(at: .init(row: 0, column: $0)) == String.endMark } ?? cells.upperBound
        self.init()
        for column in 0..<end {
            let position = ConsoleDriver.Position(row: 0, column: column)
            // Nothing is where a wide character reaches.
            guard let character = canvas.character(at: position), let style = canvas.style(at: position) else {
                continue
            }
            let link = canvas.link(at: position)
            if let last = runs.last, last.style == style, last.link == link {
                runs[runs.count - 1].text.append(character)
            } else {
                runs.append(Run(String(character), style, link: link))
            }
        }
    }
}

extension String {
    /// Whether it may have something in it that a terminal would obey.
    fileprivate var hasSequences: Bool { utf8.contains { $0 == 0x1b || $0 == 0xc2 } }

    /// A character of private use, which is in no text. A line that is longer than a canvas has lost its end: no other character may
    /// be taken for it.
    fileprivate static var endMark: Character { "\u{10fffd}" }

    /// With what tells where it ends, behind all sequences.
    fileprivate var markingEnd: String { self + "\u{1b}[0m\(Self.endMark)" }

    /// How many cells it takes, without the sequences in it.
    var shownWidth: Int { hasSequences ? StyledText(sequences: self).width : ConsoleDriver.CharacterWidth.of(self) }
}
