extension Signal {
    /// The values that pass the test.
    ///
    ///     self               -1-2-3-4-|
    ///     filter(\.isEven)   ---2---4-|
    ///
    /// `isIncluded` is asked once for each value and each run, in the value's turn: a pure function.
    ///
    /// - Source: `filter` of Rx, ReactiveSwift and Elm.
    @inlinable  // hot
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal {
        Signal.makeOperator { sink in run(sink.taking { value in if isIncluded(value) { sink.send(value) } }) }
    }
}
