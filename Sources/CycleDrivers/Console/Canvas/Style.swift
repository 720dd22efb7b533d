extension ConsoleDriver {
    /// How the text of a cell looks: two colours, weight, lines.
    ///
    ///     canvas.draw("total", at: place, style: .bold + .foreground(.green))
    ///
    /// Eight bytes without a reference: two are compared as one number. As JSON it is the parameters of its sequence, as
    /// in `"1;38;5;208"`; the plain one is `""`.
    public struct Style: Hashable, Sendable {
        /// Foreground in bits 0 to 25, background in 26 to 51, from 52 on eight attributes, then the underline's kind.
        var bits: UInt64

        /// The line below the text.
        public enum Underline: UInt8, Hashable, Sendable, Codable, CaseIterable {
            /// Kinds of line. A terminal that knows one kind shows that for all.
            case none, single, double, curly, dotted, dashed
        }

        /// Attributes that are either on or off.
        public struct Attributes: OptionSet, Hashable, Sendable, Codable {
            public let rawValue: UInt8

            public init(rawValue: UInt8) {
                self.rawValue = rawValue
            }

            /// SGR 1: heavier, on some terminals brighter.
            public static let bold = Attributes(rawValue: 1)
            /// SGR 2: fainter.
            public static let dim = Attributes(rawValue: 2)
            /// SGR 3.
            public static let italic = Attributes(rawValue: 4)
            /// SGR 5; many terminals leave it out.
            public static let blink = Attributes(rawValue: 8)
            /// SGR 7: foreground and background change places.
            public static let reverse = Attributes(rawValue: 16)
            /// SGR 8: takes its place and is not seen; it can still be copied.
            public static let conceal = Attributes(rawValue: 32)
            /// SGR 9.
            public static let strikethrough = Attributes(rawValue: 64)
            /// SGR 53; few terminals know it.
            public static let overline = Attributes(rawValue: 128)
        }

        init(bits: UInt64) {
            self.bits = bits
        }

        /// Every part that is not set is as the terminal has it.
        public init(
            foreground: Color = .standard, background: Color = .standard, attributes: Attributes = [],
            underline: Underline = .none
        ) {
            bits =
                UInt64(foreground.bits) | UInt64(background.bits) << 26 | UInt64(attributes.rawValue) << 52
                | UInt64(underline.rawValue) << 60
        }

        /// The colour of the text.
        public var foreground: Color {
            get { Color(bits: UInt32(truncatingIfNeeded: bits & Style.foregroundMask)) }
            set { bits = bits & ~Style.foregroundMask | UInt64(newValue.bits) }
        }

        /// The colour behind it.
        public var background: Color {
            get { Color(bits: UInt32(truncatingIfNeeded: bits >> 26 & Style.foregroundMask)) }
            set { bits = bits & ~Style.backgroundMask | UInt64(newValue.bits) << 26 }
        }

        /// The attributes that are on.
        public var attributes: Attributes {
            get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)) }
            set { bits = bits & ~Style.attributeMask | UInt64(newValue.rawValue) << 52 }
        }

        /// The line below the text.
        public var underline: Underline {
            get { Underline(rawValue: UInt8(truncatingIfNeeded: bits >> 60)) ?? .none }
            set { bits = bits & ~Style.underlineMask | UInt64(newValue.rawValue) << 60 }
        }

        /// Whether one of its colours is one of two.
        var isAdaptive: Bool {
            let (foreground, background) = (bits & Style.foregroundMask, bits >> 26 & Style.foregroundMask)
            return foreground >= 3 << 24 || background >= 3 << 24
        }

        /// Whether one of its colours is a token.
        package var hasTokens: Bool {
            bits & Style.foregroundMask &- 1 < 0xff || bits >> 26 & Style.foregroundMask &- 1 < 0xff
        }

        /// This with colours in the place of tokens: the first stands for token 1. A token without a colour becomes standard.
        package func replacingTokens(by colors: [Color]) -> Style {
            guard hasTokens else { return self }
            var style = self
            if let token = foreground.token {
                style.foreground = token <= colors.count ? colors[Int(token) - 1] : .standard
            }
            if let token = background.token {
                style.background = token <= colors.count ? colors[Int(token) - 1] : .standard
            }
            return style
        }

        static let foregroundMask: UInt64 = 0x3ff_ffff
        static let backgroundMask = foregroundMask << 26
        static let attributeMask: UInt64 = 0xff << 52
        static let underlineMask: UInt64 = 0xf << 60

        /// This, with what the other sets laid over it: its colours unless they are standard, its lines and attributes too.
        public func with(_ other: Style) -> Style {
            var mask: UInt64 = 0
            if other.bits & Style.foregroundMask != 0 { mask |= Style.foregroundMask }
            if other.bits & Style.backgroundMask != 0 { mask |= Style.backgroundMask }
            if other.bits & Style.underlineMask != 0 { mask |= Style.underlineMask }
            return Style(bits: bits & ~mask | other.bits)
        }

        /// See ``with(_:)``.
        public static func + (style: Style, other: Style) -> Style { style.with(other) }
    }
}

extension ConsoleDriver.Style {
    /// As the terminal has it.
    public static let plain = Self()
    /// Only ``Attributes/bold``.
    public static let bold = Self(attributes: .bold)
    /// Only ``Attributes/dim``.
    public static let dim = Self(attributes: .dim)
    /// Only ``Attributes/italic``.
    public static let italic = Self(attributes: .italic)
    /// Only ``Attributes/blink``.
    public static let blink = Self(attributes: .blink)
    /// Only ``Attributes/reverse``.
    public static let reverse = Self(attributes: .reverse)
    /// Only ``Attributes/conceal``.
    public static let conceal = Self(attributes: .conceal)
    /// Only ``Attributes/strikethrough``.
    public static let strikethrough = Self(attributes: .strikethrough)
    /// Only ``Attributes/overline``.
    public static let overline = Self(attributes: .overline)
    /// A single line below.
    public static let underline = Self(underline: .single)

    /// This colour of text, and nothing else.
    public static func foreground(_ color: ConsoleDriver.Color) -> Self { Self(foreground: color) }
    /// This colour behind, and nothing else.
    public static func background(_ color: ConsoleDriver.Color) -> Self { Self(background: color) }
    /// This line below, and nothing else.
    public static func underline(_ kind: Underline) -> Self { Self(underline: kind) }
}

extension ConsoleDriver.Style: CustomStringConvertible {
    /// Such as `bold foreground=1 underline=curly`, or `plain`.
    public var description: String {
        let names = ["bold", "dim", "italic", "blink", "reverse", "conceal", "strikethrough", "overline"]
        var words = names.enumerated().filter { attributes.rawValue & 1 << $0.offset != 0 }.map(\.element)
        if foreground != .standard { words.append("foreground=\(foreground)") }
        if background != .standard { words.append("background=\(background)") }
        if underline != .none { words.append(underline == .single ? "underline" : "underline=\(underline)") }
        return words.isEmpty ? "plain" : words.joined(separator: " ")
    }
}

extension ConsoleDriver.Style: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        var pen = TextPen()
        Array(text.utf8).withUnsafeBufferPointer { pen.apply($0[...]) }
        self = pen.style
    }

    public func encode(to encoder: any Encoder) throws {
        var sequence: [UInt8] = []
        sequence.appendStyle(from: .plain, to: self)
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self))
    }
}
