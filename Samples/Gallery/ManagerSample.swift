import CycleDrivers
import CycleScreens

/// A file manager: the folders as a tree, the files of one, and the one that is selected as coloured code.
struct ManagerSample: Sample {
    static let title = "File manager"
    static let source = #filePath
    static let pictureSize = Size(columns: 100, rows: 28)

    enum Place: CaseIterable { case folders, files, text }
    struct File: Equatable, Identifiable {
        var id: String
        var byteCount: Int
        var day: String
        var text: String
    }

    private static let counter = """
        import CycleScreens

        /// Counts as long as somebody presses a key.
        struct Counter: Screen, Equatable {
            var size: Size?
            var isDone = false
            var total = 0

            var view: View {
                View.text("total \\(total)").centered
            }

            mutating func handle(_ input: Input) -> Outcome {
                guard input.key != nil else { return .ignored }
                total += 1  // one for each key
                return .changed
            }
        }
        """
    private static let content: [String: [File]] = [
        "project": [
            File(
                id: "Package.swift", byteCount: 612, day: "3 May",
                text: "// swift-tools-version: 6.2\nimport PackageDescription"),
            File(id: "README.md", byteCount: 4_180, day: "9 May", text: "# Counter\n\nA program of 20 lines."),
            File(id: "LICENSE", byteCount: 1_067, day: "1 May", text: "MIT License"),
        ],
        "project/Sources": [
            File(id: "Counter.swift", byteCount: 536, day: "today", text: counter),
            File(id: "main.swift", byteCount: 24, day: "2 May", text: "await Counter().run()"),
            File(
                id: "Theme.swift", byteCount: 1_310, day: "7 May",
                text: "extension Counter {\n    var theme: ScreenTheme { .night }\n}"),
            File(id: "Version.swift", byteCount: 31, day: "8 May", text: "let version = \"1.4.0\""),
        ],
        "project/Tests": [File(id: "CounterTests.swift", byteCount: 2_204, day: "8 May", text: "import Testing")],
        "project/Scripts": [
            File(id: "release", byteCount: 411, day: "4 May", text: "set -e\nfor name in a b; do echo \"$name\"; done")
        ],
    ]

    var focus = FocusRing(Place.files, wraps: true)
    var tree: TreeState<String> = {
        var tree = TreeState<String>(open: ["project"])
        tree.list.selected = "project/Sources"
        return tree
    }()
    var list = ListState<String>(selected: "Counter.swift")
    var viewport = Viewport()

    static let columns = [
        ListColumn<File>("Name", sortedBy: \.id) { "\($0.id, $0.id.hasSuffix(".swift") ? .accent : .plain)" },
        ListColumn<File>("Size", width: .fixed(7), alignment: .end, sortedBy: \.byteCount) { "\(bytes: $0.byteCount)" },
        ListColumn<File>("Changed", width: .fixed(7), alignment: .end) { "\($0.day, .muted)" },
    ]
    var sorting = ListSorting(column: 0)

    private var branches: [TreeRow<String>] {
        tree.rows(of: ["project"], id: \.self) { folder in
            let inside = Self.content.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
            return inside.isEmpty ? nil : inside
        }
    }
    private var folder: String { tree.list.element(in: branches, id: \.node)?.node ?? "project" }
    private var files: [File] { sorting.sorted(Self.content[folder] ?? [], by: Self.columns) }
    private var file: File? { list.position(in: files).map { files[$0] } }

    private var code: View {
        let rules = file?.id.hasSuffix(".swift") ?? false ? CodeRules.swift : .shell
        let lines = (file?.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        return .stack(
            .column,
            lines.enumerated().map { number, line in
                View.text("\(number < 9 ? " " : "")\(number + 1, .muted)  \(rules.styled(String(line)))")
            })
    }

    private func style(_ place: Place) -> Style? { focus.current == place ? .accent : nil }

    var view: View {
        .column {
            View.row(spacing: -1) {
                tree.view(of: branches, id: \.self) { path, _ in "\(path.split(separator: "/").last ?? "")" }
                    .region(.folders, in: focus).padding(0, 1)
                    .border(title: "Folders", style: style(.folders)).width(20)
                View.column(spacing: -1) {
                    list.table(of: files, columns: Self.columns, sorting: sorting)
                        .region(.files, in: focus).padding(0, 1)
                        .border(title: "\(folder)", footer: "\(files.count) files", style: style(.files))
                        .height(8)
                    viewport.view(of: code).region(.text, in: focus).padding(0, 1)
                        .border(title: "\(file?.id ?? "")", footer: "read only", style: style(.text))
                }
            }
            View.help([
                .init([.tab], "next pane"), .init([.up, .down], "choose"), .init([.left, .right], "close, open"),
            ])
        }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let (place, inner) = focus.target(of: input)
        let outcome =
            switch place {
            case .folders: tree.handle(inner, rows: branches, id: \.self)
            case .files: sorting.handle(inner).otherwise { list.handle(inner, table: files) }
            case .text: viewport.handle(inner, content: code)
            }
        return outcome.otherwise { focus.handle(input) }
    }
}
