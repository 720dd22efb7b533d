import CycleBase
import CycleDrivers

/// Modes, saved cursors and the answers of a terminal.
extension TerminalScreen {
    var cursorState: TerminalSaved.Cursor {
        var pen = pen
        // It refers to texts, which may have other numbers by then.
        (pen.cell, pen.last) = (nil, nil)
        return .init(row: grid.row, column: grid.column, pen: pen, hasOrigin: modes.hasOrigin)
    }

    mutating func restore(_ cursor: TerminalSaved.Cursor) {
        pen = cursor.pen
        modes.hasOrigin = cursor.hasOrigin
        grid.move(toRow: cursor.row, fromRegion: false)
        grid.move(toColumn: cursor.column)
    }

    mutating func setModes(_ numbers: TerminalNumbers, _ isSet: Bool) {
        for index in 0..<numbers.count {
            switch numbers.at(index, missing: -1) {
            case 4: modes.writing.isInserting = isSet
            case 20: modes.feedsLines = isSet
            default: notUnderstood()
            }
        }
    }

    mutating func setPrivateModes(_ numbers: TerminalNumbers, _ isSet: Bool) {
        for index in 0..<numbers.count {
            if let number = numbers.at(index, missing: -1), number >= 0 { setPrivateMode(number, isSet) }
        }
    }

    private mutating func setPrivateMode(_ number: Int, _ isSet: Bool) {
        switch number {
        case 3:
            // The number of columns stays.
            grid.move(toRow: 0, fromRegion: modes.hasOrigin)
            grid.column = 0
            grid.erase(0..<grid.rows.count, pen.blank)
        case 6:
            modes.hasOrigin = isSet
            grid.move(toRow: 0, fromRegion: isSet)
            grid.column = 0
        case 7: modes.writing.isWrapping = isSet
        case 25: modes.isCursorVisible = isSet
        case 47, 1_047: setAlternate(isSet, savesCursor: false)
        case 1_048: if isSet { saved.cursor = cursorState } else { restore(saved.cursor) }
        case 1_049: setAlternate(isSet, savesCursor: true)
        case 2_026: setHeld(isSet)
        default: setOther(number, isSet)
        }
    }

    private mutating func setOther(_ number: Int, _ isSet: Bool) {
        if [1_000, 1_002, 1_003].contains(number) { modes.mouse = isSet ? number : nil }
        if !isSet {
            modes.others.remove(number)
        } else if modes.others.count < TerminalState.limit {
            modes.others.insert(number)
        }
    }

    private mutating func setAlternate(_ isWanted: Bool, savesCursor: Bool) {
        if isWanted {
            guard !grid.isAlternate else { return }
            if savesCursor { saved.main = cursorState }
            grid.setAlternate(true)
        } else {
            let isLeft = grid.isAlternate
            if savesCursor, let cursor = saved.main {
                (grid.row, grid.column) = (min(cursor.row, grid.rows.count - 1), cursor.column)
                pen.text = cursor.pen.text
                pen.cell = nil
            }
            if isLeft { grid.setAlternate(false) }
            grid.column = min(grid.column, grid.columns - 1)
        }
        grid.isJoining = false
    }

    /// The sequences with marks before their last byte.
    ///
    /// - Returns: Whether it is known.
    mutating func answer(_ numbers: TerminalNumbers, _ marks: UInt32, _ final: UInt8) -> Bool {
        let first = numbers.at(0)
        switch (marks, final) {
        case (0x3e, UInt8(ascii: "c")): if first == 0 { reports.answer("\u{1b}[>1;10;0c") }
        case (0x3e, UInt8(ascii: "q")): if first == 0 { reports.answer("\u{1b}P>|Cycle\u{1b}\\") }
        case (0x3f24, UInt8(ascii: "p")):
            guard let first else { break }
            reports.answer("\u{1b}[?\(first);\(setting(ofPrivate: first))$y")
        case (0x24, UInt8(ascii: "p")):
            guard let first else { break }
            let isSet = first == 4 ? modes.writing.isInserting : first == 20 ? modes.feedsLines : nil
            reports.answer("\u{1b}[\(first);\(isSet.map { $0 ? 1 : 2 } ?? 0)$y")
        case (0x20, UInt8(ascii: "q")): first.map { setCursorShape($0) }
        case (0x3f, UInt8(ascii: "n")) where first == 6:
            reports.answer("\u{1b}[?\(grid.row + 1);\(cursor.column + 1)R")
        default: return false
        }
        return true
    }

    /// 1 for a mode that is set, 2 for one that is not, 0 for one that is not known.
    private func setting(ofPrivate mode: Int) -> Int {
        let isSet: Bool? =
            switch mode {
            case 6: modes.hasOrigin
            case 7: modes.writing.isWrapping
            case 25: modes.isCursorVisible
            case 47, 1_047, 1_049: grid.isAlternate
            case 1_000, 1_002, 1_003: modes.mouse == mode
            case 2_026: isHeld
            case 1, 1_004, 1_006, 2_004, 2_031: modes.others.contains(mode)
            default: nil
            }
        return isSet.map { $0 ? 1 : 2 } ?? 0
    }

    private mutating func setCursorShape(_ number: Int) {
        switch number {
        case 0...2: modes.cursorShape = .block
        case 3, 4: modes.cursorShape = .underline
        case 5, 6: modes.cursorShape = .bar
        default: notUnderstood()
        }
    }

    // MARK: Commands

    mutating func command(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // By bytes: a mark may follow that makes one character with the semicolon.
        if text.utf8.starts(with: "2;".utf8) || text.utf8.starts(with: "0;".utf8) {
            reports.title = String(decoding: text.utf8.dropFirst(2), as: UTF8.self)
        } else if text.utf8.starts(with: "8;".utf8) {
            pen.text.applyLink(text)
            pen.cell = nil
        } else if text.begins(with: "52;c;") || text.begins(with: "52;;") {
            guard let start = text.utf8.dropFirst(3).firstIndex(of: UInt8(ascii: ";")),
                let bytes = Base64.decode(String(text[text.utf8.index(after: start)...]))
            else { return notUnderstood() }
            reports.clipboard = String(decoding: bytes, as: UTF8.self)
        } else if text == "10;?" || text == "11;?" {
            answerColor(of: bytes[1] - 0x30)
        } else if let notice = TerminalNotice(text) {
            reports.notify(notice)
        } else {
            notUnderstood()
        }
    }

    /// - Parameter part: 0 for the text, 1 for what is behind it.
    private mutating func answerColor(of part: UInt8) {
        guard let background = reports.background else { return }
        let color = (background == .light) == (part == 1) ? "fafa" : "1e1e"
        reports.answer("\u{1b}]1\(part);rgb:\(color)/\(color)/\(color)\u{1b}\\")
    }
}

/// Words and numbers for tests.
extension TerminalScreen {
    package var isWrapping: Bool { modes.writing.isWrapping }
    package var unknownCount: Int { reports.unknownCount }
    /// The private modes that are set, apart from those that have a property.
    package var otherModes: Set<Int> { modes.others }

    /// The settings that a program has made and not taken back, in words.
    package var settings: [String] {
        var settings: [String] = []
        if isAlternate { settings.append("alternate screen") }
        if !isWrapping { settings.append("no wrapping") }
        if pen.text != TextPen() { settings.append("style") }
        if grid.region != 0...grid.rows.count - 1 { settings.append("scrolling region") }
        if !isCursorVisible { settings.append("hidden cursor") }
        if !otherModes.isEmpty {
            settings.append("modes \(otherModes.sorted().map(String.init).joined(separator: " "))")
        }
        if !reports.titles.isEmpty { settings.append("saved title") }
        return settings
    }
}
