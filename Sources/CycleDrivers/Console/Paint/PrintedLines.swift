/// The lines of models that have to be printed, each once and in order. A value.
struct PrintedLines: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        let text: String
        /// Whether sequences in the text style it.
        let hasStyles: Bool
    }

    /// Beyond so many bytes the loop waits for the output: no line is lost, and the memory has a bound.
    private static let byteLimit = 1 << 20

    private var known: [String] = []
    private var edition = 0
    /// The plain text of the screen before.
    private var plain: String?
    private var waiting: [Line] = []
    /// Counts the lines since everything was written.
    private var byteCount = 0

    var isEmpty: Bool { waiting.isEmpty }
    var isOverLimit: Bool { byteCount > PrintedLines.byteLimit }

    /// Adds the lines that have not been printed yet.
    mutating func add(_ lines: [String], edition: Int, hasStyles: Bool) {
        guard lines != known || edition != self.edition else { return }
        let isContinued = edition == self.edition && lines.starts(with: known)
        add(isContinued ? lines[known.count...] : lines[...], hasStyles)
        (known, self.edition) = (lines, edition)
    }

    /// Adds the plain text of a screen where no screen can be drawn.
    ///
    /// - Parameter isTerminal: Whether only the new lines are added. The reader of a pipe wants the text whole.
    mutating func add(_ screen: ConsoleDriver.Model.Screen?, isPrinted: Bool, isTerminal: Bool) {
        if isPrinted, let screen, screen.plain != plain {
            let lines = isTerminal ? PlainNews.lines(of: screen.plain, after: plain) : [screen.plain]
            add(lines[...], screen.hasStyledText)
        }
        plain = screen?.plain
    }

    private mutating func add(_ lines: ArraySlice<String>, _ hasStyles: Bool) {
        for line in lines {
            waiting.append(Line(text: line, hasStyles: hasStyles))
            byteCount += line.utf8.count
        }
    }

    mutating func take() -> [Line] {
        defer { waiting = [] }
        return waiting
    }

    mutating func removeAll() {
        waiting = []
    }

    /// The output has written every line that was taken.
    mutating func noticeWritten() {
        byteCount = 0
    }
}
