import CycleDrivers

/// The newest lines of an endless log, and a ``Reader`` of them that follows the end.
///
///     log.append("connected")
///     log.view.region(Place.log)
///     log.handle(input.at(Place.log))
///
/// Only the lines that are seen are laid out. While the end is seen it stays in sight; looked at further up, nothing moves.
/// Colours and other styles that are set in a line by `ESC [ … m` are shown; no other sequence does anything.
///
/// `/` looks for a text, which is marked; `n` goes to the next place of it, `N` to the one before, round the end.
public struct LogBuffer: Component, Hashable, Codable, Sendable {
    /// The newest lines, the oldest of them first.
    public private(set) var lines: [String] = []
    /// How many lines are kept, at least.
    public let limit: Int
    private(set) var reader: Reader

    /// An empty log.
    ///
    /// - Parameters:
    ///   - limit: How many lines are kept, at least.
    ///   - wraps: Whether a line that is too long goes on in the next row.
    public init(limit: Int = 10_000, wraps: Bool = false) {
        self.limit = max(1, limit)
        reader = Reader(wraps: wraps, isFollowing: true)
    }

    /// Adds lines; `text` may have several. A new line at its end ends the last one.
    public mutating func append(_ text: String) {
        lines += text.lines
        // A quarter at a time: to take the first off an array moves all others.
        guard lines.count - limit > limit / 4 else { return }
        let surplus = lines.count - limit
        lines.removeFirst(surplus)
        reader.shift(by: -surplus)
    }

    /// Takes all lines away, as for a filter that has changed; what is looked for stays.
    public mutating func clear() {
        lines = []
        reader.restart()
    }

    /// Looks for a text, and shows the newest line that has it; an empty one is looked for no more.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    public mutating func find(_ query: String) -> Bool { reader.find(query, lines: lines, line: Self.plain) }

    /// The text to find; empty for none.
    public var query: String { reader.query }

    /// The keys of a ``Reader``.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        reader.handle(input, lines: lines, line: Self.plain)
    }

    /// The lines that are seen. Their text is inert: sequences in it are left out.
    public var view: ScreenView { reader.view(of: lines, line: Self.plain) }

    /// The same with lines in styles of your own, such as those of their level. Of tabs there are blanks. For the styles that
    /// sequences in the lines set:
    ///
    ///     log.view { StyledText(sequences: $0) }
    public func view(_ styled: @escaping (String) -> StyledText) -> ScreenView {
        reader.view(of: lines) { styled($0.withoutTabs) }
    }

    static func plain(_ line: String) -> StyledText { StyledText(StyledText(sequences: line.withoutTabs).text) }
}
