@testable import gallery

let readingPages = [
    ComponentPage(
        "LongTexts", "Long texts",
        "Lines with styles, numbers and folds, that are searched, wrapped, selected and copied.",
        """
        A `Reader` makes the lines that are seen, of a million or of one that is 5 MB long. The lines are the program's, and so is the function
        that gives one its styles; a fold is a range of lines.
        """,
        symbols: ["Reader", "TextLines"],
        keys: [
            .init([.up, .down, .pageUp, .pageDown, "g", "G"], "scroll"), .init(["/"], "look for a text"),
            .init(["n", "N"], "the next place, the one before"), .init(["w"], "wrap lines, or scroll them"),
            .init(["z", "Z"], "fold one, fold all"), .init([.shift(.down)], "select"), .init(["y"], "copy"),
        ],
        states: [
            .init("A text is looked for", ["/", "l", "i", "n", "e", .enter, "n"]),
            .init("All folded", ["Z"]),
            .init("Lines wrap", ["w", .down, .down, .down]),
        ],
        ReaderSample.self),
    ComponentPage(
        "Logs", "Logs", "The newest of many lines, followed until somebody scrolls up.",
        """
        A `LogBuffer` keeps a limited number of lines, shows colours that are set in them by escape sequences, and obeys no other
        sequence. It follows its end until it is scrolled up.
        """,
        symbols: ["LogBuffer", "Reader"],
        keys: [
            .init([.up, .down, .pageUp, .pageDown], "scroll; going up stops following"), .init(["G"], "follow the end"),
            .init(["g"], "the first line"), .init(["/"], "look for a text"),
        ],
        states: [
            .init("The first line", ["g"]),
            .init("A text is looked for", ["/", "E", "R", "R", .enter]),
        ],
        LogSample.self),
    ComponentPage(
        "MarkdownTexts", "Markdown", "Headings, lists, tables, quotes and code, laid out for the width that there is.",
        "`Markdown(text).view` is a view as any other; a `Viewport` scrolls it.",
        symbols: ["Markdown", "Viewport", "CodeRules"],
        keys: [.init([.down, .up, .pageDown, "G"], "scroll")],
        states: [
            .init("Further down", [.down, .down, .down, .down]),
            .init("The end", [.down, .down, .down, .down, "G"]),
        ],
        MarkdownSample.self),
    ComponentPage(
        "Code", "Code", "Lines of a program with their colours.",
        """
        `CodeRules.swift.styled(line)` colours a line; `CodeRules(language: "py")` has the rules of a language by its name or by the end of a
        file's name, and rules of your own are a value.
        """,
        symbols: ["CodeRules"],
        CodeSample.self),
    ComponentPage(
        "Chats", "Chats", "What was said, and an area to say something.",
        "A `Viewport` that follows its end, and a `TextArea` that Enter submits.",
        symbols: ["Viewport", "TextArea", "FocusRing"],
        keys: [.init([.enter], "send"), .init([.tab], "from the area to the messages")],
        states: [
            .init("A message was sent", ["Y", "e", "s", "!", .enter])
        ],
        ChatSample.self),
]
