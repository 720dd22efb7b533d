extension Signal {
    /// `first` at once, then this signal.
    ///
    ///     self               --1-2-|
    ///     prefixed(with: 0)  0-1-2-|
    ///
    /// `first` is emitted before the source starts. Where it has this signal stopped, the source is started and stopped at once,
    /// and emits nothing.
    ///
    /// - Source: `startWith` of Rx; `prefix` of ReactiveSwift.
    public func prefixed(with first: Value) -> Signal {
        Signal.makeOperator { sink in
            if !sink.loop.isStartStopped { sink.send(first) }
            return run(Sink(sink.loop, receive: sink.receive, finish: sink.finish, of: sink.inner))
        }
    }
}
