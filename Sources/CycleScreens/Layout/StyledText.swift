public import CycleDrivers

/// A row of text in pieces, each with a style of its own and perhaps an address that it links to.
///
///     let title: StyledText = "\("To do", .bold)  \("\(open) open", .dim)  \("help", .underline, link: address)"
///
/// Text is shown, not obeyed: control characters in it are left out when it is drawn, so that of an escape sequence there is what
/// follows its escape. ``init(sequences:)`` takes the styles of sequences, and leaves the others out.
public struct StyledText: Hashable, Sendable {
    /// A piece of one style.
    public struct Run: Hashable, Sendable {
        /// The characters, which are shown and not obeyed.
        public var text: String
        /// How they look.
        public var style: ConsoleDriver.Style
        /// The address that a click opens, in terminals that support links.
        public var link: String?

        /// Characters of one style.
        public init(_ text: String, _ style: ConsoleDriver.Style = .plain, link: String? = nil) {
            self.text = text
            self.style = style
            self.link = link
        }
    }

    /// From left to right.
    public var runs: [Run]

    /// Some pieces.
    public init(_ runs: [Run] = []) {
        self.runs = runs
    }

    /// One piece; none for an empty text.
    public init(_ text: String, _ style: ConsoleDriver.Style = .plain, link: String? = nil) {
        runs = text.isEmpty ? [] : [Run(text, style, link: link)]
    }

    /// The characters alone.
    public var text: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined() }

    /// How many cells it takes on one row.
    public var width: Int { runs.reduce(0) { $0 + ConsoleDriver.CharacterWidth.of($1.text) } }

    /// Whether there is no character.
    public var isEmpty: Bool { runs.allSatisfy(\.text.isEmpty) }

    /// One behind the other.
    public static func + (one: StyledText, other: StyledText) -> StyledText { StyledText(one.runs + other.runs) }

    /// Whether it takes no more cells than these, without measuring it: a cell takes a byte at least.
    func surelyFits(_ columns: Int) -> Bool { runs.reduce(0) { $0 + $1.text.utf8.count } <= columns }

    /// Whether a run may begin with a mark of the letter before it. No mark has a smaller byte in front: U+0300 is the first.
    var mayCutLetter: Bool {
        // In place: a copy of each run, and of the whole, would be most of what a row of a list costs here.
        var next = 1
        while next < runs.count {
            let first = runs[next].text.utf8.withContiguousStorageIfAvailable { $0.first ?? 0 }
            if first ?? .max >= 0xcc { return true }
            next += 1
        }
        return false
    }

    /// The same characters, where a run begins with a mark of the letter before it, which has another style: each run is drawn for itself,
    /// and a mark alone is nothing. Such a mark is in the run of its letter here.
    var joined: StyledText {
        var joined = runs
        for index in joined.indices.dropFirst() where joined[index].text.utf8.first ?? 0 >= 0xcc {
            guard let letter = joined[index - 1].text.last else { continue }
            let both = String(letter) + joined[index].text
            let count = both[..<both.index(after: both.startIndex)].utf8.count - letter.utf8.count
            guard count > 0 else { continue }
            joined[index - 1].text += String(joined[index].text.bytes(0..<count))
            joined[index].text = String(joined[index].text.bytes(count..<joined[index].text.utf8.count))
        }
        return StyledText(joined)
    }

    /// Puts another one behind it.
    public static func += (one: inout StyledText, other: StyledText) { one.runs += other.runs }

    /// This with a style below its own.
    public func style(_ style: ConsoleDriver.Style) -> StyledText {
        StyledText(runs.map { Run($0.text, style.with($0.style), link: $0.link) })
    }
}

extension StyledText: CustomStringConvertible {
    /// The characters alone.
    public var description: String { text }
}

extension DefaultStringInterpolation {
    /// The characters alone: a `String` has no styles. Most often a ``StyledText`` was meant, as in
    /// `.text("\(row.pointer)\(name)" as StyledText)`, which the compiler takes for a `String` without the type.
    @available(*, deprecated, message: "a String loses the styles: write \"…\" as StyledText, or \\(text.description)")
    public mutating func appendInterpolation(_ text: StyledText) { appendInterpolation(text.description) }
}

extension StyledText: ExpressibleByStringInterpolation {
    /// A text in no style.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The pieces between quotes.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.text
    }

    /// Collects the pieces: `"\(value, style)"`.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = StyledText()

        /// Called by the compiler.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.runs.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Puts in what stands between the values.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { text.runs.append(Run(literal)) }
        }

        /// Puts in a text in a style.
        public mutating func appendInterpolation(
            _ piece: String, _ style: ConsoleDriver.Style = .plain, link: String? = nil
        ) {
            if !piece.isEmpty { text.runs.append(Run(piece, style, link: link)) }
        }

        /// Puts in a number or another value by its description.
        @inlinable  // hot: a number in each row of a list
        public mutating func appendInterpolation(
            _ value: some LosslessStringConvertible, _ style: ConsoleDriver.Style = .plain, link: String? = nil
        ) {
            appendInterpolation(value.description, style, link: link)
        }

        /// Puts in any value, as it describes itself; a ``StyledText`` that the type hides, as in an optional, with its styles.
        public mutating func appendInterpolation(
            _ value: some Any, _ style: ConsoleDriver.Style = .plain, link: String? = nil
        ) {
            guard let piece = value as? StyledText else {
                return appendInterpolation(String(describing: value), style, link: link)
            }
            appendInterpolation(piece, style, link: link)
        }

        /// A number of bytes, for people: `620 B`, `4.2 kB`, `41 MB`.
        public mutating func appendInterpolation(bytes count: Int, _ style: ConsoleDriver.Style = .plain) {
            appendInterpolation(Words.size(count), style)
        }

        /// A time, as of a clock: `0:07`, `12:30`, `1:02:03`.
        public mutating func appendInterpolation(clock time: Duration, _ style: ConsoleDriver.Style = .plain) {
            appendInterpolation(Words.clock(time), style)
        }

        /// How long something took, for people: `40 µs`, `320 ms`, `4.2 s`, `2 min 5 s`, `3 h 12 min`, `4 d 2 h`.
        public mutating func appendInterpolation(time: Duration, _ style: ConsoleDriver.Style = .plain) {
            appendInterpolation(Words.time(time), style)
        }

        /// Text that has styles already; `style` lies below them, and `link` is that of the pieces that have none.
        public mutating func appendInterpolation(
            _ piece: StyledText, _ style: ConsoleDriver.Style = .plain, link: String? = nil
        ) {
            let isPlain = style == .plain && link == nil
            // One by one, without growing the array for each piece.
            for run in piece.runs {
                text.runs.append(isPlain ? run : Run(run.text, style.with(run.style), link: run.link ?? link))
            }
        }
    }
}

extension ConsoleDriver.Style {
    /// The terminal's red; a theme's colour for mistakes is ``danger``.
    public static let red = foreground(.red)
    /// The terminal's green; a theme's colour for what went well is ``success``.
    public static let green = foreground(.green)
    /// The terminal's yellow; a theme's colour for care is ``warning``.
    public static let yellow = foreground(.yellow)
    /// The terminal's blue.
    public static let blue = foreground(.blue)
    /// The terminal's magenta.
    public static let magenta = foreground(.magenta)
    /// The terminal's cyan; a theme's colour of focus is ``accent``.
    public static let cyan = foreground(.cyan)
    /// The terminal's gray; a theme's quiet words are ``muted``.
    public static let gray = foreground(.gray)
}
