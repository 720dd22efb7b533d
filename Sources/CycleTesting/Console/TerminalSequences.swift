import CycleBase
import CycleDrivers

/// The sequences that a ``SimulatedTerminal`` obeys.
extension SimulatedTerminal {
    mutating func apply(_ action: TerminalParser.Action) {
        switch action {
        case .scalar(let scalar): grid.put(scalar)
        case .control(let byte): control(byte)
        case .sequence(let prefix, let parameters, let final): sequence(prefix, parameters, final)
        case .command(let text): command(text)
        case .escape(UInt8(ascii: "M")): grid.reverseLineFeed()
        case .escape, .unknown: unknownCount += 1
        }
    }

    private mutating func control(_ byte: UInt8) {
        grid.endJoining()
        switch byte {
        case 0x0d: grid.returnCarriage()
        case 0x0a: grid.lineFeed()
        case 0x08: grid.cursor.column = max(0, grid.cursor.column - 1)
        case 0x09: grid.cursor.column = min(columns - 1, (grid.cursor.column / 8 + 1) * 8)
        case 0x07: bellCount += 1
        default: unknownCount += 1
        }
    }

    private mutating func command(_ text: String) {
        // By bytes: a mark may follow that makes one character with the semicolon.
        if text.utf8.starts(with: "2;".utf8) {
            title = String(decoding: text.utf8.dropFirst(2), as: UTF8.self)
        } else if text.utf8.starts(with: "8;".utf8) {
            grid.pen.applyLink(text)
        } else if text.begins(with: "52;c;"), let bytes = Base64.decode(String(text.dropFirst(5))) {
            clipboard = String(decoding: bytes, as: UTF8.self)
        } else if text == "11;?" {
            answerBackground()
        } else if let notice = TerminalNotice(text) {
            notify(notice)
        } else {
            unknownCount += 1
        }
    }

    private mutating func notify(_ notice: TerminalNotice) {
        switch notice {
        case .whole(let title, let body): notifications.append(.init(title, body))
        case .title(let title): unfinishedNotification = title
        case .body(let body):
            notifications.append(.init(unfinishedNotification ?? "", body))
            unfinishedNotification = nil
        }
    }

    private mutating func sequence(_ prefix: UInt8?, _ parameters: String, _ final: UInt8) {
        let numbers = parameters.parts(between: ";").map {
            // No window is larger, and sums do not overflow.
            min(max(Int($0) ?? 0, 0), TerminalParser.highestNumber)
        }
        if prefix == UInt8(ascii: "?") {
            for number in numbers { setMode(number, final == UInt8(ascii: "h")) }
        } else if prefix != nil {
            unknownCount += 1
        } else if final == UInt8(ascii: "m") {
            grid.pen.apply(parameters)
        } else {
            grid.endCharacter()
            if !move(numbers, final) { edit(numbers, final) }
        }
    }

    /// - Returns: Whether it moves the cursor.
    private mutating func move(_ numbers: [Int], _ final: UInt8) -> Bool {
        let count = max(1, numbers.first ?? 1)
        switch final {
        case UInt8(ascii: "A"): grid.cursor.row = max(0, grid.cursor.row - count)
        case UInt8(ascii: "B"): grid.cursor.row = min(rows - 1, grid.cursor.row + count)
        case UInt8(ascii: "C"): grid.cursor.column = min(columns - 1, grid.cursor.column + count)
        case UInt8(ascii: "D"): grid.cursor.column = max(0, grid.cursor.column - count)
        case UInt8(ascii: "G"): grid.cursor.column = min(columns, count) - 1
        case UInt8(ascii: "H"):
            let column = numbers.count > 1 ? max(1, numbers[1]) : 1
            grid.cursor = .init(row: min(rows, count) - 1, column: min(columns, column) - 1)
        default: return false
        }
        return true
    }

    private mutating func edit(_ numbers: [Int], _ final: UInt8) {
        let first = numbers.first ?? 0
        switch final {
        case UInt8(ascii: "c") where first == 0: answerIdentity()
        case UInt8(ascii: "J") where first == 0 || first == 2:
            if first == 0 { grid.erase(grid.cursor.row, grid.cursor.column..<columns) }
            for row in (first == 0 ? grid.cursor.row + 1 : 0)..<rows { grid.erase(row, 0..<columns) }
        case UInt8(ascii: "K") where first == 0 || first == 2:
            grid.erase(grid.cursor.row, first == 0 ? grid.cursor.column..<columns : 0..<columns)
        case UInt8(ascii: "X"):
            grid.erase(grid.cursor.row, grid.cursor.column..<min(columns, grid.cursor.column + max(1, first)))
        case UInt8(ascii: "r"):
            let last = numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], rows) : rows
            let top = max(first, 1)
            if top < last || rows == 1 { grid.region = min(top, rows) - 1...last - 1 }
            grid.cursor = .init(row: 0, column: 0)
        case UInt8(ascii: "t") where first == 22: titles.append(title)
        case UInt8(ascii: "t") where first == 23: title = titles.popLast() ?? title
        default: unknownCount += 1
        }
    }

    private mutating func setMode(_ number: Int, _ isSet: Bool) {
        switch number {
        case 7: grid.isWrapping = isSet
        case 25: isCursorVisible = isSet
        case 1049: grid.setAlternate(isSet)
        default: if isSet { modes.insert(number) } else { modes.remove(number) }
        }
    }
}
