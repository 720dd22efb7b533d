/// What one place of a screen shows: a character, and how.
struct PaintedCell: Equatable {
    var text: String
    /// 2 for a wide one; it is followed by a cell of width 0, which shows nothing of its own.
    var width: Int
    var style = CellStyle()
    /// Terminals disagree about its width: what follows must be placed anew.
    var isUnsure = false

    static let blank = PaintedCell(text: " ", width: 1)
    static let continuation = PaintedCell(text: "", width: 0)
}

/// Colours and weight, as `ESC [ … m` sets them.
struct CellStyle: Hashable {
    enum Color: Hashable {
        case standard
        /// 0 to 15: those of the theme.
        case indexed(Int)
        case rgb(Int, Int, Int)
    }

    var foreground = Color.standard
    var background = Color.standard
    /// Bit n: attribute n of `ESC [ n m`, from 1, bold, to 9, struck through.
    var attributes: UInt16 = 0

    /// Sets this style whatever was set before.
    var sequence: String {
        var codes = ["0"]
        for attribute in 1...9 where attributes & (1 << attribute) != 0 { codes.append("\(attribute)") }
        codes += CellStyle.codes(foreground, from: 30)
        codes += CellStyle.codes(background, from: 40)
        return "\u{1b}[" + codes.joined(separator: ";") + "m"
    }

    private static func codes(_ color: Color, from base: Int) -> [String] {
        switch color {
        case .standard: []
        case .indexed(let index) where index < 8: ["\(base + index)"]
        case .indexed(let index) where index < 16: ["\(base + 60 + index - 8)"]
        case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
        case .rgb(let red, let green, let blue): ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
        }
    }

    /// Takes over what `ESC [ codes m` says.
    mutating func apply(_ codes: [Int], hasColor: Bool) {
        var rest = codes[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: self = CellStyle()
            case 1...9: attributes |= 1 << code
            case 21, 22: attributes &= ~(1 << 1 | 1 << 2)
            case 23...25, 27...29: attributes &= ~(1 << (code - 20))
            case 30...37 where hasColor: foreground = .indexed(code - 30)
            case 40...47 where hasColor: background = .indexed(code - 40)
            case 90...97 where hasColor: foreground = .indexed(code - 82)
            case 100...107 where hasColor: background = .indexed(code - 92)
            case 38, 48:
                guard let color = CellStyle.color(&rest), hasColor else { continue }
                if code == 38 { foreground = color } else { background = color }
            case 39: foreground = .standard
            case 49: background = .standard
            default: break
            }
        }
    }

    private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
        switch rest.popFirst() {
        case 5: rest.popFirst().map { .indexed(min($0, 255)) }
        case 2:
            if let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst() {
                .rgb(min(red, 255), min(green, 255), min(blue, 255))
            } else {
                nil
            }
        default: nil
        }
    }
}
