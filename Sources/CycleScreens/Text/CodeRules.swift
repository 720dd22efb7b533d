import CycleDrivers

/// How lines of code are coloured: by a table of rules, word by word. It knows no grammar, and is never wrong about more than a
/// word. Blocks of ``Markdown`` and a ``TextArea`` are coloured by the same tables: `area.view(code: .swift)`.
///
///     CodeRules.swift.styled("let answer = 42  // of all")
public struct CodeRules: Hashable, Sendable {
    /// Words of the language.
    public var keywords: Set<String>
    /// Each begins a comment as long as the line.
    public var comments: [String]
    /// Each begins and ends a text.
    public var quotes: Set<Character>

    /// A table of rules.
    ///
    /// - Parameters:
    ///   - keywords: Words of the language.
    ///   - comments: Each begins a comment as long as the line.
    ///   - quotes: Each begins and ends a text.
    public init(keywords: Set<String>, comments: [String], quotes: Set<Character> = ["\""]) {
        (self.keywords, self.comments, self.quotes) = (keywords, comments, quotes)
    }

    private init(words: String, comments: [String], quotes: Set<Character>) {
        self.init(
            keywords: Set(words.split(separator: " ").map { String($0) }), comments: comments, quotes: quotes)
    }

    /// The language of this project.
    public static let swift = CodeRules(
        words: """
            actor any as async await break case catch class continue default defer do else enum extension false for func \
            guard if import in init inout is let mutating nil private protocol public return self some static struct \
            switch throw throws true try typealias var where while
            """, comments: ["//"], quotes: ["\""])
    /// Commands of a shell.
    public static let shell = CodeRules(
        words: """
            case cd do done echo elif else esac exit export fi for function if in local return set then while
            """, comments: ["#"], quotes: ["\"", "'"])
    /// Values without comments.
    public static let json = CodeRules(keywords: ["true", "false", "null"], comments: [])

    /// The table of a language, by the name behind the fence of a block of Markdown; `nil` for one that has none here.
    public init?(language: String) {
        switch language.lowercased() {
        case "swift": self = .swift
        case "sh", "bash", "shell", "zsh": self = .shell
        case "json": self = .json
        default: return nil
        }
    }

    /// A line in the colours of the theme: words of the language, texts, numbers and comments.
    public func styled(_ line: String) -> StyledText {
        var (text, rest) = (StyledText(), line[...])
        while let first = rest.first {
            if comments.contains(where: { rest.hasPrefix($0) }) {
                return text + StyledText(String(rest), .muted + .italic)
            }
            let piece: Substring
            var style = ConsoleDriver.Style.plain
            if quotes.contains(first) {
                (piece, style) = (quoted(rest, by: first), .success)
            } else if first.isLetter || first == "_" {
                piece = rest.prefix { $0.isWordPart }
                if keywords.contains(String(piece)) { style = .accent }
            } else if first.isNumber {
                (piece, style) = (rest.prefix { $0.isWordPart || $0 == "." }, .warning)
            } else {
                piece = rest.prefix(1)
            }
            text += StyledText(String(piece), style)
            rest = rest[piece.endIndex...]
        }
        return text
    }

    /// As far as the next such quote that no backslash stands before.
    private func quoted(_ rest: Substring, by quote: Character) -> Substring {
        var isEscaped = false
        for index in rest.indices.dropFirst() {
            if !isEscaped, rest[index] == quote { return rest[...index] }
            isEscaped = !isEscaped && rest[index] == "\\"
        }
        return rest
    }
}
