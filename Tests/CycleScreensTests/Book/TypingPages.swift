@testable import gallery

let typingPages = [
    ComponentPage(
        "TextFields", "Text fields",
        "A line of text that is edited as in a shell, with undo, a history, suggestions and rules.",
        """
        A `TextInput` keeps its text, the cursor, what is selected, and what was entered before. `handle` returns `.submitted` on
        Enter; `commit()` then puts the text into the history and empties the field. Rules check the text, and say what is wrong
        with it once the field is left. `isSecret` shows dots.
        """,
        symbols: ["TextInput", "TextRule", "EditCommand", "EditedText"],
        keys: [
            .init([.left, .right, .home, .end, .control("a"), .control("e")], "move the cursor"),
            .init([.alt("b"), .alt("f")], "move by a word"),
            .init([.backspace, .control("w"), .control("u")], "remove a character, a word, all before the cursor"),
            .init([.control("y")], "bring back what was removed"),
            .init([.control("_")], "undo"),
            .init([.shift(.left), .shift(.home)], "select"),
            .init([.enter], "submit"),
            .init([.up], "the line that was entered before"),
        ],
        states: [
            .init("Two lines were entered", [.enter, "o", "n", "e", .enter]),
            .init("A word is selected", [.shift(.home)]),
            .init("A word was removed", [.control("w")]),
        ],
        TextInputSample.self, SuggestionsSample.self),
    ComponentPage(
        "TextAreas", "Text areas",
        "Text of several lines, wrapped between words, with undo, selection and line numbers.",
        """
        A `TextArea` has the keys of a text field, and Up and Down go by the lines that are shown. With `submitsOnEnter` Enter
        submits, and Alt-Enter makes a new line; otherwise Enter makes one.
        """,
        symbols: ["TextArea", "EditCommand"],
        keys: [
            .init([.up, .down, .left, .right], "move the cursor"),
            .init([.enter], "a new line"),
            .init([.control("k"), .control("w")], "remove the rest of the line, the word before the cursor"),
            .init([.control("y")], "bring back what was removed"),
            .init([.control("_")], "undo"),
            .init([.shift(.up), .shift(.left)], "select"),
        ],
        states: [
            .init("A new line", [.enter, "n", "e", "w"]),
            .init("A line is selected", [.shift(.up)]),
        ],
        TextAreaSample.self),
    ComponentPage(
        "NumbersAndPatterns", "Numbers and patterns",
        "A number that is typed or moved within a range, and text that must fit a pattern.",
        """
        A `NumberField` never leaves its range. Its bar is optional, and takes presses and drags of the mouse. A pattern such as
        `99.99.9999` is a rule of a text field: other characters are not accepted, and its points are put in.
        """,
        symbols: ["NumberField", "TextInput", "TextRule"],
        keys: [
            .init([.left, .right], "a step"), .init([.pageUp, .pageDown], "ten steps"),
            .init([.home, .end], "the ends of the range"), .init(["0"], "type the number"),
            .init([.tab], "the next field"),
        ],
        states: [
            .init("Ten steps more", [.pageUp]),
            .init("The date is being typed", [.tab, .tab, "2", "0"]),
        ],
        NumbersSample.self),
    ComponentPage(
        "Forms", "Forms", "Fields with labels, rules, groups and pages, and one value for all of their texts.",
        """
        `FormState` has a list of fields by identity, or groups of them, and the focus. A field that was left with a mistake shows
        it. Enter goes to the next field, and from the last one submits, if nothing is wrong; Ctrl-S submits from anywhere.
        `reject(_:_:)` shows what a server found wrong. `text(_:)`, `isOn(_:)` and `chosen(_:)` read the fields.
        """,
        symbols: ["FormState", "FormRule", "FormCommand", "TextRule"],
        keys: [
            .init([.tab, .shift(.tab), .enter], "the next field, and the one before"),
            .init([" "], "change a switch, open a drop-down"),
            .init([.control("s")], "submit"),
        ],
        states: [
            .init("The mistake is corrected and the form submitted", [.shift(.tab), .backspace, .control("s")]),
            .init(
                "The second page", [.shift(.tab), .backspace, .tab, .tab, .tab, .tab]),
        ],
        FormSample.self, SignInSample.self, ShapesSample.self),
]
