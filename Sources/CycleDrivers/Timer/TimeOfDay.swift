/// What a clock on a wall shows: `TimeOfDay(hour: 9)`.
public struct TimeOfDay: Hashable, Sendable {
    /// Since midnight, on a day without changes of the clock.
    let second: Int64

    /// - Parameters:
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 59.
    public init(hour: Int, minute: Int = 0, second: Int = 0) {
        precondition(
            0..<24 ~= hour && 0..<60 ~= minute && 0..<60 ~= second,
            "TimeOfDay(hour: \(hour), minute: \(minute), second: \(second)): no clock shows this")
        self.second = Int64(hour * 3_600 + minute * 60 + second)
    }
}
