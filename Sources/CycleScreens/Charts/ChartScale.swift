/// The numbers along one side of a chart.
struct ChartScale {
    let range: ClosedRange<Double>
    /// Round numbers in the range.
    let ticks: [Double]

    /// - Parameters:
    ///   - values: All that are shown.
    ///   - fixed: The range that the caller wants; `nil` for that of the values.
    ///   - count: How many ticks fit.
    ///   - isRound: Whether the range of the values is widened to the next ticks.
    init(_ values: [Double], fixed: ClosedRange<Double>?, count: Int, isRound: Bool) {
        let own = fixed ?? (values.min() ?? 0)...(values.max() ?? 1)
        let range = Self.widened(own)
        let step = Self.step((range.upperBound / 2 - range.lowerBound / 2) * 2 / Double(max(1, count)))
        let (first, last) = (
            (range.lowerBound / step).rounded(.down) * step, (range.upperBound / step).rounded(.up) * step
        )
        let isWide = fixed == nil && isRound && first.isFinite && last.isFinite && first < last
        self.range = isWide ? first...last : range
        var ticks: [Double] = []
        let start = (self.range.lowerBound / step - 1e-9).rounded(.up)
        for place in 0..<64 {
            let tick = (start + Double(place)) * step
            guard tick.isFinite, tick <= self.range.upperBound + step * 1e-9 else { break }
            ticks.append(tick)
        }
        self.ticks = ticks
    }

    /// A range of one value gets a margin, wide enough to differ from a large value.
    private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let (value, largest) = (range.lowerBound, Double.greatestFiniteMagnitude)
        guard value == range.upperBound, value.isFinite else { return range }
        let margin = max(1, value.magnitude / 1_000_000)
        return max(value - margin, -largest)...min(value + margin, largest)
    }

    /// The next of 1, 2, 5, 10, 20 … and of their tenths.
    private static func step(_ least: Double) -> Double {
        guard least.isFinite, least > 0 else { return 1 }
        var power = 1.0
        while power > least, power > 1e-300 { power /= 10 }
        while power * 10 <= least { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * 0.999_999 } ?? power * 10
    }

    /// Where a value lies, from 0 to 1 within the range; `nil` for what is no number.
    func share(_ value: Double) -> Double? {
        // Halves, so that the length of a range of all numbers is one, too.
        let length = range.upperBound / 2 - range.lowerBound / 2
        let share = (value / 2 - range.lowerBound / 2) / length
        return share.isFinite ? share : nil
    }

    /// A tick in words, without what rounding has left of it.
    static func label(_ value: Double) -> String {
        let magnitude = abs(value)
        guard magnitude < 1e15 else { return "\(value)" }
        guard magnitude >= 1_000 else { return ChartBar("", value == 0 ? 0 : value).number }
        let (size, unit) = magnitude >= 1e9 ? (1e9, "G") : magnitude >= 1e6 ? (1e6, "M") : (1e3, "k")
        return ChartBar("", value / size).number + unit
    }
}
