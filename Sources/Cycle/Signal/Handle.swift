extension Signal {
    /// Calls `action` with each value on its way: for what the world should notice and the signal should not.
    ///
    ///     model.handle { screen.show($0) }.ignoringValues()      // a driver that renders, and reports nothing
    ///
    /// `action` runs on the loop, in the turn of the value, before what follows sees it. A value that it sends waits; it may
    /// cancel, and stop its loop.
    ///
    /// - Source: `do(onNext:)` of Rx, `on(value:)` of ReactiveSwift, `handleEvents` of Combine.
    @inlinable  // hot: a driver without events renders in it
    public func handle(_ action: @escaping (Value) -> Void) -> Signal {
        Signal.makeOperator { sink in
            // The closure, not the sink: to pass on a generic struct is to look up its type, for every value.
            let receive = sink.receive
            return run(
                sink.taking { value in
                    action(value)
                    receive(value)
                })
        }
    }
}
