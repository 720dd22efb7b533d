import CycleDrivers

/// Text of several lines that is edited with the keys of readline, wrapped between words.
///
/// It takes all room that it is given; `area.view.height(.fit)` is as high as its text. Up in its first row and Down in its last are ignored, so that they can go elsewhere; so is Tab.
public struct TextArea: Component, Hashable, Codable, Sendable {
    /// The text with its cursor, its selection and what can be undone.
    public var edited: EditedText
    /// Shown while there is no text.
    public var placeholder: String
    /// Whether Enter submits; then Alt-Enter, Shift-Enter and Ctrl-J put in a line end, which is Enter's part otherwise.
    public var submitsOnEnter: Bool
    /// Whether each line has its number before it.
    public var hasLineNumbers: Bool
    private var clicks = ClickCounter()
    /// The first row that is seen.
    private var top = 0
    /// The column that Up and Down keep to.
    private var goal: Int?

    /// A text with the cursor at its end.
    public init(
        _ text: String = "", placeholder: String = "", limit: Int? = nil, submitsOnEnter: Bool = false,
        hasLineNumbers: Bool = false
    ) {
        edited = EditedText(text, isSingleLine: false, limit: limit)
        self.placeholder = placeholder
        self.submitsOnEnter = submitsOnEnter
        self.hasLineNumbers = hasLineNumbers
    }

    /// The text in the area. Undo reverts an assignment.
    public var text: String {
        get { edited.text }
        set { edited.replace(with: newValue) }
    }

    // MARK: Input

    /// The keys of readline, arrows and the mouse; `cancelled` for Escape.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let input = input.typed.inside(FieldPart.text)
        let (columns, page) = (input.area.columns - gutter, max(1, input.area.rows))
        top = shownTop(rows(columns), page)
        defer { top = shownTop(rows(columns), page) }
        switch input.event {
        case .paste(let text): edited.insert(text)
        case .mouse: return handleMouse(input, columns)
        case .key(let key):
            input.copySelection(of: edited, keys: EditCommand.keys)
            return handle(key, columns, page)
        case .line, .focus, .background, .resized, .interrupted, .suspended, .resumed, .ended, .programEnded, .failed:
            return .ignored
        }
        goal = nil
        return .changed
    }

    private mutating func handle(_ key: ConsoleDriver.Key, _ columns: Int, _ page: Int) -> Outcome {
        let isSelecting = key.modifiers.contains(.shift) && key.base != .enter
        switch key.base {
        case .enter:
            if submitsOnEnter, key.modifiers.isEmpty { return .submitted }
            edited.insert("\n")
        case .escape: return .cancelled
        case .up: return move(-1, isSelecting, columns)
        case .down: return move(1, isSelecting, columns)
        case .pageUp: return move(-page, isSelecting, columns)
        case .pageDown: return move(page, isSelecting, columns)
        case .character("p") where key.modifiers == .control: return move(-1, false, columns)
        case .character("n") where key.modifiers == .control: return move(1, false, columns)
        case .character("j") where key.modifiers == .control: edited.insert("\n")
        default: guard edited.handle(key) else { return .ignored }
        }
        goal = nil
        return .changed
    }

    private mutating func move(_ step: Int, _ isSelecting: Bool, _ columns: Int) -> Outcome {
        let rows = rows(columns)
        let place = place(rows)
        let target = min(max(place.row + step, 0), rows.count - 1)
        guard target != place.row else { return .ignored }
        let column = goal ?? place.column
        edited.move(to: offset(row: target, column: column, rows), isSelecting)
        goal = column
        return .changed
    }

    private mutating func handleMouse(_ input: ScreenInput, _ columns: Int) -> Outcome {
        let rows = rows(columns)
        switch input.mouse?.action {
        case .pressed(.left), .dragged(.left):
            let isDrag = input.mouse?.action == .dragged(.left)
            guard let position = isDrag ? input.nearestPosition : input.position else { return .ignored }
            let row = min(top + position.row, rows.count - 1)
            let place = offset(row: row, column: max(0, position.column - gutter), rows)
            switch clicks.count(input) {
            case 2: edited.selectWord(at: place)
            case 3...: edited.select(edited.lineStart(place)..<edited.lineEnd(place))
            default: edited.move(to: place, isDrag)
            }
            goal = nil
            return .changed
        case .scrolled(.up) where input.position != nil: return move(-3, false, columns)
        case .scrolled(.down) where input.position != nil: return move(3, false, columns)
        default: return .ignored
        }
    }

    // MARK: Rows

    /// One cell is kept for the cursor behind the last character of a full row.
    private func rows(_ columns: Int) -> [Range<Int>] { LineBreaks.lines(of: text, columns: max(1, columns - 1)) }

    private func place(_ rows: [Range<Int>]) -> (row: Int, column: Int) {
        let row = rows.lastIndex { $0.lowerBound <= edited.cursor } ?? 0
        let start = min(rows[row].lowerBound, edited.cursor)
        return (row, ConsoleDriver.CharacterWidth.of(text.bytes(start..<edited.cursor)))
    }

    private func offset(row: Int, column: Int, _ rows: [Range<Int>]) -> Int {
        let line = rows[row]
        let part = ConsoleDriver.CharacterWidth.prefix(of: text.bytes(line), fitting: column)
        let offset = line.lowerBound + part.utf8.count
        // The end of a row that goes on is the beginning of the next.
        let isShared = row + 1 < rows.count && rows[row + 1].lowerBound == offset
        return isShared && offset > line.lowerBound ? edited.before(offset) : offset
    }

    private func shownTop(_ rows: [Range<Int>], _ page: Int) -> Int {
        let row = place(rows).row
        return max(0, min(min(max(top, row - page + 1), row), rows.count - page))
    }

    // MARK: View

    private var gutter: Int {
        hasLineNumbers ? "\(text.utf8.count { $0 == 0x0a } + 1)".count + 1 : 0
    }

    /// The rows that are seen, in the shape that the theme gives to fields.
    public var view: ScreenView { view(FieldFrame(), height: nil) }

    /// The same with the words of a language in the colours of the theme: `area.view(code: .swift)`. Each line is coloured alone.
    public func view(code rules: CodeRules) -> ScreenView {
        .field(lines(rules).region(FieldPart.text), FieldFrame(), height: nil)
    }

    /// - Parameter height: How many rows of text are seen; `nil` for as many as there is room for.
    func view(_ frame: FieldFrame, height: Int?) -> ScreenView {
        .field(lines(nil).region(FieldPart.text), frame, height: height)
    }

    private func lines(_ rules: CodeRules?) -> ScreenView {
        .sized(fitting: { .init(columns: $0.columns, rows: rows($0.columns - gutter).count) }) { space in
            guard !text.isEmpty else {
                return ScreenView.text(.init(placeholder, space.theme.fields.placeholder), overflow: .ellipsis).cursor(
                    .init(row: 0, column: 0)
                )
                .padding(left: gutter)
            }
            let rows = rows(space.columns - gutter)
            let top = space.isPlain ? 0 : shownTop(rows, max(1, space.rows))
            let place = place(rows)
            let shown = rows[top..<min(rows.count, top + max(1, space.rows))]
            let column = gutter + min(place.column, max(0, space.columns - gutter - 1))
            var lines = ColoredLines(rules)
            return ScreenView.stack(.column, zip(shown, numbers(shown)).map { line($0, $1, &lines) })
                .cursor(.init(row: place.row - top, column: column))
        }
    }

    private func line(_ range: Range<Int>, _ number: StyledText, _ lines: inout ColoredLines) -> ScreenView {
        let range = LineBreaks.trimmed(range, of: text)
        guard let selection = edited.selection?.clamped(to: range), !selection.isEmpty else {
            return "\(number)\(lines.piece(range, of: edited))"
        }
        let before = lines.piece(range.lowerBound..<selection.lowerBound, of: edited)
        let selected = lines.piece(selection, of: edited)
        let after = lines.piece(selection.upperBound..<range.upperBound, of: edited)
        return "\(number)\(before)\(selected, .reverse)\(after)"
    }

    /// The text before each row: the number of its line in the line's first row.
    private func numbers(_ rows: ArraySlice<Range<Int>>) -> [StyledText] {
        guard hasLineNumbers, let first = rows.first else { return rows.map { _ in "" } }
        var number = text.utf8.prefix(first.lowerBound).count { $0 == 0x0a } + 1
        return rows.map { row in
            let begins = row.lowerBound == 0 || edited.character(at: edited.before(row.lowerBound)) == "\n"
            if begins, row.lowerBound > first.lowerBound { number += 1 }
            let text = begins ? "\(number)" : ""
            return "\(String(repeating: " ", count: gutter - 1 - text.count) + text + " ", .muted)"
        }
    }
}
