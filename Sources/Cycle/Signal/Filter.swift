extension Signal {
    /// The values that pass the test.
    ///
    ///     self               -1-2-3-4-|
    ///     filter(\.isEven)   ---2---4-|
    ///
    /// - Source: `filter` of Rx, ReactiveSwift and Elm.
    @inlinable  // hot
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal {
        Signal.makeOperator { sink in run(sink.taking { value in if isIncluded(value) { sink.send(value) } }) }
    }
}
