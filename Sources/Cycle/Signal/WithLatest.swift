extension Signal {
    /// Each value with the latest of `other`; nothing while that has none.
    ///
    ///     self                     --a---b-|
    ///     other                    1---2---
    ///     withLatest(from: other)  --(a,1)-(b,2)-|
    ///
    /// Every value takes a turn of its own, in which `other` is up to date: two sources that fire together, or a value
    /// emitted while a frame is being delivered, never see the frame before.
    ///
    /// - Source: `withLatestFrom` of Rx, without its dependence on the order of subscriptions.
    public func withLatest<Other>(from other: Signal<Other>) -> Signal<(Value, Other)> {
        Signal<(Value, Other)>(place: nil) { sink in
            var latest: Other?
            let place = other.place
            let wait = sink.turns.queueing(owner: "\(Value.self)") { (step: WithLatestStep<Value>) in
                guard case .value(let value) = step else { return sink.end() }
                if let place {
                    _ = place.read { sink.send((value, $0.pointee)) }
                } else if let latest {
                    sink.send((value, latest))
                }
            }
            // A frame is read where it lives: a copy kept here would be a copy made at every change.
            let source =
                place == nil ? other.run(Sink(sink.turns, receive: { latest = $0 }, finish: {})) : Subscription()
            return Subscription([
                source, run(Sink(sink.turns, receive: { wait(.value($0)) }, finish: { wait(.end) })),
            ])
        }
    }
}

private enum WithLatestStep<Value> {
    case value(Value), end
}
