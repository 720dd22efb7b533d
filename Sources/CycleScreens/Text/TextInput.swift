import CycleDrivers

/// A line of text that is edited with the keys of readline.
///
///     var name = TextInput(placeholder: "Name", rules: [.notEmpty])
///
///     switch name.handle(input) {
///     case .submitted: save(name.text)
///     case .cancelled: close()
///     default: break
///     }
///
/// Up and Down go through ``history`` if there is any, and are ignored otherwise; Ctrl-R looks for a text in it: again for an
/// older one, Enter takes it, Escape leaves the field as it was. A double click selects a word, a triple click all. Ctrl-D in
/// an empty field is ignored, so that the screen around it may take it for the end of the input. Pasted text is never taken for
/// keys; its line ends become blanks, and those at its end are removed.
///
/// The view has the shape that the theme gives to fields. Where the field stands in something that has a shape already, it is
/// `field.view.style(\.fields.shape, .plain)`.
public struct TextInput: Component, Hashable, Codable, Sendable {
    /// The text with its cursor, its selection and what can be undone.
    public var edited: EditedText
    /// The prompt before the text, where there is room for it.
    public var prompt: String
    /// Shown while there is no text.
    public var placeholder: String
    /// Whether characters are hidden.
    public var isSecret: Bool
    /// The rules that must hold before Enter submits. The first broken one is the ``problem``.
    public var rules: [TextRule]
    /// Texts to offer: the first one that begins with the typed text is shown, and accepted by Right or Tab at the end.
    public var suggestions: [String] = []
    /// Texts of before, the oldest first.
    public var history: [String] = []
    /// Whether Enter was tried with a problem.
    public private(set) var isRejected = false
    private var recalled: Int?
    private var draft = ""
    private var search: HistorySearch?
    private var clicks = ClickCounter()
    private var scroll = 0

    /// A field with the cursor at the end of its text.
    public init(
        _ text: String = "", prompt: String = "", placeholder: String = "", isSecret: Bool = false, limit: Int? = nil,
        rules: [TextRule] = []
    ) {
        edited = EditedText(text, limit: limit)
        self.prompt = prompt
        self.placeholder = placeholder
        self.isSecret = isSecret
        self.rules = rules
    }

    /// The text in the field. Undo reverts an assignment.
    public var text: String {
        get { edited.text }
        set { edited.replace(with: newValue) }
    }

    /// The message of the first broken rule.
    public var problem: String? { rules.problem(in: text) }

    /// The rest of the first suggestion.
    public var suggestedEnd: String? {
        guard !suggestions.isEmpty, !text.isEmpty, !isSecret, edited.cursor == text.utf8.count else { return nil }
        let start = text.lowercased()
        let match = suggestions.first { $0.count > text.count && $0.lowercased().hasPrefix(start) }
        return match.map { String($0.dropFirst(text.count)) }
    }

    // MARK: Input

    /// The keys of readline and the mouse; `submitted` for Enter, unless a rule is broken.
    public mutating func handle(_ input: ScreenInput) -> Outcome { handle(input, keys: EditCommand.keys) }

    /// The same with other keys than those of readline.
    public mutating func handle(_ input: ScreenInput, keys: KeyBindings<EditCommand>) -> Outcome {
        let input = input.typed.inside(FieldPart.text)
        let columns = input.area.columns - gutter(input.area.columns)
        scroll = scrolled(columns)
        defer { scroll = scrolled(columns) }
        switch input.event {
        case .paste(let text) where search != nil:
            search?.insert(text, history)
            return .changed
        case .paste(let text): return changed { $0.edited.insert(text) }
        case .mouse: return handleMouse(input)
        case .key(let key):
            if !isSecret { input.copySelection(of: edited, keys: keys) }
            return handle(key, keys)
        case .line, .focus, .background, .resized, .interrupted, .suspended, .resumed, .ended, .programEnded, .failed:
            return .ignored
        }
    }

    private mutating func handle(_ key: ConsoleDriver.Key, _ keys: KeyBindings<EditCommand>) -> Outcome {
        if var search {
            let goesOn = search.handle(key, history)
            self.search = goesOn ? search : nil
            if goesOn { return .changed }
            if HistorySearch.leaves(key) { return .changed }
            if let found = search.found(in: history) { edited.replace(with: found) }
        }
        if let end = suggestedEnd, [.right, .tab, .control("f"), .end, .control("e")].contains(key) {
            return changed { $0.edited.insert(end) }
        }
        switch key {
        case .enter:
            isRejected = problem != nil
            return isRejected ? .changed : .submitted
        case .escape, .control("g"): return .cancelled
        case .up, .control("p"): return recall(-1)
        case .down, .control("n"): return recall(1)
        case .control("d") where text.isEmpty: return .ignored
        case .control("r") where !history.isEmpty && !isSecret:
            search = HistorySearch(history)
            return .changed
        default: break
        }
        var next = self
        guard next.edited.handle(key, keys: keys, isSecret: isSecret) else { return .ignored }
        return changed { $0 = next }
    }

    /// Tells a mistake, as Enter does: for a program that takes the focus away from the field.
    public mutating func check() { isRejected = problem != nil }

    /// Whether the field uses the key, so that nothing around it sees it.
    func takes(_ key: ConsoleDriver.Key) -> Bool {
        var field = self
        return field.handle(key, EditCommand.keys) != .ignored
    }

    private mutating func changed(_ change: (inout TextInput) -> Void) -> Outcome {
        change(&self)
        if let pattern = rules.pattern { edited.shape(by: pattern) }
        if problem == nil { isRejected = false }
        return .changed
    }

    private mutating func recall(_ step: Int) -> Outcome {
        guard !history.isEmpty else { return .ignored }
        // The history may have become shorter.
        let next = min(max(recalled ?? history.count, 0), history.count) + step
        guard (0...history.count).contains(next) else { return .changed }
        if recalled == nil { draft = text }
        recalled = next == history.count ? nil : next
        edited.replace(with: recalled.map { history[$0] } ?? draft)
        return .changed
    }

    /// Empties the field, and keeps what was in it for Up; what was cut can still be put back.
    public mutating func commit() {
        if !isSecret, !text.isEmpty, history.last != text { history.append(text) }
        if history.count > 1_000 { history.removeFirst() }
        var next = EditedText(limit: edited.limit)
        if !isSecret { next.cuts = edited.cuts }
        (edited, recalled, scroll) = (next, nil, 0)
    }

    private mutating func handleMouse(_ input: ScreenInput) -> Outcome {
        let gutter = gutter(input.area.columns)
        let columns = input.area.columns - gutter
        switch input.mouse?.action {
        case .pressed(.left):
            guard let position = input.position else { return .ignored }
            let place = place(at: position.column - gutter + shownScroll(columns))
            switch clicks.count(input) {
            case 2 where !isSecret: edited.selectWord(at: place)
            case 2...: edited.select(0..<text.utf8.count)
            default: edited.move(to: place, false)
            }
        case .dragged(.left):
            guard let position = input.nearestPosition else { return .ignored }
            edited.move(to: place(at: position.column - gutter + shownScroll(columns)), true)
        default: return .ignored
        }
        return .changed
    }

    // MARK: View

    /// The text as it is shown, of the cells and the offset of each character.
    private var shownText: String { isSecret ? String(repeating: "•", count: text.count) : text }

    /// The column of the cursor in the whole text.
    private var cursorColumn: Int { column(of: edited.cursor) }

    private func column(of offset: Int) -> Int {
        let before = text.bytes(0..<offset)
        return isSecret ? before.count : ConsoleDriver.CharacterWidth.of(before)
    }

    private func place(at column: Int) -> Int {
        if isSecret {
            return edited.offset(
                text.index(text.startIndex, offsetBy: max(0, column), limitedBy: text.endIndex) ?? text.endIndex)
        }
        return ConsoleDriver.CharacterWidth.prefix(of: text[...], fitting: max(0, column)).utf8.count
    }

    /// How far the text is moved so that the cursor is seen.
    private func shownScroll(_ columns: Int) -> Int {
        let cursor = cursorColumn
        // All of a wide character, too.
        let own = isSecret ? 1 : edited.character(at: edited.cursor).map { ConsoleDriver.CharacterWidth.of($0).width }
        let wanted = min(max(scroll, cursor - max(1, columns) + max(1, own ?? 1)), cursor)
        // No further than for the end of the text and the cursor behind it.
        return max(0, min(wanted, column(of: text.utf8.count) + 1 - max(1, columns)))
    }

    private func scrolled(_ columns: Int) -> Int { columns > 0 ? shownScroll(columns) : 0 }

    /// The columns of the prompt, with the blank behind it.
    private func gutter(_ columns: Int) -> Int {
        let own = prompt.isEmpty ? 0 : ConsoleDriver.CharacterWidth.of(prompt) + 1
        return columns - own < 8 ? 0 : own
    }

    /// The line in the shape that the theme gives to fields: see ``ScreenTheme/Fields``.
    public var view: ScreenView { view(FieldFrame()) }

    /// The line with a label: in the border of a box, above other shapes. A mistake that Enter or ``check()`` has found stands
    /// in the border, or below.
    public func view(label: StyledText) -> ScreenView {
        .themed { theme in
            let problem = isRejected ? problem : nil
            guard !FieldFrame.hasLabel(theme) else { return view(FieldFrame(label: label, problem: problem)) }
            return .column {
                ScreenView.label(label)
                view(FieldFrame(problem: problem))
                if let problem { ScreenView.text("✗ \(problem)", theme.fields.mistake, overflow: .ellipsis) }
            }
        }
    }

    func view(_ frame: FieldFrame) -> ScreenView {
        let line = ScreenView.sized { space in
            let gutter = gutter(space.columns)
            let field = textView(space.columns - gutter, space.theme.fields.placeholder)
            return gutter == 0 ? field : .stack(.row, spacing: 1, [.text(prompt, .bold), field.width(.growing())])
        }
        var frame = frame
        if isRejected, frame.problem == nil { frame.problem = problem }
        return .field(line.region(FieldPart.text), frame)
    }

    private func textView(_ columns: Int, _ quiet: ScreenView.Style) -> ScreenView {
        if let search { return search.view(history) }
        guard !text.isEmpty else {
            let shown = placeholder.isEmpty ? rules.pattern?.rest(after: "") ?? "" : placeholder
            return .text(shown, quiet, overflow: .ellipsis).cursor(.init(row: 0, column: 0))
        }
        return .text(styled(quiet)).cursor(.init(row: 0, column: cursorColumn))
            .scrolled(by: .init(row: 0, column: shownScroll(columns)))
    }

    private func styled(_ quiet: ScreenView.Style) -> StyledText {
        guard let selection = edited.selection else {
            return "\(shownText)\(suggestedEnd ?? rules.pattern?.rest(after: text) ?? "", quiet)"
        }
        guard !isSecret else { return "\(shownText, .reverse)" }
        let (start, end) = (selection.lowerBound, selection.upperBound)
        let rest = text.bytes(end..<text.utf8.count)
        return "\(String(text.bytes(0..<start)))\(String(text.bytes(start..<end)), .reverse)\(String(rest))"
    }
}
