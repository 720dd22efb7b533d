import CycleDrivers

/// The long lines that a layout has shown, with their styles, for the next layout and for the event before that: to style a line of
/// megabytes takes longer than all else in a frame.
final class StyledLines {
    private struct Entry {
        let path: [AnyHashable]
        let key: AnyHashable
        let line: AnyHashable
        let styled: StyledText
    }

    /// Few are seen at once; others would only take memory.
    private static let limit = 16
    /// Shorter ones are styled anew in less time than they are looked for.
    private static let leastByteCount = 2_048
    private let before: [Entry]
    private var known: [Entry] = []

    init(after previous: StyledLines?) {
        before = previous?.known ?? []
    }

    /// A line with its styles, made where none is known that is equal. Equal texts are mostly one in memory, so that they are not read.
    ///
    /// - Parameters:
    ///   - path: Of the region that shows it.
    ///   - key: Another one where its styles may differ, though the line does not.
    func styled(_ line: AnyHashable, at path: [AnyHashable], _ key: AnyHashable, make: () -> StyledText) -> StyledText {
        func isSame(_ entry: Entry) -> Bool { entry.path == path && entry.key == key && entry.line == line }
        if let entry = known.first(where: isSame) { return entry.styled }
        let entry = before.first(where: isSame) ?? Entry(path: path, key: key, line: line, styled: make())
        let byteCount = entry.styled.runs.reduce(0) { $0 + $1.text.utf8.count }
        if byteCount > Self.leastByteCount, known.count < Self.limit { known.append(entry) }
        return entry.styled
    }
}

/// The lines of one text among them.
struct StyledLinesOfText {
    let lines: StyledLines
    let path: [AnyHashable]
    let key: AnyHashable
}
