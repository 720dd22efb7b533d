extension Signal {
    /// Folds each value into a running state and emits every new state.
    ///
    ///     keys         -+-+-|
    ///     scan(0, +1)  -1-2-|
    ///
    /// - Parameters:
    ///   - initial: The state before the first value. It is not emitted; add ``prefixed(with:)`` for that.
    ///   - next: A pure function of the state and the value that just arrived. A value that it makes the source send waits.
    /// - Complexity: O(1) per value.
    /// - Source: `scan` of Rx and ReactiveSwift; `foldp` of early Elm.
    @inlinable  // hot
    public func scan<State>(_ initial: State, _ next: @escaping (State, Value) -> State) -> Signal<State> {
        scan(into: initial) { state, value in state = next(state, value) }
    }

    /// As ``scan(_:_:)``, changing the state in place. A state that a later operator keeps is copied when it changes.
    @inlinable  // hot
    public func scan<State>(into initial: State, _ change: @escaping (inout State, Value) -> Void) -> Signal<State> {
        Signal<State>.makeOperator { sink in
            let loop = sink.loop
            // `nil` while `change` has it: values that the source sends meanwhile wait.
            let state = Variable<State?>(initial)
            let waiting = Variable(Ring<(Value, emitter: Subscription?)>())
            let take = { (value: Value) in
                guard var next = state.value.take() else { return waiting.value.append((value, loop.emitter)) }
                change(&next, value)
                state.value = next
                sink.send(next)
            }
            return run(
                sink.taking { value in
                    take(value)
                    while state.value != nil, let (value, emitter) = waiting.value.popFirst() {
                        loop.continuing(as: emitter) { take(value) }
                    }
                })
        }
    }
}
