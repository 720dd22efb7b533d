/// The classes of ASCII that syntaxes are made of. Syntax is read by bytes: a mark that a combining accent follows is still a mark.
extension UInt8 {
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    @inlinable package var isCapital: Bool { self &- 0x41 < 26 }
    @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }
    @inlinable package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
    /// A space, a tab or the end of a line, also of a page.
    @inlinable package var isWhitespace: Bool { self == 0x20 || self &- 0x09 < 5 }
    /// A mark of ASCII: each of them is itself behind a backslash.
    @inlinable package var isPunctuation: Bool { self &- 0x21 < 94 && !isLetterOrDigit }

    /// The small letter of a capital one; every other byte as it is.
    @inlinable package var inSmallLetters: UInt8 { isCapital ? self | 0x20 : self }

    /// The value of a digit of base 16, in capital or small letters; `nil` for every other byte.
    package var hexadecimalDigit: Int? {
        if isDigit { return Int(self - 0x30) }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? Int(letter) + 10 : nil
    }
}
