extension FixedWidthInteger {
    /// The number that digits alone make. `init(_:radix:)` also takes a sign, which no number of a message or a file has: where it is read,
    /// `Content-Length: +5` is a length to one program and none to the next.
    ///
    /// - Parameters:
    ///   - digits: Those of ASCII, one at least; capital and small letters from base 11 on.
    package init?(digits: some StringProtocol, radix: Int = 10) {
        guard digits.utf8.first?.isLetterOrDigit == true else { return nil }
        self.init(digits, radix: radix)
    }
}
