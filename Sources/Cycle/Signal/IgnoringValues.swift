extension Signal {
    /// Only the end, as a signal of any type: for side effects that lead to no event.
    ///
    ///     self              -1-2-|
    ///     ignoringValues()  -----|
    ///
    /// The source runs, and is cancelled, as ever: only what it emits is dropped.
    ///
    /// - Source: `ignoreElements` of Rx, `ignoreValues` and `promoteValue` of ReactiveSwift.
    @inlinable  // hot
    public func ignoringValues<Other>(as type: Other.Type = Other.self) -> Signal<Other> {
        Signal<Other>.makeOperator { sink in run(sink.taking { _ in }) }
    }
}
