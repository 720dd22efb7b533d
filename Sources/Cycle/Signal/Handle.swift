extension Signal {
    /// Calls `action` with each value on its way: for what the world should notice and the signal should not.
    ///
    /// - Source: `do(onNext:)` of Rx, `on(value:)` of ReactiveSwift, `handleEvents` of Combine.
    @inlinable  // hot: a driver without events renders in it
    public func handle(_ action: @escaping (Value) -> Void) -> Signal {
        Signal.makeOperator { sink in
            run(
                sink.taking { value in
                    action(value)
                    sink.send(value)
                })
        }
    }
}
