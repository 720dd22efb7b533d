extension Signal {
    /// One run of this signal for all who listen: it starts with the first of them and is cancelled with the last.
    ///
    /// Without it every listener runs the source anew, a driver renders twice. Who comes later misses what went before.
    ///
    /// - Source: `share` of Rx.
    public func share() -> Signal {
        var sinks: [(id: Int, sink: Sink<Value>)] = []
        var newest = 0
        var source: Subscription?
        return Signal(place: nil) { sink in
            newest += 1
            let id = newest
            sinks.append((id, sink))
            if source == nil {
                let started = Subscription(within: sink.turns.life)
                source = started
                sink.turns.starting(
                    started, run,
                    Sink(
                        sink.turns, receive: { value in for (_, sink) in sinks { sink.send(value) } },
                        finish: {
                            let ended = sinks
                            sinks = []
                            source = nil
                            for (_, sink) in ended { sink.end() }
                        }))
            }
            return Subscription {
                sinks.removeAll { $0.id == id }
                guard sinks.isEmpty, let started = source else { return }
                source = nil
                started.cancel()
            }
        }
    }
}
