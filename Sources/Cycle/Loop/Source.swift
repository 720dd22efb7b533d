/// One source's place in the queue of turns: each time the source comes up, the oldest value that waits in it has its turn.
///
/// The queue knows sources, and not what their values are; what is done with a value is a closure that is made where its type
/// is known, and called where it lies.
@usableFromInline
final class Source {
    /// Whom to name when the loop has to complain; a closure, as the name is seldom asked for.
    let owner: () -> String
    @usableFromInline let turn: Hook

    @usableFromInline
    init(owner: @escaping () -> String, _ turn: @escaping () -> Void) {
        self.owner = owner
        self.turn = Hook(turn)
    }
}

extension Loop {
    /// Makes values wait for a turn of their own.
    ///
    /// - Parameters:
    ///   - owner: Whom to name when the loop has to complain.
    ///   - apply: What a turn does with the value.
    /// - Returns: Puts a value into the queue. When it comes up, and nothing that it depends on was cancelled meanwhile,
    ///   `apply` gets it.
    @inlinable  // hot
    func queueing<Value>(
        owner: @escaping @autoclosure () -> String, _ apply: @escaping (Value) -> Void
    ) -> (Value) -> Void {
        queueing(owner: owner(), within: starter, apply)
    }

    /// - Parameter home: What the source runs inside of: by default what is being started.
    @inlinable  // hot
    func queueing<Value>(
        owner: @escaping @autoclosure () -> String, within home: Subscription?, _ apply: @escaping (Value) -> Void
    ) -> (Value) -> Void {
        // Each with the innermost subscription that emitted it, if any did.
        let waiting = Variable(Ring<(Value, Subscription?)>())
        let source = Source(owner: owner) { [self] in
            guard let (value, emitter) = waiting.value.popFirst(), admits(emitter, at: home) else { return }
            if isWatched { watch(owner(), value) { apply(value) } } else { apply(value) }
        }
        return { [self] value in
            // A stopped loop keeps nothing.
            if running == nil { return }
            waiting.value.append((value, emitter))
            queue.append((source, depth))
        }
    }

    /// Whether a value has its turn. If so, its emitter emits what follows from it at once.
    @inlinable  // hot
    func admits(_ emitter: Subscription?, at home: Subscription?) -> Bool {
        if let home, !home.isActive, home.isStopped { return false }
        if let emitter {
            if !emitter.arrives(at: home) { return false }
            self.emitter = emitter
        }
        return true
    }
}
