extension Signal {
    /// Each value, transformed; without those that become `nil`.
    @inlinable  // hot: drivers pick their part of a value with it
    public func compactMap<Other>(_ transform: @escaping (Value) -> Other?) -> Signal<Other> {
        Signal<Other>.makeOperator { sink in
            run(sink.taking { value in if let other = transform(value) { sink.send(other) } })
        }
    }
}
