extension Signal {
    /// Each value with the one before it; nothing for the first.
    ///
    ///     self               -a-b----c-|
    ///     combinePrevious()  ---(a,b)-(b,c)-|
    ///
    /// The latest value is kept. Each run begins anew.
    public func combinePrevious() -> Signal<(Value, Value)> {
        Signal<(Value, Value)>.makeOperator { sink in
            var latest: Value?
            return run(
                sink.taking { value in
                    let previous = exchange(&latest, with: value)
                    if let previous { sink.send((previous, value)) }
                })
        }
    }

    /// Each value with the one before it, `initial` before the first.
    public func combinePrevious(initial: Value) -> Signal<(Value, Value)> {
        prefixed(with: initial).combinePrevious()
    }
}
