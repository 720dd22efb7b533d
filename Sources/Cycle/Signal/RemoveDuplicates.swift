extension Signal {
    /// The values that differ from the one before.
    ///
    ///     self                -1-1-2-2-|
    ///     removeDuplicates()  -1---2---|
    ///
    /// The latest value is kept, and compared with each that comes: for large ones compare a part, see
    /// ``removeDuplicates(by:)``. Each run begins anew, with a value that is always emitted.
    ///
    /// - Source: `distinctUntilChanged` of Rx, `skipRepeats` of ReactiveSwift, `removeDuplicates` of Combine.
    @inlinable  // hot: an unchanged model stops here
    public func removeDuplicates() -> Signal where Value: Equatable {
        removeDuplicates(by: ==)
    }

    /// The values that differ from the one before by a test of your own. The latest value is kept.
    @inlinable  // hot
    public func removeDuplicates(by isSame: @escaping (Value, Value) -> Bool) -> Signal {
        Signal.makeOperator { sink in
            var latest: Value?
            return run(
                sink.taking { value in
                    if let previous = latest, isSame(previous, value) { return }
                    _ = exchange(&latest, with: value)
                    sink.send(value)
                })
        }
    }
}
