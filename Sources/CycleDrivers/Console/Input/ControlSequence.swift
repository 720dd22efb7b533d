import CycleBase

/// A whole `ESC [` sequence, as a terminal sends it for a key, a click or a change of focus.
struct ControlSequence {
    static let pasteEnd = Array("\u{1b}[201~".utf8)

    let isMouse: Bool
    /// Whether it is a reply: it has a private mark, or a byte before its last one, which no key's sequence has.
    private let isReply: Bool
    let numbers: [Int]
    let final: UInt8
    /// Whether a key came up, which only a terminal reports that was asked to.
    private let isRelease: Bool

    init(parameters: [UInt8], final: UInt8) {
        isMouse = parameters.first == UInt8(ascii: "<")
        let mark = parameters.first.flatMap { (0x3c...0x3f).contains($0) ? $0 : nil }
        isReply = mark != nil && !isMouse || parameters.contains { (0x20...0x2f).contains($0) }
        self.final = final
        let parts = parameters.dropFirst(mark == nil ? 0 : 1)
            .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        isRelease =
            parts.count > 1
            && parts[1].split(separator: UInt8(ascii: ":")).dropFirst().first?.elementsEqual([0x33]) == true
        // A part may carry sub-parts after a colon: the first says which key.
        numbers =
            parts.map { part in
                part.prefix(while: \.isDigit).prefix(7).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            }
    }

    var isPasteStart: Bool { !isReply && !isMouse && final == UInt8(ascii: "~") && number(0) == 200 }

    /// The event of the sequence; `nil` when no key is known by it.
    var event: ConsoleDriver.Event? {
        if isReply { return background.map { .background($0) } }
        if isRelease || isMouse && final != UInt8(ascii: "M") && final != UInt8(ascii: "m") { return nil }
        return switch final {
        case UInt8(ascii: "M"), UInt8(ascii: "m"): isMouse ? mouse.map { .mouse($0) } : nil
        case UInt8(ascii: "I"): .focus(true)
        case UInt8(ascii: "O"): .focus(false)
        case UInt8(ascii: "Z"): .key(.shift(.tab))
        case UInt8(ascii: "u"): unicodeKey(number(0)).map { .key($0) }
        // xterm's form of the same: `ESC [ 27 ; modifiers ; code ~`.
        case UInt8(ascii: "~") where number(0) == 27: unicodeKey(number(2)).map { .key($0) }
        case UInt8(ascii: "~"):
            ConsoleDriver.Key.Base(number: number(0)).map { .key(ConsoleDriver.Key($0, modifiers)) }
        // rxvt's other keys with Shift, Ctrl and both.
        case UInt8(ascii: "$"): numbered(.shift)
        case UInt8(ascii: "^"): numbered(.control)
        case UInt8(ascii: "@"): numbered([.shift, .control])
        // Another program has requested the position of the cursor. F3 has a 1 for the row, or nothing, and few
        // modifiers for the column.
        case UInt8(ascii: "R") where number(0) > 1 || number(1) > 16: nil
        // rxvt's arrows with Shift.
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            ConsoleDriver.Key.Base(singleShift: final - 0x20).map { .key(.shift(ConsoleDriver.Key($0))) }
        default:
            ConsoleDriver.Key.Base(singleShift: final).map { .key(ConsoleDriver.Key($0, modifiers)) }
        }
    }

    /// `ESC [ ? 997 ; 1 n` for dark, 2 for light: the theme has changed.
    private var background: ConsoleDriver.Background? {
        guard final == UInt8(ascii: "n"), numbers.count == 2, number(0) == 997 else { return nil }
        return number(1) == 1 ? .dark : number(1) == 2 ? .light : nil
    }

    private func numbered(_ modifiers: ConsoleDriver.Key.Modifiers) -> ConsoleDriver.Event? {
        guard numbers.count == 1 else { return nil }
        return ConsoleDriver.Key.Base(number: number(0)).map { .key(ConsoleDriver.Key($0, modifiers)) }
    }

    /// Whether a `$` ends it, which in a reply is followed by a letter: so rxvt reports a key with Shift.
    static func endsInDollar(_ parameters: [UInt8]) -> Bool {
        guard (1...2).contains(parameters.count), parameters.allSatisfy(\.isDigit) else { return false }
        return ConsoleDriver.Key.Base(number: parameters.reduce(0) { 10 * $0 + Int($1 - 0x30) }) != nil
    }

    private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

    /// One more than a set of bits.
    private var modifiers: ConsoleDriver.Key.Modifiers {
        let bits = max(number(1), 1) - 1
        return ConsoleDriver.Key.Modifiers(rawValue: UInt8(bits & 7))
    }

    /// Those that stand last.
    static func modifiers(_ parameters: [UInt8]) -> ConsoleDriver.Key.Modifiers {
        ControlSequence(
            parameters: Array("1;".utf8) + (parameters.split(separator: UInt8(ascii: ";")).last ?? []), final: 0
        )
        .modifiers
    }

    /// Whether Super, Hyper or Meta is held, which no key here has: a letter is a command of the desktop then, and no text.
    private var isCommand: Bool { (max(number(1), 1) - 1) & 56 != 0 }

    /// `ESC [ code ; modifiers u`.
    private func unicodeKey(_ code: Int) -> ConsoleDriver.Key? {
        guard code > 0, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
        // Keys that are no characters, in a range of those for private use.
        if (57_344...63_743).contains(code) {
            let base = ConsoleDriver.Key.Base(functional: code)
            if isCommand, case .character? = base { return nil }
            return base.map { ConsoleDriver.Key($0, modifiers) }
        }
        guard scalar.isASCII, scalar.value < 0x20 || scalar.value == 0x7f else {
            if isCommand { return nil }
            return ConsoleDriver.Key(.character(Character(scalar)), modifiers)
        }
        if scalar.value == 0x1b { return ConsoleDriver.Key(.escape, modifiers) }
        return ConsoleDriver.Key(ascii: UInt8(scalar.value)).with(modifiers)
    }

    private var mouse: ConsoleDriver.Mouse? {
        guard numbers.count == 3, number(1) > 0, number(2) > 0, let action else { return nil }
        let limit = ConsoleDriver.Canvas.limit
        var held: ConsoleDriver.Key.Modifiers = []
        if number(0) & 4 != 0 { held.insert(.shift) }
        if number(0) & 8 != 0 { held.insert(.alt) }
        if number(0) & 16 != 0 { held.insert(.control) }
        return ConsoleDriver.Mouse(
            action, at: .init(row: min(number(2), limit) - 1, column: min(number(1), limit) - 1), modifiers: held)
    }

    private var action: ConsoleDriver.Mouse.Action? {
        let code = number(0)
        // Buttons beyond the third, which lead back and forth in other programs.
        guard code & 128 == 0 else { return nil }
        if code & 64 != 0 {
            // Some terminals report that the wheel came up.
            guard final == UInt8(ascii: "M") else { return nil }
            let directions: [ConsoleDriver.Mouse.Direction] = [.up, .down, .left, .right]
            return .scrolled(directions[code & 3])
        }
        let buttons: [ConsoleDriver.Mouse.Button?] = [.left, .middle, .right, nil]
        let button = buttons[code & 3]
        if code & 32 != 0 { return button.map { .dragged($0) } ?? .moved }
        return button.map { final == UInt8(ascii: "M") ? .pressed($0) : .released($0) }
    }
}
