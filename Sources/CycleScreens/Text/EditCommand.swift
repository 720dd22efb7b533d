public import CycleDrivers

/// A command that a key gives to a text field.
public enum EditCommand: String, Hashable, Sendable, Codable, CaseIterable {
    case left, right, wordLeft, wordRight, lineStart, lineEnd, textStart, textEnd
    case deleteLeft, deleteRight, cutWordLeft, cutToBlankLeft, cutWordRight, cutToLineStart, cutToLineEnd
    case cut, copy, yank, yankOlder, transpose, uppercase, lowercase, capitalize, undo, redo, selectAll

    /// The keys of readline; with Shift, a motion selects.
    public static let keys = KeyBindings<EditCommand>(
        .init([.left, .control("b")], .left), .init([.right, .control("f")], .right),
        .init([.alt("b"), .control(.left), .alt(.left)], .wordLeft),
        .init([.alt("f"), .control(.right), .alt(.right)], .wordRight),
        .init([.home, .control("a")], .lineStart, "start"), .init([.end, .control("e")], .lineEnd, "end"),
        .init([.control(.home), .alt("<")], .textStart), .init([.control(.end), .alt(">")], .textEnd),
        .init([.backspace, .control("h")], .deleteLeft), .init([.delete, .control("d")], .deleteRight),
        .init([.control("w")], .cutToBlankLeft, "cut word"),
        .init([.alt(.backspace), .control(.backspace)], .cutWordLeft),
        .init([.alt("d"), .alt(.delete), .control(.delete)], .cutWordRight),
        .init([.control("u")], .cutToLineStart, "cut line"), .init([.control("k")], .cutToLineEnd),
        .init([.control("x")], .cut), .init([.alt("w")], .copy), .init([.control("y")], .yank, "put back"),
        .init([.alt("y")], .yankOlder), .init([.control("t")], .transpose), .init([.alt("u")], .uppercase),
        .init([.alt("l")], .lowercase), .init([.alt("c")], .capitalize),
        .init([.control("_"), .control("/"), .control("z")], .undo, "undo"),
        .init([.alt("_"), .alt("/"), .shift(.control("z"))], .redo),
        .init([.alt("a")], .selectAll))
}

extension EditedText {
    /// Performs the command of a key.
    ///
    /// - Parameters:
    ///   - key: Typed text is put in; with Shift, a motion selects.
    ///   - keys: The commands of the other keys.
    ///   - isSecret: Whether all text counts as one word, so that the moves of the cursor do not reveal where words end.
    /// - Returns: Whether the key is one that edits.
    public mutating func handle(
        _ key: ConsoleDriver.Key, keys: KeyBindings<EditCommand> = EditCommand.keys, isSecret: Bool = false
    ) -> Bool {
        var plain = key
        // A key that is bound with Shift is that one.
        if key.character == nil, keys.action(for: key) == nil { plain.modifiers.remove(.shift) }
        if let command = keys.action(for: plain) {
            perform(command, isSelecting: plain != key, isSecret: isSecret)
            return true
        }
        guard let character = key.character else { return false }
        insert(String(character), as: .typing)
        return true
    }

    /// - Parameters:
    ///   - command: The command.
    ///   - isSelecting: Whether a motion selects what it passes.
    ///   - isSecret: As above.
    public mutating func perform(_ command: EditCommand, isSelecting: Bool = false, isSecret: Bool = false) {
        if let selection, !isSelecting, command == .left || command == .right {
            return move(to: command == .left ? selection.lowerBound : selection.upperBound, false)
        }
        if let target = target(of: command, isSecret) { return move(to: target, isSelecting) }
        switch command {
        case .deleteLeft: delete(leftCharacter)
        case .deleteRight: delete(cursor..<after(cursor))
        case .cutWordLeft: cut(isSecret ? 0..<cursor : wordStart(cursor)..<cursor, isForward: false)
        case .cutToBlankLeft: cut(isSecret ? 0..<cursor : blankStart(cursor)..<cursor, isForward: false)
        case .cutWordRight: cut(cursor..<(isSecret ? text.utf8.count : wordEnd(cursor)), isForward: true)
        case .cutToLineStart: cut(lineStart(cursor)..<cursor, isForward: false)
        case .cutToLineEnd: cutToLineEnd()
        case .cut: if let selection { cut(selection, isForward: true) }
        case .copy: if !isSecret, let selectedText { addCut(selectedText, joining: nil) }
        case .yank: yank(entry: cuts.count - 1, replacing: nil)
        case .yankOlder:
            if case .yanking(let start, let entry) = last { yank(entry: entry - 1, replacing: start..<cursor) }
        case .transpose: transpose()
        case .uppercase: changeWord(isSecret) { $0.uppercased() }
        case .lowercase: changeWord(isSecret) { $0.lowercased() }
        case .capitalize: changeWord(isSecret) { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        case .undo: undo()
        case .redo: redo()
        case .selectAll: select(0..<text.utf8.count)
        // Motions, which have a target.
        case .left, .right, .wordLeft, .wordRight, .lineStart, .lineEnd, .textStart, .textEnd: break
        }
    }

    private func target(of command: EditCommand, _ isSecret: Bool) -> Int? {
        switch command {
        case .left: before(cursor)
        case .right: after(cursor)
        case .wordLeft: isSecret ? 0 : wordStart(cursor)
        case .wordRight: isSecret ? text.utf8.count : wordEnd(cursor)
        case .lineStart: lineStart(cursor)
        case .lineEnd: lineEnd(cursor)
        case .textStart: 0
        case .textEnd: text.utf8.count
        case .deleteLeft, .deleteRight, .cutWordLeft, .cutToBlankLeft, .cutWordRight, .cutToLineStart, .cutToLineEnd,
            .cut,
            .copy, .yank, .yankOlder, .transpose, .uppercase, .lowercase, .capitalize, .undo, .redo, .selectAll:
            nil
        }
    }

    /// - Parameters:
    ///   - place: A place in the text.
    ///   - isSelecting: Whether what is passed is selected.
    mutating func move(to place: Int, _ isSelecting: Bool) {
        last = .none
        anchor = isSelecting ? anchor ?? cursor : nil
        cursor = rounded(place)
    }

    // MARK: Removing, and putting back

    private mutating func delete(_ range: Range<Int>) {
        let range = selection ?? range
        guard !range.isEmpty else { return }
        remember(selection == nil ? .deleting : .none)
        replace(range, with: "")
    }

    private mutating func cutToLineEnd() {
        let end = lineEnd(cursor)
        // At the end of a line, the line end itself.
        cut(cursor..<(end == cursor ? after(cursor) : end), isForward: true)
    }

    private mutating func cut(_ range: Range<Int>, isForward: Bool) {
        guard !range.isEmpty else { return }
        let piece = String(text.bytes(range))
        let isJoining = last == .cutting
        remember(.cutting)
        replace(range, with: "")
        addCut(piece, joining: isJoining ? isForward : nil)
    }

    /// - Parameter isForward: Whether it follows the newest one, or precedes it; `nil` for one of its own.
    private mutating func addCut(_ piece: String, joining isForward: Bool?) {
        if let isForward, let newest = cuts.popLast() {
            cuts.append(isForward ? newest + piece : piece + newest)
        } else {
            cuts.append(piece)
            if cuts.count > Self.cutLimit { cuts.removeFirst() }
        }
    }

    private mutating func yank(entry: Int, replacing range: Range<Int>?) {
        guard !cuts.isEmpty else { return }
        let entry = entry < 0 ? cuts.count - 1 : entry
        let range = range ?? selection ?? cursor..<cursor
        remember(.none)
        replace(range, with: fitting(cuts[entry], for: range))
        last = .yanking(start: range.lowerBound, entry: entry)
    }

    private mutating func transpose() {
        let middle = cursor == text.utf8.count || character(at: cursor) == "\n" ? before(cursor) : cursor
        let (start, end) = (before(middle), after(middle))
        guard start < middle, middle < end else { return }
        remember(.none)
        replace(start..<end, with: String(text.bytes(middle..<end)) + String(text.bytes(start..<middle)))
    }

    private mutating func changeWord(_ isSecret: Bool, _ change: (String) -> String) {
        // The cursor would show where the words of a secret end.
        if isSecret { return }
        var start = cursor
        while let character = character(at: start), !character.isWordPart { start = after(start) }
        let end = wordEnd(cursor)
        guard start < end else { return }
        remember(.none)
        let changed = change(String(text.bytes(start..<end)))
        replace(start..<end, with: fitting(changed, for: start..<end))
    }

    // MARK: Words and lines

    /// Before the word of letters and digits that ends here or before.
    func wordStart(_ place: Int) -> Int {
        var place = place
        while place > 0, character(at: before(place))?.isWordPart == false { place = before(place) }
        while place > 0, character(at: before(place))?.isWordPart == true { place = before(place) }
        return place
    }

    func wordEnd(_ place: Int) -> Int {
        var place = place
        while character(at: place)?.isWordPart == false { place = after(place) }
        while character(at: place)?.isWordPart == true { place = after(place) }
        return place
    }

    /// Before what ends here and has no blank in it.
    private func blankStart(_ place: Int) -> Int {
        var place = place
        while place > 0, character(at: before(place))?.isWhitespace == true { place = before(place) }
        while place > 0, character(at: before(place))?.isWhitespace == false { place = before(place) }
        return place
    }

    func lineStart(_ place: Int) -> Int {
        let utf8 = text.utf8[..<index(place)]
        return utf8.lastIndex(of: 0x0a).map { offset($0) + 1 } ?? 0
    }

    func lineEnd(_ place: Int) -> Int {
        let utf8 = text.utf8[index(place)...]
        return utf8.firstIndex(of: 0x0a).map { offset($0) } ?? text.utf8.count
    }
}

extension Character {
    var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

extension ScreenInput {
    /// Copies what a key cuts or copies of a text.
    func copySelection(of edited: EditedText, keys: KeyBindings<EditCommand>) {
        guard let command = keys.action(for: self), command == .cut || command == .copy else { return }
        if let text = edited.selectedText { copy(text) }
    }
}
