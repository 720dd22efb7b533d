extension Loop {
    /// Makes values wait for a turn of their own: the one way into the queue.
    ///
    /// The queue knows no values: it holds a closure that gives the oldest one that waits here its turn.
    ///
    /// - Parameters:
    ///   - owner: Whom to name in moments and complaints; seldom asked for, and once.
    ///   - home: When that stops, what waits here is dropped: by default what is being started.
    ///   - apply: What a turn does with the value.
    /// - Returns: Puts a value into the queue. When it comes up, and nothing that it depends on was cancelled meanwhile,
    ///   `apply` gets it.
    @inlinable  // hot: made where the type of the values is known
    func queueing<Value>(
        owner: @escaping @autoclosure () -> String, within home: Subscription? = nil, _ apply: @escaping (Value) -> Void
    ) -> (Value) -> Void {
        let home = home ?? starter
        // Each with the innermost subscription that emitted it, if any did.
        let waiting = Variable(Ring<(Value, emitter: Subscription?)>())
        lazy var name = owner()
        let takeTurn = { [self] in
            guard let (value, emitter) = waiting.value.popFirst(), admits(emitter, at: home) else { return }
            // It emits what follows from the value at once.
            if emitter != nil { self.emitter = emitter }
            if depth > answerLimit { stopForAnswering(name) }
            apply(value)
            if watchers != nil { watch(name, value) }
        }
        return { [self] value in
            // A stopped loop keeps nothing.
            if running == nil { return }
            waiting.value.append((value, emitter))
            queue.append(Hook(number: depth, takeTurn))
        }
    }

    /// Whether a value that waits inside of `home` has its turn.
    @inlinable  // hot
    func admits(_ emitter: Subscription?, at home: Subscription?) -> Bool {
        if let home, !home.isActive, home.isStopped { return false }
        if let emitter, !emitter.isActive, !emitter.arrives(at: home) { return false }
        return true
    }
}
