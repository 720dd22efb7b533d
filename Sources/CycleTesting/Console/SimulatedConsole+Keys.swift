public import CycleDrivers

extension SimulatedConsole {
    /// Presses keys, one after the other, as a terminal sends them.
    ///
    ///     console.press(.down, .shift(.tab), .control("s"), "q", .escape)
    ///
    /// Escape arrives at once: it is sent in the form in which it cannot be the beginning of another key.
    public func press(_ keys: ConsoleDriver.Key...) {
        for key in keys { type(key.sequence) }
    }

    /// Pastes a text: between marks where the program has switched them on, otherwise as typed keys.
    public func paste(_ text: String) {
        type(terminal.modes.contains(2004) ? "\u{1b}[200~\(text)\u{1b}[201~" : text)
    }
}

extension ConsoleDriver.Key {
    /// The bytes that a terminal sends for the key; `CSI … u` with its number for a key that has no sequence of its own.
    var sequence: String {
        let held = modifiers.isEmpty ? "" : ";\(modifiers.rawValue + 1)"
        switch base {
        case .character(let character): return sequence(of: character)
        case .enter: return modifiers.isEmpty ? "\r" : numbered(13)
        case .tab: return modifiers.isEmpty ? "\t" : modifiers == .shift ? "\u{1b}[Z" : numbered(9)
        case .backspace: return modifiers.isEmpty ? "\u{7f}" : numbered(127)
        case .escape: return numbered(27)
        case .up, .down, .right, .left, .end, .home: return base.letter.map { lettered($0) } ?? ""
        case .insert, .delete, .pageUp, .pageDown, .function: return base.number.map { "\u{1b}[\($0)\(held)~" } ?? ""
        }
    }

    private func sequence(of character: Character) -> String {
        guard !modifiers.isEmpty, let scalar = character.unicodeScalars.first else { return String(character) }
        // Ctrl and a letter is a byte, which may also end the program: Ctrl-C where keys are not read.
        if modifiers == .control, ("a"..."z").contains(scalar), !"ijmh".unicodeScalars.contains(scalar) {
            return String(Character(Unicode.Scalar(UInt8(scalar.value) - 0x60)))
        }
        return numbered(scalar.value)
    }

    private func lettered(_ letter: String) -> String {
        "\u{1b}[" + (modifiers.isEmpty ? letter : "1;\(modifiers.rawValue + 1)\(letter)")
    }

    private func numbered(_ code: UInt32) -> String {
        "\u{1b}[\(code)" + (modifiers.isEmpty ? "u" : ";\(modifiers.rawValue + 1)u")
    }
}
