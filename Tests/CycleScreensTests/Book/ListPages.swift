@testable import gallery

let listPages = [
    ComponentPage(
        "Lists", "Lists", "Rows of anything by identity, of which one is selected.",
        """
        `ListState` keeps the identity of the selected row, not its number: a row that moves stays selected, and one that is removed
        hands the selection to its neighbour. The rows stay yours, and only those that are seen are made. Rows may have any height.
        """,
        symbols: ["ListState", "ListRow", "ListCommand"],
        keys: [
            .init([.up, .down, "j", "k"], "go from row to row"), .init([.pageUp, .pageDown], "a page"),
            .init([.home, .end, "g", "G"], "the first and the last row"), .init([.enter], "submit"),
            .init(["m"], "the next row that begins with this letter, by `jump(by:)`"),
        ],
        states: [
            .init("The fourth row", [.down, .down, .down]),
            .init("A row was removed", [.down, .down, .down, "d"]),
            .init("The last row", ["G"]),
        ],
        ListSample.self, MillionSample.self, NotesSample.self),
    ComponentPage(
        "Tables", "Tables", "Rows with columns that are sorted, aligned, fixed, and scrolled sideways.",
        """
        A `ListColumn` has a title, a width and a text for a row; with `sortedBy:` or `isBefore:` a press on its title sorts. Columns that do not fit
        are scrolled to, and `fixedColumns` stay. `ListState(column:)` selects a cell instead of a row. With
        `ListSorting.unsorted` the rows keep their order until a title is pressed.
        """,
        symbols: ["ListColumn", "ListState", "ListSorting"],
        keys: [
            .init([.up, .down], "go from row to row"), .init(["s"], "sort by the next column, in this sample"),
            .init([.enter], "submit"),
        ],
        states: [
            .init("Sorted by the next column", ["s"]),
            .init("The last row", [.end]),
        ],
        TableSample.self, CellsSample.self),
    ComponentPage(
        "Trees", "Trees", "Rows below rows, opened and closed.",
        """
        `TreeState` keeps the identities of the branches that are open. `rows(of:id:children:)` makes the rows that are seen, and asks
        for the children of open branches alone, so that a tree may be read while it is opened. With columns it is a table whose rows
        fold: `rows` sorts the nodes around which is the same one, and shows those that pass a filter with all around them.
        `TreeState(closed: [])` is a tree whose branches are open, also those that come later.
        """,
        symbols: ["TreeState", "TreeRow"],
        keys: [
            .init([.up, .down], "go"), .init([.right, .left, .enter], "open and close a branch"),
        ],
        states: [
            .init("A branch is closed", [.down, .left]),
            .init("All are open", ["e"]),
        ],
        TreeSample.self, FoldersSample.self),
    ComponentPage(
        "FuzzyFinders", "Fuzzy finders", "A field and a list of what matches it, the best match first.",
        """
        `FuzzyPattern` matches letters in their order, and prefers those at the beginnings of words; `highlighted` shows them.
        `RowFilter` does the same for long lists, a piece of the work at a time.
        """,
        symbols: ["FuzzyPattern", "RowFilter", "FilteredRows"],
        keys: [
            .init(["x"], "type"), .init([.up, .down], "go from match to match"), .init([.control("u")], "clear"),
        ],
        states: [
            .init("Fewer letters", [.backspace, .backspace]),
            .init("Nothing matches", ["x", "q"]),
        ],
        FilterSample.self),
]
