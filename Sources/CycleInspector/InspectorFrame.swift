public import CycleDrivers
public import CycleMonitor
public import CycleScreens

/// The frame of the monitor in a terminal: the inspection, and how it is looked at.
public struct InspectorFrame: Hashable, Sendable, Codable {
    /// The part of the screen that has the arrow keys.
    public enum Pane: String, Hashable, Sendable, Codable, CaseIterable {
        /// The list of moments.
        case moments
        /// The tree or list beside it.
        case detail
    }

    /// A line that is being typed.
    public struct Prompt: Hashable, Sendable, Codable {
        /// The command whose argument it is; `nil` for a whole command.
        public let word: String?
        /// The text that was typed so far.
        public var field: TextInput
    }

    /// The terminal's size; `nil` without a terminal.
    public var size: ConsoleDriver.Size?
    /// Whether the monitor ends.
    public var isDone = false
    /// The text that was copied.
    public var clipboard: ConsoleDriver.Clipboard?
    /// The state that all faces share.
    public var inspection: Inspection
    /// The part of the screen that has the arrow keys.
    public var pane = Pane.moments
    /// Whether the film shows many moments as marks, not a few with their frames.
    public var isZoomedOut = false
    /// The places of the tree that were opened or closed by hand.
    public var toggled: [RecordedPath] = []
    /// The selected row of the tree.
    public var tree = ListState<RecordedPath>()
    /// The selected row of the other lists.
    public var rows = ListState<Int>()
    /// `nil` while nothing is typed.
    public var prompt: Prompt?
    /// The lines that were typed, the oldest first: the arrows lead back to them.
    var typed: [Typed] = []
    /// The value that is open in an editor; `nil` while none is.
    public internal(set) var edit: Edit?
    /// The number of values that were opened in an editor so far.
    var editCount = 0
    /// The theme, by its place among those that ship.
    public var themeNumber = 0
    /// How many pieces of the moments were looked at for what is shown: see ``InspectedSource``.
    var pieceCount = 1
    /// The blame has listed changes before this moment.
    var seenBlameEnd = 0
    /// A report on the last command or file.
    public var notice: String?

    /// - Parameter inspection: The state that all faces share.
    public init(_ inspection: Inspection) {
        self.inspection = inspection
    }

    static let noFrameOfBranch = "a branch has no frame to go on from: B leads back to the run"

    /// The theme that is shown.
    public var theme: ScreenTheme { ScreenTheme.all[themeNumber % ScreenTheme.all.count] }
}

extension InspectorFrame {
    /// A key that does what is said by the table of commands, or what only a terminal can do.
    enum Action: Hashable, Sendable {
        case row(Int)
        case prompt, quit, pane, theme, zoom, cancel, copy, editor
    }

    static let keys = KeyBindings<Action>(
        InspectionCommand.table.enumerated().map { index, row in
            .init(row.keys.compactMap { .init($0 == "space" ? " " : $0) }, .row(index), row.help)
        } + [
            .init(":", .prompt, "type a command"), .init("z", .zoom, "zoom the film"),
            .init([.tab, .shift(.tab)], .pane, "the other side"), .init("T", .theme, "next theme"),
            .init("y", .copy, "copy the value"), .init(.control("e"), .editor, "edit the value in $EDITOR"),
            .init(.escape, .cancel), .init(["q", .control("c")], .quit, "quit"),
        ])

    /// Changes itself by what was typed or clicked.
    ///
    /// - Parameters:
    ///   - input: From the console.
    ///   - source: The moments.
    mutating func handle(_ input: ScreenInput, in source: InspectedSource) {
        notice = nil
        if edit != nil { return handleEditor(input.event) }
        if prompt != nil { return handlePrompt(input, source) }
        if input.event == .interrupted || input.event == .ended { return isDone = true }
        if handleMouse(input, source) { return }
        if pane == .detail, handleDetail(input, source) { return }
        guard let action = Self.keys.action(for: input) else { return }
        switch action {
        case .row(let index): obey(InspectionCommand.table[index], source)
        case .prompt: ask(for: nil, source)
        case .quit: isDone = true
        case .pane: pane = pane == .moments ? .detail : .moments
        case .theme: themeNumber = (themeNumber + 1) % ScreenTheme.all.count
        case .zoom: isZoomedOut.toggle()
        case .copy: copy(source)
        case .cancel: cancel(source)
        case .editor: beginEdit(source)
        }
    }

    private mutating func obey(_ row: InspectionCommand.Row, _ source: InspectedSource) {
        // A note has an argument that may be empty: it is typed, too.
        guard row.wantsArgument || row.word == "note" else {
            if let command = row.command() { perform(command, source) }
            return
        }
        let start =
            switch row.word {
            case "set": "\(inspection.place) "
            case "note": inspection.notes[inspection.selection] ?? ""
            default: ""
            }
        ask(for: row.word, startingWith: start, source)
    }

    mutating func perform(_ command: InspectionCommand, _ source: InspectedSource) {
        guard command != .shadow || source.canRecompute else {
            return notice = "the program is not here: it computes a run by its --monitor"
        }
        let (branch, selection, place, aspect) = (
            inspection.branch, inspection.selection, inspection.place, inspection.aspect
        )
        inspection.perform(command, in: source.moments(of: inspection))
        if (branch, selection, place, aspect)
            != (inspection.branch, inspection.selection, inspection.place, inspection.aspect)
        {
            pieceCount = 1
        }
        if (branch, place, aspect) != (inspection.branch, inspection.place, inspection.aspect) { seenBlameEnd = 0 }
        if inspection.branch != branch { takeMoments(source) }
        if command == .shadow { selectFirstDifference(source) }
        // The arrows scroll the help, which is longer than most terminals.
        if command == .show(.help) {
            pane = .detail
        } else if aspect == .help, inspection.aspect != .help {
            pane = .moments
        }
        if inspection.selection != selection || inspection.branch != branch { showChange(source) }
        showBlamed(source)
    }

    /// The blame lists changes before this moment: those behind the selected one, too, once they were seen.
    var blameEnd: Int { max(seenBlameEnd, inspection.selection + 1) }

    /// Selects the change in the blame that made the place what it is after the selected moment.
    private mutating func showBlamed(_ source: InspectedSource) {
        guard inspection.aspect == .blame else { return }
        let isLonger = blameEnd > seenBlameEnd
        seenBlameEnd = blameEnd
        guard isLonger || pane == .moments else { return }
        rows.select(position: source.blamedRow(of: self) ?? 0, in: detailLines(source), id: \.id)
    }

    /// Goes on with what is looked for, by one piece.
    mutating func lookOn(_ source: InspectedSource) {
        guard inspection.looking != nil else { return pieceCount += 1 }
        let selection = inspection.selection
        inspection.lookOn(in: source.moments(of: inspection))
        guard inspection.selection != selection else { return }
        pieceCount = 1
        showChange(source)
    }

    private mutating func selectFirstDifference(_ source: InspectedSource) {
        guard let index = source.firstDifference(of: inspection) else {
            return notice = "every moment leads to the frame that was recorded"
        }
        let moments = source.moments(of: inspection)
        inspection.perform(.goto(number: moments.summary(at: index).number), in: moments)
        inspection.perform(.show(.branches), in: moments)
        notice = "this is the first moment that leads elsewhere now"
    }

    /// Takes the moments that have come since; a branch has those that it was made with.
    mutating func takeMoments(_ source: InspectedSource) {
        inspection.take(count: source.moments(of: inspection).count)
    }

    /// Scrolls to the first change of the moment, unless a place is looked at.
    private mutating func showChange(_ source: InspectedSource) {
        guard inspection.place == .whole, inspection.aspect == .frame else { return }
        let rows = treeRows(source)
        let isChange = { (row: FrameRow) in row.mark == .changed || row.mark == .added || row.mark == .removed }
        tree.select(position: rows.firstIndex(where: isChange) ?? 0, in: rows, id: \.place)
    }

    private mutating func cancel(_ source: InspectedSource) {
        if inspection.anchor != nil {
            perform(.range, source)
        } else if inspection.reference != nil {
            perform(.compare, source)
        } else if inspection.aspect != .frame {
            perform(.show(.frame), source)
        }
    }

    private mutating func copy(_ source: InspectedSource) {
        guard let value = source.frame(of: inspection)?[inspection.place] else { return }
        var copied = clipboard ?? .init("")
        copied.copy(value.json)
        clipboard = copied
        notice = "copied \(inspection.place)"
    }

    /// The names of regions.
    enum Place: Hashable {
        case prompt, detail
        case moment(Int)
    }
}
