extension ConsoleDriver {
    /// A colour of text or of what is behind it.
    ///
    /// As JSON: `"standard"`, the number of an indexed one as in `"208"`, or `"#ff8000"`.
    public struct Color: Hashable, Sendable {
        /// 26 bits: two of kind (0 standard, 1 indexed, 2 of three parts) above 24 of value.
        let bits: UInt32

        init(bits: UInt32) {
            self.bits = bits
        }

        /// What the terminal uses when nothing is said.
        public static let standard = Color(bits: 0)
        /// Colour 0 of the terminal's palette, which its user may have changed.
        public static let black = indexed(0)
        /// Colour 1 of the terminal's palette, which its user may have changed.
        public static let red = indexed(1)
        /// Colour 2 of the terminal's palette, which its user may have changed.
        public static let green = indexed(2)
        /// Colour 3 of the terminal's palette, which its user may have changed.
        public static let yellow = indexed(3)
        /// Colour 4 of the terminal's palette, which its user may have changed.
        public static let blue = indexed(4)
        /// Colour 5 of the terminal's palette, which its user may have changed.
        public static let magenta = indexed(5)
        /// Colour 6 of the terminal's palette, which its user may have changed.
        public static let cyan = indexed(6)
        /// Colour 7 of the terminal's palette, which its user may have changed.
        public static let white = indexed(7)
        /// Colour 8 of the terminal's palette, which its user may have changed.
        public static let gray = indexed(8)
        /// Colour 9 of the terminal's palette, which its user may have changed.
        public static let brightRed = indexed(9)
        /// Colour 10 of the terminal's palette, which its user may have changed.
        public static let brightGreen = indexed(10)
        /// Colour 11 of the terminal's palette, which its user may have changed.
        public static let brightYellow = indexed(11)
        /// Colour 12 of the terminal's palette, which its user may have changed.
        public static let brightBlue = indexed(12)
        /// Colour 13 of the terminal's palette, which its user may have changed.
        public static let brightMagenta = indexed(13)
        /// Colour 14 of the terminal's palette, which its user may have changed.
        public static let brightCyan = indexed(14)
        /// Colour 15 of the terminal's palette, which its user may have changed.
        public static let brightWhite = indexed(15)

        /// 0 to 15 are those of the user's theme, 16 to 231 a cube of 6 x 6 x 6, 232 to 255 grays.
        public static func indexed(_ index: UInt8) -> Color { Color(bits: 1 << 24 | UInt32(index)) }

        /// Shown as the nearest that the terminal has.
        public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
            Color(bits: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
        }

        enum Kind: Equatable {
            case standard
            case indexed(Int)
            case rgb(red: Int, green: Int, blue: Int)
        }

        var kind: Kind {
            switch bits >> 24 {
            case 0: .standard
            case 1: .indexed(Int(bits & 0xff))
            default: .rgb(red: Int(bits >> 16 & 0xff), green: Int(bits >> 8 & 0xff), blue: Int(bits & 0xff))
            }
        }
    }
}

extension ConsoleDriver.Color: CustomStringConvertible {
    /// `standard`, the number of an indexed one, or `#ff8000`.
    public var description: String {
        switch kind {
        case .standard: return "standard"
        case .indexed(let index): return "\(index)"
        case .rgb:
            let digits = String(bits & 0xff_ffff, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
    }
}

extension ConsoleDriver.Color: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if text == "standard" {
            self = .standard
        } else if let index = UInt8(text) {
            self = .indexed(index)
        } else if text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
            let value = UInt32(text.dropFirst(), radix: 16), value <= 0xff_ffff
        {
            self = Self(bits: 2 << 24 | value)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a colour")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
