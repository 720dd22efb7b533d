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
            let outer = turns.life
            let life = Subscription(within: outer)
            var left = count
            turns.starting(
                life, run,
                sink.taking { value in
                    guard left > 0 else { return }
                    left -= 1
                    guard left == 0 else { return sink.send(value) }
                    // The last value must not be silenced with its source while it waits for its turn.
                    let source = turns.life
                    turns.life = outer
                    sink.send(value)
                    life.cancel()
                    sink.end()
                    turns.life = source
                })
            return life
        }
    }
}
