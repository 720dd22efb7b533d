import CycleBase

extension JSON {
    /// A `Duration`, in seconds, where this can be nothing else; `nil` for any other value.
    ///
    /// Swift encodes a duration as the two halves of its attoseconds, a number of 128 bits: `[18, 9958606673228070912]`. Two numbers
    /// are read as one where that makes whole nanoseconds, a microsecond at least: of two numbers that mean something else
    /// one in a thousand million does. `[0, 0]` stays what it is.
    var durationText: String? {
        guard case .array(let halves) = self, halves.count == 2, case .number(let first) = halves[0],
            case .number(let second) = halves[1], let high = Int64(first), let low = UInt64(second)
        else { return nil }
        // The halves of the magnitude: those of a negative number are its complement, and one more.
        var magnitude = (high: UInt64(bitPattern: high < 0 ? ~high : high), low: high < 0 ? ~low &+ 1 : low)
        if high < 0, low == 0 { magnitude.high += 1 }
        guard magnitude.high < Self.attosecondsPerNanosecond else { return nil }
        let (nanoseconds, rest) = Self.attosecondsPerNanosecond.dividingFullWidth(magnitude)
        guard rest == 0, nanoseconds >= 1_000 else { return nil }
        return (high < 0 ? "-" : "") + Self.seconds(nanoseconds)
    }

    private static let attosecondsPerNanosecond: UInt64 = 1_000_000_000

    /// `18.54 s`: without zeros at the end.
    private static func seconds(_ nanoseconds: UInt64) -> String {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard rest > 0 else { return "\(seconds) s" }
        var digits = "\(1_000_000_000 + rest)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(seconds).\(digits) s"
    }

    /// Whether this is a duration, or may be one of no length.
    var isPerhapsDuration: Bool {
        durationText != nil || self == .array([.number("0"), .number("0")])
    }
}
