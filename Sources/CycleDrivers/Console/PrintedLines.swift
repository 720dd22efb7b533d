/// The lines of models that have to be printed, each once and in order. A value.
struct PrintedLines: Hashable, Sendable {
    /// Beyond so many bytes the loop waits for the output: no line is lost, and the memory has a bound.
    private static let byteLimit = 1 << 20

    private var known: [String] = []
    private var edition = 0
    /// The plain text of the screen before.
    private var plain: String?
    private var waiting: [String] = []
    /// Counts the lines since everything was written.
    private var byteCount = 0

    var isEmpty: Bool { waiting.isEmpty }
    var isOverLimit: Bool { byteCount > PrintedLines.byteLimit }

    /// Adds the lines that have not been printed yet.
    mutating func add(_ lines: [String], edition: Int) {
        guard lines != known || edition != self.edition else { return }
        let isContinued = edition == self.edition && lines.starts(with: known)
        add(isContinued ? lines[known.count...] : lines[...])
        (known, self.edition) = (lines, edition)
    }

    /// Adds the plain text of a screen where no screen can be drawn.
    ///
    /// - Parameter isTerminal: Whether only the new lines are added. The reader of a pipe wants the text whole.
    mutating func add(screen: String?, isPrinted: Bool, isTerminal: Bool) {
        if isPrinted, let screen, screen != plain {
            if isTerminal { add(PlainNews.lines(of: screen, after: plain)[...]) } else { add([screen]) }
        }
        plain = screen
    }

    private mutating func add(_ lines: ArraySlice<String>) {
        waiting += lines
        for line in lines { byteCount += line.utf8.count }
    }

    mutating func take() -> [String] {
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
