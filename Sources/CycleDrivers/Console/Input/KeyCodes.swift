extension ConsoleDriver.Key {
    /// The key of a byte below 0x80 that is not Escape.
    init(ascii byte: UInt8) {
        switch byte {
        case 0x00: self.init(.character(" "), .control)
        case 0x08, 0x7f: self.init(.backspace)
        case 0x09: self.init(.tab)
        case 0x0a, 0x0d: self.init(.enter)
        case 0x01...0x1a: self.init(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        case 0x1b...0x1f: self.init(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
        default: self.init(.character(Character(Unicode.Scalar(byte))))
        }
    }
}

extension ConsoleDriver.Key {
    /// The key of `ESC O` and a letter; a small one is rxvt's arrow with Ctrl.
    init?(singleShift byte: UInt8) {
        let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(byte)
        guard let base = Base(singleShift: isSmall ? byte - 0x20 : byte) ?? Base(keypad: byte) else { return nil }
        self.init(base, isSmall ? .control : [])
    }
}

extension ConsoleDriver.Key.Base {
    /// The key of a number of kitty's protocol: of the numeric pad, and the function keys beyond the twelfth.
    init?(functional code: Int) {
        switch code {
        case 57_376...57_398: self = .function(code - 57_363)
        case 57_399...57_408: self = .character(Character(Unicode.Scalar(UInt8(0x30 + code - 57_399))))
        case 57_409...57_413: self = .character(Array("./*-+")[code - 57_409])
        case 57_414: self = .enter
        case 57_415: self = .character("=")
        case 57_417...57_426:
            let keys: [Self] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
            self = keys[code - 57_417]
        default: return nil
        }
    }

    /// The key of `ESC O` and a letter that the numeric pad sends where a program, or the one before it, has set its application mode.
    init?(keypad byte: UInt8) {
        switch byte {
        case UInt8(ascii: " "): self = .character(" ")
        case UInt8(ascii: "I"): self = .tab
        case UInt8(ascii: "X"): self = .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "o"), UInt8(ascii: "p")...UInt8(ascii: "y"):
            self = .character(Character(Unicode.Scalar(byte - 0x40)))
        default: return nil
        }
    }

    /// The key of `ESC O` and a letter, or of `ESC [` and a letter.
    init?(singleShift byte: UInt8) {
        switch byte {
        case UInt8(ascii: "A"): self = .up
        case UInt8(ascii: "B"): self = .down
        case UInt8(ascii: "C"): self = .right
        case UInt8(ascii: "D"): self = .left
        case UInt8(ascii: "F"): self = .end
        case UInt8(ascii: "H"): self = .home
        case UInt8(ascii: "M"): self = .enter
        case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(byte) - 0x4f)
        default: return nil
        }
    }

    /// The key of `ESC [ number ~`.
    init?(number: Int) {
        switch number {
        case 1, 7: self = .home
        case 2: self = .insert
        case 3: self = .delete
        case 4, 8: self = .end
        case 5: self = .pageUp
        case 6: self = .pageDown
        case 11...15: self = .function(number - 10)
        case 17...21: self = .function(number - 11)
        case 23...26: self = .function(number - 12)
        case 28, 29: self = .function(number - 13)
        case 31...34: self = .function(number - 14)
        default: return nil
        }
    }
}

extension ConsoleDriver.Key.Base {
    /// The last byte of the sequence `ESC [ letter` that a terminal sends for it; `nil` for other keys.
    package var letter: String? {
        switch self {
        case .up: "A"
        case .down: "B"
        case .right: "C"
        case .left: "D"
        case .end: "F"
        case .home: "H"
        case .character, .enter, .escape, .tab, .backspace, .delete, .insert, .pageUp, .pageDown, .function: nil
        }
    }

    /// The number of the sequence `ESC [ number ~` that a terminal sends for it; `nil` for other keys.
    package var number: Int? {
        switch self {
        case .insert: 2
        case .delete: 3
        case .pageUp: 5
        case .pageDown: 6
        case .function(let number):
            (1...20).contains(number)
                ? [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34][number - 1] : nil
        case .character, .enter, .escape, .tab, .backspace, .up, .down, .left, .right, .home, .end: nil
        }
    }
}
