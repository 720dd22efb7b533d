extension Duration {
    /// Beyond this nothing is waited for: 146 billion years.
    package static let longest = Duration.seconds(Int64.max / 2)

    /// The sum, or ``longest`` where it would be longer. Numbers near the limits come from data, and must not trap.
    package func adding(_ other: Duration) -> Duration {
        let bound = { (duration: Duration) in min(max(duration, .zero - .longest), .longest) }
        return bound(bound(self) + bound(other))
    }
}
