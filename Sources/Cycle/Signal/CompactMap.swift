extension Signal {
    /// Each value, transformed; without those that become `nil`.
    ///
    ///     self                    -"1"-"x"-"3"-|
    ///     compactMap { Int($0) }  -1-------3---|
    ///
    /// - Source: `compactMap` of Combine, `filterMap` of ReactiveFeedback.
    @inlinable  // hot: drivers pick their part of a value with it
    public func compactMap<Other>(_ transform: @escaping (Value) -> Other?) -> Signal<Other> {
        Signal<Other>.makeOperator { sink in
            run(sink.taking { value in if let other = transform(value) { sink.send(other) } })
        }
    }
}
