extension Signal {
    /// Each value with the latest of `other`; nothing while that has none. Ends with this signal.
    ///
    ///     self                     --a---b-|
    ///     other                    1---2---
    ///     withLatest(from: other)  --(a,1)-(b,2)-|
    ///
    /// Every value takes a turn of its own, in which `other` is up to date: two sources that fire together, or a value
    /// emitted while a frame is being delivered, never see the frame before.
    ///
    /// `other` is a run of its own, started first and stopped at the end. Where both are started inside of what was stopped
    /// meanwhile, `other` stops before this signal starts.
    ///
    /// - Source: `withLatestFrom` of Rx, without its dependence on the order of subscriptions.
    @inlinable  // hot: as `inTurns`
    public func withLatest<Other>(from other: Signal<Other>) -> Signal<(Value, Other)> {
        Signal<(Value, Other)>.makeOperator { sink in
            var latest: Other?
            let cell = other.cell
            cell?.stop(unlessIn: sink.loop)
            // A frame is read where it lives: a copy kept here would be a copy made at every change.
            // A run of its own: what waits in it is dropped when it is cancelled.
            let others =
                cell == nil ? other.run(inside: sink, finish: {}) { _ = exchange(&latest, with: $0) } : Subscription()
            let wait = sink.loop.queueing(owner: name(of: Value.self)) { (value: Value?) in
                guard let value else {
                    others.cancel()
                    return sink.end()
                }
                if let cell {
                    // A copy, made where the frame is read: it may be replaced by what the value leads to.
                    var frame: Other?
                    cell.read { frame = $0 }
                    if let frame { sink.send((value, frame)) }
                } else if let latest {
                    sink.send((value, latest))
                }
            }
            // As for `inTurns`.
            let finish = { sink.loop.continuing(as: nil) { wait(nil) } }
            return Subscription([others, run(Sink(sink.loop, receive: { wait($0) }, finish: finish))])
        }
    }
}
