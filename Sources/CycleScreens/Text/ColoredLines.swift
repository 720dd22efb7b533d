/// The lines of a text in the colours of a language. A line that is wrapped is read once for all of its rows.
struct ColoredLines {
    private let rules: CodeRules?
    private var start = -1
    private var line = StyledText()

    /// - Parameter rules: `nil` for text without colours.
    init(_ rules: CodeRules?) {
        self.rules = rules
    }

    /// Some bytes of one line.
    mutating func piece(_ range: Range<Int>, of edited: EditedText) -> StyledText {
        guard let rules else { return StyledText(String(edited.text.bytes(range))) }
        let start = edited.lineStart(range.lowerBound)
        if start != self.start {
            line = rules.styled(String(edited.text.bytes(start..<edited.lineEnd(start))))
            self.start = start
        }
        return line.bytes(range.lowerBound - start..<range.upperBound - start)
    }
}

extension StyledText {
    /// Some bytes, between two characters.
    func bytes(_ range: Range<Int>) -> StyledText {
        var (result, offset) = (StyledText(), 0)
        for run in runs {
            let end = offset + run.text.utf8.count
            let part = range.clamped(to: offset..<end)
            if !part.isEmpty {
                let text = run.text.bytes(part.lowerBound - offset..<part.upperBound - offset)
                result.runs.append(Run(String(text), run.style, link: run.link))
            }
            offset = end
            if offset >= range.upperBound { break }
        }
        return result
    }
}
