extension Unicode.Scalar {
    /// A visible replacement for pictures and terminals: a control character becomes its picture, and a character that
    /// changes the direction of text, or is invisible, becomes `·`.
    package var printable: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "·"
        case 0x7F: "␡"
        case 0x80..<0xA0, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0xFFFE...0xFFFF:
            "·"
        default: self
        }
    }
}

extension String {
    /// This text on one line, in which nothing is obeyed by a terminal or reorders its surroundings.
    package var printableLine: String { String(String.UnicodeScalarView(unicodeScalars.map(\.printable))) }

    /// The same on several lines: for a program's output of text that came from elsewhere.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\n" ? $0 : $0.printable }))
    }
}
