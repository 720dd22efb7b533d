extension Int {
    /// The sum, or the nearest there is. Numbers near the limits come from data, and must not trap: a position far outside a
    /// screen is clipped.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other > 0 ? .max : .min) : sum
    }

    package func subtractingSaturated(_ other: Int) -> Int {
        let (difference, isOver) = subtractingReportingOverflow(other)
        return isOver ? (other < 0 ? .max : .min) : difference
    }
}
