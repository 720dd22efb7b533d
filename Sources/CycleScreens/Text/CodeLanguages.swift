/// The tables of twenty-three languages.
extension CodeRules {
    private static let block = Span.comment("/*", "*/")
    private static let shellValues = ["${", "$(", "$"]

    /// The language of this project.
    public static let swift = CodeRules(
        words: """
            actor any as async await break case catch class continue default defer do else enum extension false for func \
            guard if import in init inout is let mutating nil private protocol public return self some static struct \
            switch throw throws true try typealias var where while
            """, comments: ["//"],
        spans: [
            .comment("/*", "*/", isNested: true), .line("\"", inserted: ["\\("]),
            .text("\"\"\"", "\"\"\"", inserted: ["\\("]),
        ], options: [.patterns, .tightPatterns, .hashes])
    /// Commands of a shell.
    public static let shell = CodeRules(
        words: """
            case cd do done echo elif else esac exit export fi for function if in local return set then while
            """, comments: ["#"],
        spans: [
            .text("\"", "\"", inserted: shellValues), .text("'", "'", hasEscapes: false), .text("$'", "'"),
        ], options: [.commentsAfterBlanks, .documents, .escapes], names: ["${"])
    /// Values without comments; keys stand apart from texts.
    public static let json = CodeRules(words: "true false null", quotes: ["\""], options: [.keys])
    /// C.
    public static let c = CodeRules(
        words: """
            auto bool break case char const continue default do double else enum extern false float for goto if inline int long \
            register return short signed sizeof static struct switch true typedef union unsigned void volatile while
            """, quotes: ["\"", "'"], spans: [block, .comment("//")], options: [.rawTexts])
    /// C++.
    public static let cpp = CodeRules(
        words: """
            auto bool break case catch char class const constexpr continue decltype default delete do double else enum explicit \
            extern false final float for friend if inline int long mutable namespace new noexcept nullptr operator override \
            private protected public return short signed sizeof static struct switch template this throw true try typedef \
            typename union unsigned using virtual void volatile while
            """, quotes: ["\"", "'"], spans: [block, .comment("//")], options: [.rawTexts])
    /// Rust.
    public static let rust = CodeRules(
        words: """
            as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut \
            pub ref return self Self static struct super trait true type unsafe use where while
            """, comments: ["//"], quotes: ["'"],
        spans: [.comment("/*", "*/", isNested: true), .text("\"", "\"")], options: [.characters, .hashes])
    /// Go.
    public static let go = CodeRules(
        words: """
            break case chan const continue default defer else fallthrough false for func go goto if import interface map nil \
            package range return select struct switch true type var
            """, comments: ["//"], quotes: ["\"", "'"], spans: [block, .text("`", "`", hasEscapes: false)])
    /// Java.
    public static let java = CodeRules(
        words: """
            abstract assert boolean break byte case catch char class continue default do double else enum extends false final \
            finally float for if implements import instanceof int interface long new null package private protected public \
            record return short static super switch synchronized this throw throws true try var void volatile while
            """, comments: ["//"], quotes: ["\"", "'"], spans: [block, .text("\"\"\"", "\"\"\"")])
    /// Kotlin.
    public static let kotlin = CodeRules(
        words: """
            as break by class companion continue data do else enum false for fun if import in interface internal is null object \
            open override package private protected public return sealed super suspend this throw true try typealias val var \
            when while
            """, comments: ["//"], quotes: ["'"],
        spans: [
            .comment("/*", "*/", isNested: true), .line("\"", inserted: ["${", "$"]),
            .text("\"\"\"", "\"\"\"", hasEscapes: false, inserted: ["${", "$"]),
        ])
    private static let scriptWords = """
        async await break case catch class const continue debugger default delete do else export extends false finally for from \
        function if import in instanceof let new null of return static super switch this throw true try typeof undefined var \
        void while yield
        """
    /// JavaScript.
    public static let javaScript = CodeRules(
        words: scriptWords, comments: ["//"], quotes: ["\"", "'"], spans: [block, .text("`", "`", inserted: ["${"])],
        options: [.patterns, .elements])
    /// TypeScript.
    public static let typeScript = CodeRules(
        words: scriptWords
            + """
             abstract any as boolean declare enum implements interface is keyof namespace never number object private \
            protected public readonly string type unknown
            """, comments: ["//"], quotes: ["\"", "'"], spans: [block, .text("`", "`", inserted: ["${"])],
        options: [.patterns, .elements])
    /// Python.
    public static let python = CodeRules(
        words: """
            and as assert async await break class continue def del elif else except False finally for from global if import in \
            is lambda None nonlocal not or pass raise return True try while with yield
            """, comments: ["#"], quotes: ["\"", "'"],
        spans: [.text("\"\"\"", "\"\"\""), .text("'''", "'''")], options: [.formatted])
    /// Ruby.
    public static let ruby = CodeRules(
        words: """
            alias and begin break case class def do else elsif end ensure false for if in module next nil not or redo rescue \
            retry return self super then true undef unless until when while yield
            """, comments: ["#"],
        spans: [
            Span(kind: .comment, start: "=begin", end: "=end", isAtStart: true), .text("\"", "\"", inserted: ["#{"]),
            .text("'", "'"), .text("`", "`", inserted: ["#{"]),
        ], options: [.patterns, .spacedPatterns, .documents, .shifts, .percents])
    /// PHP.
    public static let php = CodeRules(
        words: """
            abstract and array as break case catch class const continue default do echo else elseif extends false final \
            finally fn for foreach function global if implements instanceof interface namespace new null or private \
            protected public require return static switch throw trait true try use var while
            """, comments: ["//", "#"], spans: [block, .text("\"", "\""), .text("'", "'")],
        options: [.documents, .tripleDocuments, .pages])
    /// SQL.
    public static let sql = CodeRules(
        words: """
            all alter and as asc begin between by case commit constraint create default delete desc distinct drop else end \
            exists foreign from full group having in index inner insert into is join key left like limit not null on or order \
            outer primary references right rollback select set table then transaction union unique update using values view \
            when where with
            """, comments: ["--"], spans: [block, .doubled("'"), .doubled("\""), .doubled("`")],
        options: [.anyCase, .dollars])
    /// HTML.
    public static let html = CodeRules(
        spans: [
            .comment("<!--", "-->"), .text("\"", "\"", hasEscapes: false), .text("'", "'", hasEscapes: false),
        ], options: [.quotesAfterEquals, .embeds])
    /// HTML between pieces of PHP.
    static let page = CodeRules(spans: html.spans, options: [.quotesAfterEquals])
    /// CSS.
    public static let css = CodeRules(
        words: "and from important import media not only supports to", quotes: ["\"", "'"], spans: [block])
    /// YAML.
    public static let yaml = CodeRules(
        words: "false no null off on true yes", comments: ["#"], spans: [.text("\"", "\""), .doubled("'")],
        options: [.quotesAtValues, .blocks, .commentsAfterBlanks])
    /// TOML.
    public static let toml = CodeRules(
        words: "false inf nan true", comments: ["#"], quotes: ["\""],
        spans: [
            .text("\"\"\"", "\"\"\""), .text("'''", "'''", hasEscapes: false),
            Span(kind: .text, start: "'", end: "'", isLine: true),
        ])
    /// The recipe of a container.
    public static let dockerfile = CodeRules(
        words: """
            add arg cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal user volume workdir
            """, comments: ["#"],
        spans: [.line("\"", inserted: shellValues), Span(kind: .text, start: "'", end: "'", isLine: true)],
        options: [.commentLines, .escapes, .anyCase, .documents], names: ["${"])
    /// A makefile.
    public static let make = CodeRules(
        words: "define else endef endif export ifdef ifeq ifndef ifneq include override", comments: ["#"],
        spans: [
            .line("\"", inserted: ["$$("] + shellValues), Span(kind: .text, start: "'", end: "'", isLine: true),
        ], options: [.commentsAfterBlanks, .escapes, .closedTexts], names: ["${", "$("])
    /// The differences of two texts: lines that came and went.
    public static let diff = CodeRules(lines: [
        "+": .success, "-": .danger, "@@": .accent, "diff ": .bold, "index ": .muted, "Only in ": .muted,
    ])
    /// Markdown as it is written.
    public static let markdown = CodeRules(
        spans: [
            .comment("<!--", "-->"), .text("```", "```", hasEscapes: false),
            Span(kind: .text, start: "``", end: "``", isLine: true),
            Span(kind: .text, start: "`", end: "`", isLine: true),
        ],
        options: [.escapes, .closedTexts], lines: ["# ": .accent, "## ": .accent, "### ": .accent, "> ": .italic])

    /// The table of a language, by the name behind the fence of a block of Markdown, which is often the end of a file's name as
    /// well; `nil` for one that has none here.
    public init?(language: String) {
        guard let rules = Self.named[language.lowercased()] else { return nil }
        self = rules
    }

    private static let named: [String: CodeRules] = {
        let languages: [(names: String, rules: CodeRules)] = [
            ("swift", swift), ("sh bash shell zsh console", shell), ("json jsonc", json), ("c h", c),
            ("cpp c++ cc cxx hpp", cpp), ("rust rs", rust), ("go golang", go), ("java", java),
            ("kotlin kt kts", kotlin),
            ("javascript js jsx mjs", javaScript), ("typescript ts tsx", typeScript), ("python py python3", python),
            ("ruby rb", ruby), ("php", php), ("sql", sql), ("html htm xml svg", html), ("css", css), ("yaml yml", yaml),
            ("toml", toml), ("dockerfile docker", dockerfile), ("make makefile mk", make), ("diff patch", diff),
            ("markdown md", markdown),
        ]
        var named: [String: CodeRules] = [:]
        for language in languages {
            for name in language.names.utf8.split(separator: 0x20) { named[String(Substring(name))] = language.rules }
        }
        return named
    }()
}
