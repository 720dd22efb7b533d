extension Duration {
    /// Beyond this nothing is waited for: 146 billion years.
    package static let longest = Duration.seconds(Int64.max / 2)

    /// The sum, or ``longest`` where it would be longer. Numbers near the limits come from data, and must not trap.
    package func adding(_ other: Duration) -> Duration {
        let bound = { (duration: Duration) in min(max(duration, .zero - .longest), .longest) }
        return bound(bound(self) + bound(other))
    }
}

extension Duration {
    /// How many whole units these are, toward zero, as far as 64 bits can say.
    package func count(of unit: Duration) -> Int { Int(clamping: attoseconds / unit.attoseconds) }

    /// In seconds, with the first three digits behind the point. Not for a negative one.
    package var inThousandths: String {
        let milliseconds = count(of: .milliseconds(1))
        return "\(milliseconds / 1_000).\("\(1_000 + milliseconds % 1_000)".dropFirst())"
    }

    /// How many nanoseconds these are, from none up to the most that 64 bits can say. Numbers near the limits come from data.
    package var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = max(self, .zero).components
        let (nanoseconds, isOver) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isAbove) = nanoseconds.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return isOver || isAbove ? .max : sum
    }
}
