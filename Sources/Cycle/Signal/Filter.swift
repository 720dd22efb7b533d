extension Signal {
    /// The values that pass the test.
    @inlinable  // hot
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal {
        Signal.makeOperator { sink in run(sink.taking { value in if isIncluded(value) { sink.send(value) } }) }
    }
}
