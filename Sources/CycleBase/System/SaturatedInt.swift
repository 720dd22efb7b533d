extension Int {
    /// The sum, or the nearest there is. Numbers near the limits come from data, and must not trap: a position far outside a
    /// screen is clipped.
    @inlinable  // hot: the edges of each area that is drawn
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other > 0 ? .max : .min) : sum
    }

    @inlinable  // hot, as above
    package func subtractingSaturated(_ other: Int) -> Int {
        let (difference, isOver) = subtractingReportingOverflow(other)
        return isOver ? (other < 0 ? .max : .min) : difference
    }
}
