/// The lines and bytes of models that have to be printed, each once and in order. A value.
struct PrintedLines: Hashable, Sendable {
    enum Line: Hashable, Sendable {
        /// - Parameter hasStyles: Whether sequences in the text style it.
        case text(String, hasStyles: Bool)
        /// Bytes that go on where the output stands.
        case piece([UInt8])
    }

    /// Beyond so many bytes the loop waits for the output: no line is lost, and the memory has a bound.
    private static let byteLimit = 1 << 20

    private var known: [String] = []
    private var knownPieces: [[UInt8]] = []
    private var edition = 0
    /// The plain text of the screen before.
    private var plain: String?
    private var waiting: [Line] = []
    /// Counts the lines since everything was written.
    private var byteCount = 0

    var isEmpty: Bool { waiting.isEmpty }
    var isOverLimit: Bool { byteCount > PrintedLines.byteLimit }

    /// Adds the lines and the bytes that have not been printed yet.
    mutating func add(_ model: ConsoleDriver.Model) {
        let isAnother = model.edition != edition
        edition = model.edition
        add(isAnother ? model.lines[...] : Self.news(of: model.lines, after: known), model.linesHaveSequences)
        known = model.lines
        for piece in isAnother ? model.bytes[...] : Self.news(of: model.bytes, after: knownPieces) {
            waiting.append(.piece(piece))
            byteCount += piece.count
        }
        knownPieces = model.bytes
    }

    /// The elements that a list has more than the one before; all where it does not begin with that.
    private static func news<Element: Equatable>(of list: [Element], after known: [Element]) -> ArraySlice<Element> {
        if list == known { return [] }
        return list.starts(with: known) ? list[known.count...] : list[...]
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
            waiting.append(.text(line, hasStyles: hasStyles))
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
