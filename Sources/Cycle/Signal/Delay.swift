extension Signal {
    /// Every value, and the end, so much later.
    ///
    ///     self                 ab-c|
    ///     delay(.seconds(2))   --ab-c|
    ///
    /// - Source: `delay` of Rx and ReactiveSwift.
    public func delay(_ interval: Duration) -> Signal {
        Signal(place: nil) { sink in
            let waiting = Delayed<Value>()
            waiting.alarm = sink.alarm {
                while let (value, due) = waiting.values.first, due <= sink.now {
                    _ = waiting.values.popFirst()
                    if let value { sink.send(value) } else { sink.end() }
                }
                if let (_, due) = waiting.values.first { waiting.alarm?.arm(at: due) }
            }
            let wait = { (value: Value?) in
                let due = sink.now + interval
                waiting.values.append((value, due))
                if waiting.values.count == 1 { waiting.alarm?.arm(at: due) }
            }
            return Subscription([
                run(Sink(sink.turns, receive: wait, finish: { wait(nil) })),
                Subscription {
                    waiting.alarm?.disarm()
                    waiting.alarm = nil
                    waiting.values.removeAll()
                },
            ])
        }
    }
}

/// What one running `delay` holds back, oldest first; `nil` is the end.
private final class Delayed<Value> {
    var values = Ring<(Value?, Duration)>()
    var alarm: (any Alarm)?
}
