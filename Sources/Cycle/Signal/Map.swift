extension Signal {
    /// Each value, transformed.
    ///
    ///     self           -1-2-|
    ///     map { $0 + 1 } -2-3-|
    ///
    /// Runs in the turn of the value: a pure function, which sends nothing and reads no clock.
    ///
    /// - Source: `map` of Rx, ReactiveSwift and Elm.
    @inlinable  // hot: frame-filters are maps
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> Signal<Other> {
        Signal<Other>.makeOperator { sink in run(sink.taking { sink.send(transform($0)) }) }
    }
}
