import CycleDrivers

/// How lines of code are coloured: by a table of words and marks, without a grammar. Blocks of ``Markdown`` and a ``TextArea`` are
/// coloured by the same tables: `area.view(code: .swift)`.
///
///     CodeRules.swift.styled("let answer = 42  // of all")
///
/// A language of one's own is a table as well:
///
///     let lua = CodeRules(
///         keywords: ["and", "do", "else", "end", "for", "function", "if", "in", "local", "nil", "not", "or", "return", "then"],
///         comments: ["--"], quotes: ["\"", "'"],
///         spans: [.comment("--[[", "]]"), .text("[[", "]]", hasEscapes: false)])
///     let colored = lua.styled(lines)
public struct CodeRules: Hashable, Sendable {
    /// A comment or a text in quotes, which may go on over several lines.
    public struct Span: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case comment, text }

        var kind: Kind
        var start: String
        var end: String
        /// Whether a backslash takes the meaning of the character behind it.
        var hasEscapes = false
        /// Whether the end, twice, is a character of the text.
        var isDoubled = false
        var isNested = false
        /// Whether it ends with its line.
        var isLine = false
        /// Whether it begins at the start of a line alone.
        var isAtStart = false
        /// The marks that begin a value in a text: `${`, `\(`, `$`.
        var inserted: [String] = []

        /// A comment between two marks.
        ///
        /// - Parameters:
        ///   - start: Begins it.
        ///   - end: Ends it, in this line or another one.
        ///   - isNested: Whether there are comments in it.
        public static func comment(_ start: String, _ end: String, isNested: Bool = false) -> Span {
            Span(kind: .comment, start: start, end: end, isNested: isNested)
        }

        /// A comment as long as its line, which goes on below where a backslash ends that.
        static func comment(_ start: String) -> Span { Span(kind: .comment, start: start, end: "\n", isLine: true) }

        /// A text between two marks, over several lines if it has to.
        ///
        /// - Parameters:
        ///   - start: Begins it.
        ///   - end: Ends it, in this line or another one.
        ///   - hasEscapes: Whether a backslash takes the meaning of the character behind it.
        ///   - inserted: The marks that begin a value in it, which looks like code: `${` up to `}`, `\(` up to `)`, `$` before a word.
        public static func text(
            _ start: String, _ end: String, hasEscapes: Bool = true, inserted: [String] = []
        ) -> Span {
            Span(kind: .text, start: start, end: end, hasEscapes: hasEscapes, inserted: inserted)
        }

        /// A text in quotes that ends with its line.
        static func line(_ quote: String, inserted: [String] = []) -> Span {
            Span(kind: .text, start: quote, end: quote, hasEscapes: true, isLine: true, inserted: inserted)
        }

        /// A text in which its quote stands twice for itself.
        static func doubled(_ quote: String) -> Span { Span(kind: .text, start: quote, end: quote, isDoubled: true) }
    }

    /// Where marks mean something.
    struct Options: OptionSet, Hashable, Sendable {
        let rawValue: Int

        /// A comment begins a line, or follows a blank.
        static let commentsAfterBlanks = Options(rawValue: 1)
        /// A comment stands alone on its line.
        static let commentLines = Options(rawValue: 2)
        /// A quote begins a text where a value may stand, as in YAML.
        static let quotesAtValues = Options(rawValue: 4)
        /// A quote begins a text behind `=`, as in HTML.
        static let quotesAfterEquals = Options(rawValue: 8)
        /// `'` is around one character, or a mark of another kind.
        static let characters = Options(rawValue: 16)
        /// `/…/` is a text where a value may stand.
        static let patterns = Options(rawValue: 32)
        /// A text before a colon is a key.
        static let keys = Options(rawValue: 64)
        /// The words of the language are written in any case.
        static let anyCase = Options(rawValue: 128)
        /// The lines below `<<WORD` are a text, up to that word.
        static let documents = Options(rawValue: 256)
        /// It is `<<<WORD`.
        static let tripleDocuments = Options(rawValue: 512)
        /// Text that stands deeper than a line that ends with `|` or `>` has no marks in it.
        static let blocks = Options(rawValue: 1024)
        /// A backslash outside of texts takes the meaning of the mark behind it.
        static let escapes = Options(rawValue: 2048)
        /// `f` before a quote: values in the text are in braces.
        static let formatted = Options(rawValue: 4096)
        /// `R"x(…)x"` is a text, and `'` stands between digits.
        static let rawTexts = Options(rawValue: 8192)
        /// `<<` behind a value is no document.
        static let shifts = Options(rawValue: 16384)
        /// A pattern begins with no blank.
        static let tightPatterns = Options(rawValue: 32768)
        /// There are scripts and styles between tags.
        static let embeds = Options(rawValue: 65536)
        /// A quote without another one in its line begins no text.
        static let closedTexts = Options(rawValue: 131_072)
        /// There is HTML between `?>` and `<?`.
        static let pages = Options(rawValue: 262_144)
        /// A pattern may follow a name and a blank.
        static let spacedPatterns = Options(rawValue: 524_288)
        /// `##"…"##` is a text, with any number of `#`.
        static let hashes = Options(rawValue: 1_048_576)
        /// `$tag$…$tag$` in one line is a text, and `E'…'` has escapes.
        static let dollars = Options(rawValue: 2_097_152)
        /// `%q(…)` is a text, and a quote behind `?` or `$` is a character or a name.
        static let percents = Options(rawValue: 4_194_304)
        /// There are tags of HTML between values, with words of people between them.
        static let elements = Options(rawValue: 8_388_608)
    }

    /// The comment or text that goes on from one line to the next: none before the first one.
    public struct State: Hashable, Sendable {
        /// A text that goes on behind the value that is read, and how many brackets are open of the two.
        struct Outer: Hashable, Sendable {
            var span: Span
            var spanDepth: Int
            var open: UInt8
            var close: UInt8
            var depth = 1
        }

        /// The word that ends a text below its line.
        struct Document: Hashable, Sendable {
            var word: String
            var isIndented: Bool
            /// Whether the line goes on behind the word.
            var mayGoOn: Bool
        }

        /// The language between two tags of HTML, or between two pieces of PHP.
        enum Embedded: String, Sendable {
            case script, style
            /// No tag, as the others.
            case page = "?>"

            var rules: CodeRules {
                switch self {
                case .script: .javaScript
                case .style: .css
                case .page: .page
                }
            }
            var end: String { self == .page ? "<?" : "</\(rawValue)" }
        }

        /// Values in texts that are deeper are characters.
        static let deepest = 32

        var span: Span?
        var depth = 0
        var outer: [Outer] = []
        var document: Document?
        var nextDocument: Document?
        var block: Int?
        var flow = 0
        /// How far the line is indented below which a value without quotes goes on that stands deeper.
        var plain: Int?
        var embedded: Embedded?

        /// Before the first line.
        public init() {}
    }

    /// Words of the language.
    public var keywords: Set<String>
    /// Each begins a comment as long as the line.
    public var comments: [String]
    /// Each begins and ends a text, which ends with its line.
    public var quotes: Set<Character>
    /// Comments and texts that may be longer than a line.
    public var spans: [Span] {
        didSet { spans = Self.sorted(spans) }
    }
    var options: Options = []
    /// The marks of values that are names, and no code.
    var names: Set<String> = []
    /// The look of whole lines by what they begin with.
    var lines: [String: ConsoleDriver.Style] = [:]

    /// A table of rules.
    ///
    /// - Parameters:
    ///   - keywords: Words of the language.
    ///   - comments: Each begins a comment as long as the line.
    ///   - quotes: Each begins and ends a text, which ends with its line.
    ///   - spans: Comments and texts that may be longer than a line.
    public init(
        keywords: Set<String>, comments: [String], quotes: Set<Character> = ["\""], spans: [Span] = []
    ) {
        (self.keywords, self.comments, self.quotes) = (keywords, comments, quotes)
        self.spans = Self.sorted(spans)
    }

    init(
        words: String = "", comments: [String] = [], quotes: Set<Character> = [], spans: [Span] = [],
        options: Options = [], names: Set<String> = [], lines: [String: ConsoleDriver.Style] = [:]
    ) {
        let words = words.utf8.split(separator: 0x20).map { String(Substring($0)) }
        self.init(keywords: Set(words), comments: comments, quotes: quotes, spans: spans)
        (self.options, self.names, self.lines) = (options, names, lines)
    }

    /// The longest marks first: three quotes begin another text than one.
    private static func sorted(_ spans: [Span]) -> [Span] {
        spans.sorted { $0.start.utf8.count > $1.start.utf8.count }
    }

    /// A line in the colours of the theme: words of the language, texts, numbers and comments. Nothing goes on from a line before it.
    public func styled(_ line: String) -> StyledText {
        var state = State()
        return styled(line, after: &state)
    }

    /// The lines of a text in the colours of the theme.
    public func styled(_ lines: [String]) -> [StyledText] {
        var state = State()
        return lines.map { styled($0, after: &state) }
    }

    /// A line in the colours of the theme, where comments and texts go on from the lines before it.
    ///
    /// - Parameters:
    ///   - line: The text of the line.
    ///   - state: The comment or text that goes on into this line, and then the one that goes on into the next.
    public func styled(_ line: String, after state: inout State) -> StyledText {
        if state == State(), let style = lines.first(where: { line.utf8.starts(with: $0.key.utf8) })?.value {
            return StyledText(line, style)
        }
        var (text, start) = (StyledText(), line.utf8.startIndex)
        var offset = 0
        for piece in CodeScanner.pieces(line, self, after: &state) {
            let end = line.utf8.index(start, offsetBy: piece.end - offset)
            let style = style(of: piece.kind)
            if let last = text.runs.indices.last, text.runs[last].style == style {
                text.runs[last].text += line[start..<end]
            } else {
                text.runs.append(.init(String(line[start..<end]), style))
            }
            (start, offset) = (end, piece.end)
        }
        return text
    }

    private func style(of kind: CodeScanner.Kind) -> ConsoleDriver.Style {
        switch kind {
        case .plain: .plain
        case .comment: .muted + .italic
        case .text: .success
        case .key: .secondary
        case .word: .accent
        case .number: .warning
        }
    }
}
