/// The numbers between the semicolons of a sequence.
struct TerminalNumbers {
    /// A sequence with more numbers is not obeyed.
    private static let limit = 24
    private static let highest = Int(Int32.max)

    private let bytes: [UInt8]
    private(set) var count = 0

    /// `nil` when they are too many, or one is too large.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard !bytes.isEmpty else { return }
        count = 1
        var (number, hasParts) = (0, false)
        for byte in bytes {
            if byte == UInt8(ascii: ";") {
                (count, number, hasParts) = (count + 1, 0, false)
            } else if byte == UInt8(ascii: ":") {
                // A number in parts is none.
                (number, hasParts) = (0, true)
            } else if !hasParts {
                number = number * 10 + Int(byte - 0x30)
                guard number <= Self.highest else { return nil }
            }
        }
        guard count < Self.limit else { return nil }
    }

    /// The number at a place; `nil` when it has parts.
    ///
    /// - Parameters:
    ///   - index: The place, from 0 on.
    ///   - least: Stands for a smaller one.
    ///   - missing: The number where none stands.
    func at(_ index: Int, least: Int = 0, missing: Int = 0) -> Int? {
        guard index < count else { return missing }
        var (place, number, isMissing) = (0, 0, true)
        for byte in bytes {
            if byte == UInt8(ascii: ";") {
                if place == index { break }
                place += 1
            } else if place == index {
                guard byte != UInt8(ascii: ":") else { return nil }
                (number, isMissing) = (number * 10 + Int(byte - 0x30), false)
            }
        }
        return isMissing ? missing : max(number, least)
    }
}
