import CycleDrivers

/// Files and folders to choose from. It names the folder that it wants to see, and shows what it is told of it.
///
///     if let folder = picker.wanted { … }              // ask a driver for it; then
///     picker.show(entries, of: folder)                  // or picker.fail("no permission", of: folder)
///
/// Typing looks for a name; Enter opens a folder or submits a file; Left, or Backspace without a text, goes to the folder
/// around, never above the first one.
public struct FilePicker: Component, Hashable, Codable, Sendable {
    public struct Entry: Hashable, Codable, Sendable, Identifiable {
        public var name: String
        public var isFolder: Bool
        public var id: String { name }

        public init(_ name: String, isFolder: Bool = false) {
            self.name = name
            self.isFolder = isFolder
        }
    }

    /// The folders from the first one on.
    public private(set) var path: [String] = []
    public private(set) var entries: [Entry]?
    public private(set) var problem: String?
    public private(set) var field = TextInput(placeholder: "type to find")
    /// Whether names that begin with a dot are shown.
    public var showsHidden = false
    private var list = ListState<String>()

    public init() {}

    /// The folder that it has to be told of; `nil` when it knows what it shows. The first one is an empty text.
    public var wanted: String? { entries == nil && problem == nil ? path.joined(separator: "/") : nil }

    /// What is in the folder. News of another one is not shown.
    public mutating func show(_ entries: [Entry], of folder: String) {
        guard folder == path.joined(separator: "/") else { return }
        self.entries = entries.sorted { ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name) }
        problem = nil
    }

    /// Why it cannot be seen.
    public mutating func fail(_ reason: String, of folder: String) {
        guard folder == path.joined(separator: "/") else { return }
        (entries, problem) = ([], reason)
    }

    private var rows: [Entry] {
        let pattern = FuzzyPattern(field.text)
        return (entries ?? []).filter { entry in
            (showsHidden || !entry.name.hasPrefix(".")) && (field.text.isEmpty || pattern.matches(entry.name))
        }
    }

    /// The path of the selected entry, below the first folder.
    public var selected: String? { list.element(in: rows).map { (path + [$0.name]).joined(separator: "/") } }

    public mutating func handle(_ input: ScreenInput) -> Outcome {
        switch input.key {
        case .enter, .right:
            guard let entry = list.element(in: rows) else { return .changed }
            guard entry.isFolder else { return input.key == .enter ? .submitted : .changed }
            go { $0.append(entry.name) }
        case .left,
            .backspace where field.text.isEmpty:
            guard !path.isEmpty else { return input.key == .left ? .ignored : .changed }
            let name = path.last
            go { $0.removeLast() }
            list.selected = name
        case .escape where !field.text.isEmpty: field.text = ""
        case .escape: return .cancelled
        default:
            return list.handle(input.at(0), rows: rows, keys: ListCommand.keysBesideTyping)
                .otherwise { field.handle(input) }
        }
        return .changed
    }

    private mutating func go(_ change: (inout [String]) -> Void) {
        change(&path)
        (entries, problem, list) = (nil, nil, ListState())
        field.text = ""
    }

    public var view: ScreenView {
        let pattern = FuzzyPattern(field.text)
        return .column {
            ScreenView.text("\("/" + path.joined(separator: "/"), .bold)", overflow: .ellipsisAtStart).height(1)
            ScreenView.row(spacing: 1) {
                ScreenView.text("find:", .dim)
                field.view
            }.decoration
            if let problem {
                ScreenView.text("✗ \(problem)", .red)
            } else {
                list.view(of: rows, empty: entries == nil ? "reading…" : "nothing here", hasScrollBar: true) {
                    entry, row in
                    let name = pattern.highlighted(entry.name, .underline)
                    return
                        "\(row.pointer)\(name, entry.isFolder ? .blue + .bold : .plain)\(entry.isFolder ? "/" : "", .dim)"
                }.region(0)
            }
        }
    }
}
