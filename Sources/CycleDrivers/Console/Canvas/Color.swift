import CycleBase

extension ConsoleDriver {
    /// A colour of text or of what is behind it.
    ///
    /// As JSON: `"standard"`, the number of an indexed one as in `"208"`, `"#ff8000"`, or `"25/117"`: the first of two on a
    /// light background.
    public struct Color: Hashable, Sendable {
        /// 26 bits: two of kind (0 standard or a token, 1 indexed, 2 of three parts, 3 one of two) above 24 of value.
        let bits: UInt32

        init(bits: UInt32) {
            self.bits = bits
        }

        /// The colour that the terminal uses by default.
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

        /// One of two, by what the terminal has behind its text: what is easily read on black may not be on white.
        ///
        ///     .foreground(.adaptive(light: .rgb(0, 95, 135), dark: .rgb(135, 215, 255)))
        ///
        /// The driver chooses when it draws: a frame need not know the background, and a recording has both. A colour of three
        /// parts becomes the nearest of the 256 that are indexed.
        public static func adaptive(light: Color, dark: Color) -> Color {
            Color(bits: 3 << 24 | light.on(.light).place << 9 | dark.on(.dark).place)
        }

        /// A name for a colour, which whatever draws the screen replaces by the colour of its theme. The console itself has no
        /// themes, and shows the standard colour.
        ///
        /// - Parameter number: From 1 on; 0 is the standard colour.
        public static func token(_ number: UInt8) -> Color { Color(bits: UInt32(number)) }

        /// The number of a token; `nil` for every other colour, the standard one included.
        package var token: UInt8? { bits &- 1 < 0xff ? UInt8(bits) : nil }

        /// In nine bits.
        private var place: UInt32 {
            switch kind {
            case .standard, .token, .adaptive: 256
            case .indexed(let index): UInt32(index)
            case .rgb(let red, let green, let blue): UInt32(Color.nearestIndex(red, green, blue))
            }
        }

        private init(place: UInt32) {
            self = place < 256 ? .indexed(UInt8(place)) : .standard
        }

        /// The colour that is shown on a background.
        package func on(_ background: Background) -> Color {
            guard bits >> 24 == 3 else { return bits &- 1 < 0xff ? .standard : self }
            return Color(place: background == .light ? bits >> 9 & 0x1ff : bits & 0x1ff)
        }

        enum Kind: Equatable {
            case standard
            case token(Int)
            case indexed(Int)
            case rgb(red: Int, green: Int, blue: Int)
            case adaptive(light: Int, dark: Int)
        }

        var kind: Kind {
            switch bits >> 24 {
            case 0: bits == 0 ? .standard : .token(Int(bits & 0xff))
            case 1: .indexed(Int(bits & 0xff))
            case 2: .rgb(red: Int(bits >> 16 & 0xff), green: Int(bits >> 8 & 0xff), blue: Int(bits & 0xff))
            default: .adaptive(light: Int(bits >> 9 & 0x1ff), dark: Int(bits & 0x1ff))
            }
        }
    }
}

extension ConsoleDriver.Color: CustomStringConvertible {
    /// `standard`, `token3`, the number of an indexed one, `#ff8000`, or two colours with a stroke between them.
    public var description: String {
        switch kind {
        case .standard: return "standard"
        case .token(let number): return "token\(number)"
        case .indexed(let index): return "\(index)"
        case .rgb:
            let digits = String(bits & 0xff_ffff, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        case .adaptive: return "\(on(.light))/\(on(.dark))"
        }
    }
}

extension ConsoleDriver.Color: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Self(description: $0) }
        if parts.count == 1, let color = parts[0] {
            self = color
        } else if parts.count == 2, let light = parts[0], let dark = parts[1] {
            self = .adaptive(light: light, dark: dark)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a colour")
        }
    }

    private init?(description text: Substring) {
        if text == "standard" {
            self = .standard
        } else if text.hasPrefix("token"), let number = UInt8(digits: text.dropFirst(5)), number > 0 {
            self = .token(number)
        } else if let index = UInt8(digits: text) {
            self = .indexed(index)
        } else if text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
            let value = UInt32(digits: text.dropFirst(), radix: 16)
        {
            self = Self(bits: 2 << 24 | value)
        } else {
            return nil
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
