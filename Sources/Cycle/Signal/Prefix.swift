extension Signal {
    /// The first `count` values; the source is cancelled with the last of them.
    ///
    ///     self       -1-2-3-|
    ///     prefix(2)  -1-(2|)
    public func prefix(_ count: Int) -> Signal {
        precondition(count >= 0, "prefix(\(count)): a signal has no fewer than 0 values")
        guard count > 0 else { return .empty }
        return Signal(place: nil) { sink in
            let life = Subscription(within: sink.turns.life)
            var left = count
            let end = {
                guard left >= 0 else { return }
                left = -1
                sink.end()
            }
            let taking = Sink<Value>(
                sink.turns,
                receive: { value in
                    guard left > 0 else { return }
                    left -= 1
                    sink.send(value)
                    guard left == 0 else { return }
                    // What has passed still arrives: the source is stopped, not silenced.
                    life.release()
                    end()
                }, finish: end)
            sink.turns.starting(life) { run(taking) }
            return life
        }
    }
}
