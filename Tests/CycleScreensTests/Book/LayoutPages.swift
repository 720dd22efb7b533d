@testable import gallery

let layoutPages = [
    ComponentPage(
        "RowsAndColumns", "Rows and columns",
        "Views beside and below each other, with lengths that are fixed, fit or grow.",
        """
        `View.row` and `View.column` share their room: fixed lengths first, then what fits its content, then what grows, by weight and
        between limits. `View.spacer` grows without content.
        """,
        symbols: ["ScreenView", "ScreenLength", "ScreenAxis", "ScreenAlignment"],
        LayoutSample.self, HelloSample.self),
    ComponentPage(
        "Borders", "Borders", "Lines around a view, with a title and a footer.",
        "Borders that touch are joined with `spacing: -1`. A side may be left out.",
        symbols: ["ScreenBorder", "ScreenView"],
        BordersSample.self),
    ComponentPage(
        "Layers", "Layers", "Views above each other.",
        "Later layers cover earlier ones. A layer that is `fitting` takes its own size.",
        symbols: ["ScreenView"],
        keys: [.init([.up, .down, .left, .right], "move the upper layer, in this sample")],
        states: [.init("Moved", [.down, .down, .right, .right, .right])],
        LayersSample.self),
    ComponentPage(
        "StyledTexts", "Styles and links",
        "Bold, colours, underlines and links in texts, and characters as wide as they are.",
        "A string literal with `\\(text, style)` is a `StyledText`. Styles add up with `+`.",
        symbols: ["StyledText", "ScreenTheme"],
        StylesSample.self),
    ComponentPage(
        "Colours", "Colours", "Sixteen, 256, or all of them, by what the terminal can show.",
        """
        A colour that the terminal does not have becomes the nearest one that it has; with `NO_COLOR`, and in pipes, there are none.
        Themes name colours by their purpose, so a program seldom names one itself.
        """,
        symbols: ["ScreenTheme", "StyledText"],
        ColorsSample.self),
]
