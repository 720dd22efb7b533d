@testable import gallery

let choicePages = [
    ComponentPage(
        "Buttons", "Buttons, switches and details", "Something to press, something to turn on, and something to open.",
        """
        A `Button` is `.submitted` by Enter, Space or a press, and keeps nothing. A `Switch` keeps `isOn`. A `Collapsible` shows
        what is below its title while it is open. `View.tooltip` says more about the one that has the focus, and `HelpBar` shows
        all keys on `?`.
        """,
        symbols: ["Button", "Switch", "Collapsible", "HelpBar", "FocusRing"],
        keys: [
            .init([.tab, .shift(.tab)], "the next one, and the one before"),
            .init([.enter, " "], "press, turn on or off, open or close"),
            .init([.left, .right], "close and open the details"),
        ],
        states: [
            .init("Save was pressed", [.enter]),
            .init("The details are closed", [.shift(.tab), .left]),
            .init("The sound is off", [.shift(.tab), .shift(.tab), " "]),
        ],
        ControlsSample.self),
    ComponentPage(
        "CheckBoxRows", "Check boxes and radio buttons", "One or several of a few, all of them on the screen.",
        """
        `CheckBoxes(from:)` lets several be checked, up to a limit, and `CheckBoxes(oneOf:)` exactly one. They stand in a column or
        in a row. `chosen` reads and sets what is checked.
        """,
        symbols: ["CheckBoxes"],
        keys: [
            .init([.up, .down], "go from one to the next"), .init([" "], "check or clear"),
            .init([.tab], "the next group"),
        ],
        states: [
            .init("Three are checked", [.down, " "]),
            .init("Another size", [.shift(.tab), .right]),
        ],
        CheckBoxesSample.self),
    ComponentPage(
        "DropDowns", "Drop-downs", "One of several, which take no room until it is opened.",
        """
        The options pop up over the views below, or above where there is more room. While it is open it has all keys. A press
        elsewhere closes it and does no more.
        """,
        symbols: ["DropDown"],
        keys: [
            .init([.enter, " ", .up, .down], "open it; go and choose in it"),
            .init([.escape], "close it"),
            .init(["l"], "the next option that begins with this letter"),
        ],
        states: [
            .init("Closed with another size", [.down, .enter]),
            .init("The second one is open", [.escape, .tab, .enter]),
        ],
        DropDownSample.self),
    ComponentPage(
        "Choices", "Some of many", "A question with a list of answers, of which some are marked.",
        """
        A `Choice` is one answer, or several up to a limit. `chosen` has them in the order of the list. In a script
        `await choose("Toppings", from: …)` asks it on a line of its own and in pipes.
        """,
        symbols: ["Choice", "ListState"],
        keys: [
            .init([.up, .down, "j", "k"], "go from row to row"), .init([" "], "mark"), .init([.enter], "submit"),
        ],
        states: [
            .init("Two are marked", [" ", .down, .down, " "]),
            .init("A fourth is not accepted", [" ", .down, " ", .down, " ", .down, " "]),
        ],
        MarksSample.self),
    ComponentPage(
        "Menus", "Menus", "Commands by name, with a key for each.",
        "A row that is not enabled is passed over. `menu.chosen` is the action of the row that was submitted.",
        symbols: ["ActionMenu"],
        keys: [
            .init([.up, .down], "go"), .init([.enter], "choose"), .init(["s"], "choose the row of this key"),
        ],
        states: [
            .init("The disabled row was passed over", [.down, .down]),
            .init("One was chosen by its key", ["s"]),
        ],
        MenuSample.self),
    ComponentPage(
        "CommandPalettes", "Command palettes", "All commands of a program, found by some letters of what they do.",
        """
        One table of `KeyBindings` serves the keys, the help and the palette: each row has a key, an action and what it does.
        """,
        symbols: ["CommandPalette", "KeyBindings", "KeyHelp", "FuzzyPattern"],
        keys: [
            .init(["s"], "look for commands with these letters"), .init([.up, .down], "go"),
            .init([.enter], "perform the selected one"), .init([.escape], "close"),
            .init([.control("p")], "open it"),
        ],
        states: [
            .init("Some letters", ["s", "a"]),
            .init("One was performed", ["s", "a", .enter]),
        ],
        PaletteSample.self),
    ComponentPage(
        "Calendars", "Calendars", "A day from a month, by the keyboard or the mouse.",
        """
        A `DayPicker` knows the day that is chosen, the days that can be (`range`), and which day is today. `DateField` opens one
        below a field. Names of months and days are the theme's `calendar`.
        """,
        symbols: ["DayPicker", "DateField", "CalendarDay"],
        keys: [
            .init([.left, .right], "a day"), .init([.up, .down], "a week"), .init([.pageUp, .pageDown], "a month"),
            .init(["<", ">"], "a year"),
        ],
        states: [
            .init("A month and a week later", [.pageDown, .down]),
            .init("A year before", ["<"]),
        ],
        CalendarSample.self),
    ComponentPage(
        "ColourPickers", "Colour pickers", "A colour from a field of swatches, or by its code.",
        "The columns are hues and the rows are lightness; Page Up and Page Down change how strong the colours are.",
        symbols: ["SwatchPicker"],
        keys: [
            .init([.left, .right], "hue"), .init([.up, .down], "lightness"), .init([.pageUp, .pageDown], "saturation"),
            .init(["#"], "type the code"),
        ],
        states: [
            .init("Another hue and lightness", [.right, .right, .right, .up]),
            .init("A code is typed", ["#", "f", "0", "a"]),
        ],
        SwatchesSample.self),
    ComponentPage(
        "FilePickers", "File pickers", "A file or a folder, chosen from what a driver has read.",
        """
        The picker reads nothing. It says which folder it wants to see (`requests`), and a `PersistenceDriver` answers; `take(_:)`
        hands its events to the picker. So the test of a program that opens files needs no files.
        """,
        symbols: ["FilePicker"],
        keys: [
            .init([.up, .down], "go"), .init([.enter], "choose a file"),
            .init([.control("r"), .function(5)], "look at the folder again"),
        ],
        states: [
            .init("A file was opened", [.down, .down, .down, .enter])
        ],
        FilesSample.self),
]
