public import CycleDrivers

/// Files and folders to choose from. It says which folder it wants to see, as a request to a driver:
///
///     frames.lens(
///         driver: PersistenceDriver(root: home),
///         frameFilter: { .init($0.picker.requests) }, eventFilter: { $0.picker.take($1) })
///
/// Typing looks for a name; Enter opens a folder or submits a file; Left, or Backspace without a text, goes to the
/// folder around, never above the first one, which is the root of the driver. Ctrl-R and F5 look at the folder again.
/// In the place of an unreadable folder stands the reason, with the keys that lead further.
public struct FilePicker: Component, Hashable, Codable, Sendable {
    /// A path below the root of the driver.
    public typealias Path = PersistenceDriver.Path
    /// A file or folder.
    public typealias Item = PersistenceDriver.FolderItem

    /// The folder that is shown; an empty one is the first.
    public private(set) var folder: Path
    /// `nil` until they have been read.
    public private(set) var entries: [Item]?
    /// Why the folder cannot be seen.
    public private(set) var problem: String?
    /// The field with the text to find.
    public private(set) var field = TextInput(placeholder: "type to find")
    /// Whether names that begin with a dot are shown.
    public var showsHidden = false
    /// How names of files end that can be chosen, such as `.txt`; others are dimmed. Without, all can.
    public var endings: [String] = []
    /// Whether a folder can be chosen: by a blank.
    public var choosesFolders = false
    private var list = ListState<Path>()

    /// - Parameter folder: Where it begins.
    public init(in folder: Path = "") {
        self.folder = folder
    }

    // MARK: Reading folders

    /// The folder whose content the program has to pass in; none when it knows what it shows.
    public var requests: [PersistenceDriver.Request] { entries == nil && problem == nil ? [.list(folder)] : [] }

    /// Takes what the driver tells of its folder, and nothing else.
    public mutating func take(_ event: PersistenceDriver.Event) {
        guard event.path == folder else { return }
        switch event {
        case .listed(_, let entries?):
            self.entries = entries.sorted { ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name) }
            problem = nil
        case .listed(_, nil), .failed(_, .missingFolder): (entries, problem) = ([], "there is no such folder")
        case .failed(_, .symbolicLink): (entries, problem) = ([], "a symbolic link, which is not followed")
        case .failed(_, let failure): (entries, problem) = ([], failure.reason)
        default: break
        }
    }

    // MARK: The selection

    private var rows: [Item] {
        let pattern = FuzzyPattern(field.text)
        return (entries ?? []).filter { entry in
            (showsHidden || entry.name.bytes.first != UInt8(ascii: "."))
                && (field.text.isEmpty || pattern.matches("\(entry.name)"))
        }
    }

    /// The path of the selected entry, below the root of the driver.
    public var selected: Path? { list.element(in: rows, id: \.name).map { path(of: $0) } }

    private func path(of entry: Item) -> Path {
        folder.bytes.isEmpty ? entry.name : Path(bytes: folder.bytes + [UInt8(ascii: "/")] + entry.name.bytes)
    }

    private func canChoose(_ entry: Item) -> Bool {
        entry.isFolder
            ? choosesFolders
            : endings.isEmpty || endings.contains { entry.name.bytes.reversed().starts(with: $0.utf8.reversed()) }
    }

    /// `submitted` for a file, or a folder where folders can be chosen; `cancelled` for Escape.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        switch input.key {
        case .enter, .right: return open(input.key)
        case .left,
            .backspace where field.text.isEmpty:
            guard !folder.bytes.isEmpty else { return input.key == .left ? .ignored : .changed }
            leave()
        case .control("r"), .function(5): (entries, problem) = (nil, nil)
        case " " where choosesFolders && field.text.isEmpty && list.element(in: rows, id: \.name)?.isFolder == true:
            return .submitted
        case .escape where !field.text.isEmpty: field.text = ""
        case .escape: return .cancelled
        default:
            let outcome = list.handle(input.at(0), rows: rows, id: \.name, keys: ListCommand.keysBesideTyping)
            // A double click.
            if outcome == .submitted { return open(.enter) }
            return outcome.otherwise { search(input) }
        }
        return .changed
    }

    private mutating func search(_ input: ScreenInput) -> Outcome {
        let before = field.text
        let outcome = field.handle(input)
        if field.text != before { list.select(position: 0, in: rows, id: \.name) }
        return outcome
    }

    private mutating func open(_ key: ScreenInput.Key?) -> Outcome {
        guard let entry = list.element(in: rows, id: \.name) else { return .changed }
        guard entry.isFolder else { return key == .enter && canChoose(entry) ? .submitted : .changed }
        go(to: path(of: entry), selecting: nil)
        return .changed
    }

    private mutating func leave() {
        let parts = folder.bytes.split(separator: UInt8(ascii: "/"))
        let outer = Path(bytes: Array(parts.dropLast().joined(separator: [UInt8(ascii: "/")])))
        go(to: outer, selecting: parts.last.map { Path(bytes: $0) })
    }

    private mutating func go(to folder: Path, selecting name: Path?) {
        self.folder = folder
        (entries, problem, list) = (nil, nil, ListState(selected: name))
        field.text = ""
    }

    // MARK: View

    /// The path of the folder, the text to find, and what is in the folder.
    public var view: ScreenView {
        .column {
            ScreenView.text("/\(folder)", .bold, overflow: .ellipsisAtStart).height(1)
            ScreenView.row(spacing: 1) {
                ScreenView.text("find:", .muted)
                field.view.style(\.fields.shape, .plain)
            }.decoration
            if let problem {
                ScreenView.wrapped(.init("✗ \(problem)", .danger))
                ScreenView.help(
                    (folder.bytes.isEmpty ? [] : [KeyHelp([.left], "back")]) + [KeyHelp([.control("r")], "again")])
            } else {
                rowsView
            }
        }
    }

    private var rowsView: ScreenView {
        let pattern = FuzzyPattern(field.text)
        return list.view(
            of: rows, id: \.name, empty: entries == nil ? "reading…" : "nothing here", hasScrollBar: true
        ) { entry, row in
            let style: ScreenView.Style =
                entry.isFolder ? .secondary : canChoose(entry) ? .plain : .muted
            let name = pattern.highlighted("\(entry.name)", row.match)
            return .row(spacing: 1) {
                ScreenView.text(
                    "\(row.pointer)\(name, style)\(entry.isFolder ? "/" : "", .muted)", overflow: .ellipsisInTheMiddle
                )
                .width(.growing())
                if !entry.isFolder { "\(bytes: entry.byteCount, .muted) " }
            }
        }.region(0)
    }
}
