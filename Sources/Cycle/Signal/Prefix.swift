extension Signal {
    /// The first `count` values; the source is cancelled with the last of them.
    ///
    ///     self       -1-2-3-|
    ///     prefix(2)  -1-(2|)
    public func prefix(_ count: Int) -> Signal {
        precondition(count >= 0, "prefix(\(count)): a signal has no fewer than 0 values")
        guard count > 0 else { return .empty }
        return Signal(place: nil) { sink in
            let turns = sink.turns
            let life = Subscription(within: turns.life)
            var left = count
            turns.starting(
                life, run,
                sink.taking { value in
                    guard left > 0 else { return }
                    left -= 1
                    sink.send(value)
                    guard left == 0 else { return }
                    life.windUp()
                    sink.end()
                })
            return life
        }
    }
}
