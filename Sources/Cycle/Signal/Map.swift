extension Signal {
    /// Each value, transformed.
    ///
    ///     self           -1-2-|
    ///     map { $0 + 1 } -2-3-|
    @inlinable  // hot: frame-filters are maps
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> Signal<Other> {
        Signal<Other>.makeOperator { sink in run(sink.taking { sink.send(transform($0)) }) }
    }
}
