import CycleDrivers
import CycleScreens

/// A table whose rows fold: folders with their sizes, sorted and filtered.
struct FoldersSample: Sample {
    static let title = "Table of a tree"
    static let source = #filePath

    enum Place: CaseIterable { case field, table }
    struct Entry {
        var name: String
        var ownSize = 0
        var children: [Entry]?
        var size: Int { (children ?? []).reduce(ownSize) { $0 + $1.size } }
    }

    static let roots = [
        Entry(
            name: "Sources",
            children: [
                Entry(
                    name: "Cycle",
                    children: [Entry(name: "Loop.swift", ownSize: 9_200), Entry(name: "Lens.swift", ownSize: 4_100)]),
                Entry(
                    name: "Screens",
                    children: [Entry(name: "Table.swift", ownSize: 8_700), Entry(name: "Tree.swift", ownSize: 6_300)]),
            ]),
        Entry(name: "Tests", children: [Entry(name: "TreeTests.swift", ownSize: 5_400)]),
        Entry(name: "README.md", ownSize: 12_800),
    ]
    static let columns = [
        ListColumn<Entry>("Name", sortedBy: \.name) { "\($0.name, $0.children == nil ? .plain : .bold)" },
        ListColumn<Entry>("Size", width: .fixed(9), alignment: .end, sortedBy: \.size) { "\(bytes: $0.size)" },
    ]

    var focus = FocusRing(Place.table, wraps: true)
    var field = TextInput(placeholder: "Filter")
    var tree = TreeState<String>(open: ["Sources", "Screens"])
    var sorting = ListSorting(column: 1, isDescending: true)

    private var rows: [TreeRow<Entry>] {
        let pattern = FuzzyPattern(field.text)
        return tree.rows(
            of: Self.roots, id: \.name, sorting: sorting, columns: Self.columns,
            where: field.text.isEmpty ? nil : { pattern.matches($0.name) }
        ) { $0.children }
    }

    var view: View {
        .column {
            field.view.region(Place.field, in: focus)
            tree.table(of: rows, id: \.name, columns: Self.columns, sorting: sorting, empty: "nothing found")
                .region(Place.table, in: focus)
            View.help([.init([.left, .right], "close, open"), .init(["s"], "sort"), .init([.tab], "filter")])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        switch (place, input.key) {
        case (.field, _): return field.handle(inner).otherwise { focus.handle(input) }
        case (.table, "s"):
            sorting = ListSorting(column: 1 - sorting.column, isDescending: sorting.column == 0)
            return .changed
        case (.table, _):
            return sorting.handle(inner).otherwise { tree.handle(inner, table: rows, id: \.name) }
                .otherwise { focus.handle(input) }
        }
    }
}
