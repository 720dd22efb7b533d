import CycleBase
import CycleDrivers

/// The controls and sequences that a screen obeys.
extension TerminalScreen {
    mutating func obey(_ action: TerminalParser.Action, _ width: ((Character) -> Int)?) {
        switch action {
        case .none: break
        case .scalar(let scalar):
            guard scalar.value < 0x80 else { return write(scalar, width) }
            let byte = UInt8(scalar.value)
            withUnsafePointer(to: byte) { write(UnsafeBufferPointer(start: $0, count: 1)) }
        case .control(let byte): control(byte)
        case .escape(let final): escape(final)
        case .sequence(let final): sequence(final)
        case .command(let text): command(text)
        case .unknown: notUnderstood()
        }
    }

    mutating func notUnderstood() {
        reports.unknownCount += 1
    }

    private mutating func control(_ byte: UInt8) {
        grid.isJoining = false
        pen.last = nil
        switch byte {
        case 0x07: reports.bellCount += 1
        case 0x08: grid.moveBack()
        case 0x09: tab()
        case 0x0a...0x0c:
            grid.feedLine(pen.blank)
            if modes.feedsLines { grid.column = 0 }
        case 0x0d: grid.column = 0
        case 0x0e, 0x0f: pen.set = byte == 0x0e ? 1 : 0
        case 0x00: break
        default: notUnderstood()
        }
    }

    private mutating func tab() {
        guard grid.column < grid.columns - 1 else { return }
        repeat { grid.column += 1 } while grid.column < grid.columns - 1 && !tabs[grid.column]
    }

    private mutating func tabBack(_ count: Int) {
        grid.column = min(grid.column, grid.columns - 1)
        for _ in 0..<min(count, grid.columns) where grid.column > 0 {
            repeat { grid.column -= 1 } while grid.column > 0 && !tabs[grid.column]
        }
    }

    private mutating func escape(_ final: UInt8) {
        grid.isJoining = false
        pen.last = nil
        switch (parser.marks, final) {
        case (0, UInt8(ascii: "7")): saved.cursor = cursorState
        case (0, UInt8(ascii: "8")): restore(saved.cursor)
        case (0, UInt8(ascii: "=")): modes.isKeypadApplication = true
        case (0, UInt8(ascii: ">")): modes.isKeypadApplication = false
        case (0, UInt8(ascii: "D")): grid.feedLine(pen.blank)
        case (0, UInt8(ascii: "E")):
            grid.column = 0
            grid.feedLine(pen.blank)
        case (0, UInt8(ascii: "H")): if grid.column < grid.columns { tabs[grid.column] = true }
        case (0, UInt8(ascii: "M")): grid.feedLineBack(pen.blank)
        case (0, UInt8(ascii: "c")): reset()
        case (0, UInt8(ascii: "\\")): break
        case (0x23, UInt8(ascii: "8")): showAlignment()
        case (0x28, UInt8(ascii: "0")), (0x28, UInt8(ascii: "B")): pen.lineSets[0] = final == UInt8(ascii: "0")
        case (0x29, UInt8(ascii: "0")), (0x29, UInt8(ascii: "B")): pen.lineSets[1] = final == UInt8(ascii: "0")
        default: notUnderstood()
        }
    }

    /// All as at the start, but for the scrollback and what others know of the program.
    private mutating func reset() {
        (pen, saved.cursor) = (TerminalPen(), .init())
        modes = TerminalState()
        tabs = Self.everyEighth(grid.columns)
        grid.region = 0...grid.rows.count - 1
        grid.erase(0..<grid.rows.count, .blank)
        (grid.row, grid.column) = (0, 0)
        setHeld(false)
    }

    /// The letter E everywhere, to look at.
    private mutating func showAlignment() {
        var cell = CanvasCell.blank
        cell.glyph = UInt32(UInt8(ascii: "E"))
        for row in grid.rows.indices { grid.rows[row].fill(cell) }
        (grid.row, grid.column) = (0, 0)
        grid.region = 0...grid.rows.count - 1
    }

    // MARK: Sequences

    private mutating func sequence(_ final: UInt8) {
        let marks = parser.marks
        if final == UInt8(ascii: "m"), marks == 0 {
            pen.cell = nil
            pen.last = nil
            return parser.collected.withUnsafeBufferPointer { pen.text.apply($0[...]) }
        }
        guard let numbers = TerminalNumbers(parser.collected) else { return }
        if final != UInt8(ascii: "b") { pen.last = nil }
        switch (marks, final) {
        case (0, UInt8(ascii: "h")), (0, UInt8(ascii: "l")): setModes(numbers, final == UInt8(ascii: "h"))
        case (0x3f, UInt8(ascii: "h")), (0x3f, UInt8(ascii: "l")):
            setPrivateModes(numbers, final == UInt8(ascii: "h"))
        case (0, _):
            grid.isJoining = false
            if !move(numbers, final), !edit(numbers, final), !other(numbers, final) { notUnderstood() }
        default:
            if !answer(numbers, marks, final) { notUnderstood() }
        }
    }

    /// - Returns: Whether it moves the cursor.
    private mutating func move(_ numbers: TerminalNumbers, _ final: UInt8) -> Bool {
        let count = numbers.at(0, least: 1, missing: 1)
        switch final {
        case UInt8(ascii: "A"): count.map { grid.moveUp($0) }
        case UInt8(ascii: "B"): count.map { grid.moveDown($0) }
        case UInt8(ascii: "C"): count.map { grid.moveRight($0) }
        case UInt8(ascii: "D"): count.map { grid.column -= min($0, grid.column) }
        case UInt8(ascii: "E"), UInt8(ascii: "F"):
            guard let count else { break }
            grid.column = 0
            if final == UInt8(ascii: "E") { grid.moveDown(count) } else { grid.moveUp(count) }
        case UInt8(ascii: "G"), UInt8(ascii: "`"): count.map { grid.move(toColumn: $0 - 1) }
        case UInt8(ascii: "H"), UInt8(ascii: "f"):
            guard let count, let column = numbers.at(1, least: 1, missing: 1) else { break }
            grid.move(toRow: count - 1, fromRegion: modes.hasOrigin)
            grid.move(toColumn: column - 1)
        case UInt8(ascii: "Z"): count.map { tabBack($0) }
        case UInt8(ascii: "d"): count.map { grid.move(toRow: $0 - 1, fromRegion: modes.hasOrigin) }
        default: return false
        }
        return true
    }

    /// - Returns: Whether it changes cells, or which rows move.
    private mutating func edit(_ numbers: TerminalNumbers, _ final: UInt8) -> Bool {
        let count = numbers.at(0, least: 1, missing: 1)
        let blank = pen.blank
        let last = grid.region.contains(grid.row) ? grid.region.upperBound : grid.rows.count - 1
        switch final {
        case UInt8(ascii: "@"): count.map { grid.insertCells($0, blank) }
        case UInt8(ascii: "J"): numbers.at(0).map { eraseScreen($0, blank) }
        case UInt8(ascii: "K"): numbers.at(0).map { eraseLine($0, blank) }
        case UInt8(ascii: "L"): count.map { grid.insertRows($0, at: grid.row, upTo: last, blank) }
        case UInt8(ascii: "M"): count.map { grid.deleteRows($0, at: grid.row, upTo: last, blank) }
        case UInt8(ascii: "P"): count.map { grid.deleteCells($0, blank) }
        case UInt8(ascii: "S"): count.map { grid.scrollUp($0, blank) }
        case UInt8(ascii: "T"):
            count.map { grid.insertRows($0, at: grid.region.lowerBound, upTo: grid.region.upperBound, blank) }
        case UInt8(ascii: "X"): count.map { grid.erase(grid.row, grid.column..<grid.column.addingSaturated($0), blank) }
        case UInt8(ascii: "b"): count.map { repeatLast($0) }
        case UInt8(ascii: "r"): setRegion(numbers)
        default: return false
        }
        return true
    }

    private mutating func eraseScreen(_ part: Int, _ blank: CanvasCell) {
        let (row, column, end) = (grid.row, min(grid.column, grid.columns), grid.rows.count)
        switch part {
        case 0:
            grid.erase(row, column..<grid.columns, blank)
            grid.erase(row + 1..<end, blank)
        case 1:
            grid.erase(0..<row, blank)
            grid.erase(row, 0..<column + 1, blank)
        case 2: grid.erase(0..<end, blank)
        case 3: grid.forgetScrolled()
        default: notUnderstood()
        }
    }

    private mutating func eraseLine(_ part: Int, _ blank: CanvasCell) {
        switch part {
        case 0: grid.erase(grid.row, grid.column..<max(grid.column, grid.columns), blank)
        case 1: grid.erase(grid.row, 0..<grid.column + 1, blank)
        case 2: grid.erase(grid.row, 0..<grid.columns, blank)
        default: notUnderstood()
        }
    }

    private mutating func repeatLast(_ count: Int) {
        guard let last = pen.last else { return }
        let bytes = [UInt8](repeating: last, count: min(count, grid.columns - min(grid.column, grid.columns)))
        bytes.withUnsafeBufferPointer { write($0) }
    }

    private mutating func setRegion(_ numbers: TerminalNumbers) {
        let end = grid.rows.count
        guard let first = numbers.at(0, least: 1, missing: 1), let last = numbers.at(1, least: 1, missing: end) else {
            return
        }
        let (top, bottom) = (min(first, end) - 1, min(last, end) - 1)
        guard top < bottom else { return }
        grid.region = top...bottom
        (grid.row, grid.column) = (0, 0)
    }

    /// Tabs, cursors that are saved, titles, and what asks for an answer.
    ///
    /// - Returns: Whether it is known.
    private mutating func other(_ numbers: TerminalNumbers, _ final: UInt8) -> Bool {
        let first = numbers.at(0)
        switch final {
        case UInt8(ascii: "c"): if first == 0 { reports.answer("\u{1b}[?62;1c") }
        case UInt8(ascii: "g"):
            if first == 0, grid.column < grid.columns { tabs[grid.column] = false }
            if first == 3 { tabs = Array(repeating: false, count: grid.columns) }
        case UInt8(ascii: "n"):
            if first == 5 { reports.answer("\u{1b}[0n") }
            if first == 6 { reports.answer("\u{1b}[\(grid.row + 1);\(cursor.column + 1)R") }
        case UInt8(ascii: "s"): saved.cursor = cursorState
        case UInt8(ascii: "u"): restore(saved.cursor)
        case UInt8(ascii: "t"):
            if first == 22 { reports.saveTitle() }
            if first == 23 { reports.title = reports.titles.popLast() ?? reports.title }
            if first == 18 { reports.answer("\u{1b}[8;\(grid.rows.count);\(grid.columns)t") }
            if first == 14 || first == 16 { notUnderstood() }
        default: return false
        }
        return true
    }
}
