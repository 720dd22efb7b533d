/// The classes of ASCII that syntaxes are made of. Syntax is read by bytes: a mark that a combining accent follows is still a mark.
extension UInt8 {
    var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
    var isMarkdownSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isHexadecimalDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
    var isLetter: Bool { (0x61...0x7a).contains(self | 0x20) }
    /// A mark of ASCII: each of them is itself behind a backslash.
    var isPunctuation: Bool { (0x21...0x7e).contains(self) && !isLetter && !isDigit }
}
