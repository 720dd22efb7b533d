extension Signal {
    /// The first `count` values; the source is cancelled once the last of them has been passed on.
    ///
    ///     self       -1-2-3-|
    ///     prefix(2)  -1-(2|)
    ///
    /// For 0 values the source is never started. A value that has passed still arrives, also where it waits for its turn.
    public func prefix(_ count: Int) -> Signal {
        guard count >= 0 else { stop("prefix(\(count)): a signal has no fewer than 0 values") }
        guard count > 0 else { return .empty }
        return .makeOperator { sink in
            let subscription = Subscription(within: sink.loop.starter)
            var left = count
            let taking = Sink<Value>(
                sink.loop,
                receive: { value in
                    guard left > 0, subscription.isActive else { return }
                    left -= 1
                    sink.send(value)
                    guard left == 0, subscription.isActive else { return }
                    // The values that have passed still arrive: the source is stopped, not silenced.
                    subscription.release()
                    sink.end()
                }, finish: { if subscription.end() { sink.end() } })
            sink.loop.starting(subscription) { run(taking) }
            return subscription
        }
    }
}
