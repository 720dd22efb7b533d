import CycleBase
public import CycleDrivers

/// Keys, pasted text, the mouse and the focus as the bytes that a terminal sends to the program, by the modes that the program has set.
extension TerminalScreen {
    /// The bytes of a key, as xterm sends them. None for a key that has no sequence.
    public func bytes(for key: ConsoleDriver.Key) -> [UInt8] {
        let isAlt = key.modifiers.contains(.alt)
        switch key.base {
        case .character(let character): return Self.escaped(isAlt, Self.bytes(of: character, key.modifiers))
        case .enter: return Self.escaped(isAlt, [0x0d])
        case .escape: return Self.escaped(isAlt, [0x1b])
        case .tab where key.modifiers.contains(.shift): return Array("\u{1b}[Z".utf8)
        case .tab: return Self.escaped(isAlt, [0x09])
        case .backspace: return Self.escaped(isAlt, [key.modifiers.contains(.control) ? 0x08 : 0x7f])
        case .up, .down, .left, .right, .home, .end:
            let mark = modes.others.contains(1) ? "O" : "["
            return Self.sequence(key.base.letter, mark, key.modifiers)
        case .function(let number) where (1...4).contains(number):
            return Self.sequence(["P", "Q", "R", "S"][number - 1], "O", key.modifiers)
        case .insert, .delete, .pageUp, .pageDown, .function:
            let held = key.modifiers.isEmpty ? "" : ";\(key.modifiers.rawValue + 1)"
            return key.base.number.map { Array("\u{1b}[\($0)\(held)~".utf8) } ?? []
        }
    }

    private static func escaped(_ isAlt: Bool, _ bytes: [UInt8]) -> [UInt8] { isAlt ? [0x1b] + bytes : bytes }

    /// A sequence of a letter; with keys that are held down a number stands before it.
    private static func sequence(
        _ letter: String?, _ mark: String, _ modifiers: ConsoleDriver.Key.Modifiers
    ) -> [UInt8] {
        guard let letter else { return [] }
        let text = modifiers.isEmpty ? mark + letter : "[1;\(modifiers.rawValue + 1)\(letter)"
        return Array("\u{1b}\(text)".utf8)
    }

    /// With Ctrl, the control character of the key, if there is one.
    private static func bytes(of character: Character, _ modifiers: ConsoleDriver.Key.Modifiers) -> [UInt8] {
        guard modifiers.contains(.control), let byte = character.asciiValue else {
            return Array(String(character).utf8)
        }
        switch byte {
        case UInt8(ascii: "@")...UInt8(ascii: "~"): return [byte & 0x1f]
        case UInt8(ascii: " "), UInt8(ascii: "2"): return [0]
        case UInt8(ascii: "3")...UInt8(ascii: "7"): return [byte - 0x18]
        case UInt8(ascii: "/"): return [0x1f]
        case UInt8(ascii: "8"), UInt8(ascii: "?"): return [0x7f]
        default: return [byte]
        }
    }

    /// The bytes of a pasted text: between marks, where the program has asked for them. No control character in the text reaches
    /// the program but tabs and ends of lines, which are sent as the key Enter is.
    public func bytes(forPaste text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var wasReturn = false
        for scalar in text.unicodeScalars
        where !(scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value))
            || [0x09, 0x0a, 0x0d].contains(scalar.value)
        {
            let isSecondOfPair = scalar == "\n" && wasReturn
            wasReturn = scalar == "\r"
            guard !isSecondOfPair else { continue }
            bytes += scalar == "\n" ? [0x0d] : Array(String(scalar).utf8)
        }
        guard modes.others.contains(2_004) else { return bytes }
        return Array("\u{1b}[200~".utf8) + bytes + Array("\u{1b}[201~".utf8)
    }

    /// The bytes of what is done with the mouse. None where the program has not asked for it.
    ///
    /// - Parameter mouse: Its position is counted from the top left of the screen.
    public func bytes(for mouse: ConsoleDriver.Mouse) -> [UInt8] {
        guard let mode = modes.mouse, let code = Self.code(of: mouse.action, mode) else { return [] }
        guard grid.rows.indices.contains(mouse.position.row), (0..<grid.columns).contains(mouse.position.column) else {
            return []
        }
        let (row, column) = (mouse.position.row + 1, mouse.position.column + 1)
        var held = 0
        if mouse.modifiers.contains(.shift) { held += 4 }
        if mouse.modifiers.contains(.alt) { held += 8 }
        if mouse.modifiers.contains(.control) { held += 16 }
        let isRelease = if case .released = mouse.action { true } else { false }
        if modes.others.contains(1_006) {
            return Array("\u{1b}[<\(code + held);\(column);\(row)\(isRelease ? "m" : "M")".utf8)
        }
        // The form of before has a byte for each number; beyond 0x7f a program that reads text would be confused.
        let numbers = [(isRelease ? 3 : code) + held, column, row].map { $0 + 32 }
        return numbers.allSatisfy { $0 < 0x80 } ? Array("\u{1b}[M".utf8) + numbers.map { UInt8($0) } : []
    }

    private static func code(of action: ConsoleDriver.Mouse.Action, _ mode: Int) -> Int? {
        switch action {
        case .pressed(let button), .released(let button): return button.number
        case .dragged(let button): return mode == 1_000 ? nil : button.number + 32
        case .moved: return mode == 1_003 ? 35 : nil
        case .scrolled(.up): return 64
        case .scrolled(.down): return 65
        case .scrolled(.left): return 66
        case .scrolled(.right): return 67
        }
    }

    /// The bytes for a window that is looked at, or is no more. None where the program has not asked for it.
    public func bytes(forFocus hasFocus: Bool) -> [UInt8] {
        modes.others.contains(1_004) ? Array("\u{1b}[\(hasFocus ? "I" : "O")".utf8) : []
    }
}
