/// One source's place in the queue of turns: each time it comes up there, the oldest value that waits here has its turn.
///
/// The queue knows no values: it holds a source as the closure that gives its oldest value a turn. That closure captures the
/// source and nothing else, so it needs no context of its own.
@usableFromInline
final class Source<Value> {
    @usableFromInline let loop: Loop
    /// Whom to name in moments and complaints; a closure, as the name is seldom asked for.
    @usableFromInline let makeName: () -> String
    @usableFromInline private(set) lazy var name = makeName()
    /// The subscription around it: when that stops, what waits here is dropped.
    @usableFromInline let scope: Subscription?
    /// Each with the innermost subscription that emitted it, if any did.
    @exclusivity(unchecked) @usableFromInline var waiting = Ring<(Value, emitter: Subscription?)>()
    @usableFromInline let apply: (Value) -> Void

    @inlinable  // hot: made where the type of the values is known
    init(
        _ loop: Loop, owner: @escaping () -> String, within scope: Subscription?, _ apply: @escaping (Value) -> Void
    ) {
        self.loop = loop
        makeName = owner
        self.scope = scope
        self.apply = apply
    }

    @inlinable  // hot
    func append(_ value: Value) {
        // A stopped loop keeps nothing.
        if loop.session.root == nil { return }
        // Most have no emitter: to copy `nil` is a call of the runtime, too.
        if loop.emitter == nil { waiting.append((value, nil)) } else { waiting.append((value, loop.emitter)) }
        loop.queue.append(Hook(number: loop.depth) { self.takeTurn() })
    }

    @inlinable  // hot
    func takeTurn() {
        guard let (value, emitter) = waiting.popFirst(), admits(emitter) else { return }
        // It emits what follows from the value at once.
        if emitter != nil { loop.emitter = emitter }
        if loop.depth > loop.answerLimit || loop.round.answerCount > loop.answerLimit { loop.stopForAnswering(name) }
        apply(value)
        if loop.attached != nil { loop.watch(name, value) }
    }

    /// Whether a value has its turn: never one that a stopping loop drops.
    @inlinable  // hot
    func admits(_ emitter: Subscription?) -> Bool {
        if loop.session.root == nil { return false }
        if let scope, !scope.isActive, scope.isStopped { return false }
        if let emitter, !emitter.isActive, !emitter.arrives(in: scope) { return false }
        return true
    }
}

extension Loop {
    /// Makes values wait for a turn of their own.
    ///
    /// - Parameters:
    ///   - owner: Whom to name when the loop has to complain.
    ///   - node: The subscription around the source: by default what is being started.
    ///   - apply: Applies the value in its turn.
    /// - Returns: Puts a value into the queue. When it comes up, and nothing that it depends on was cancelled meanwhile,
    ///   `apply` gets it.
    @inlinable  // hot
    func queueing<Value>(
        owner: @escaping @autoclosure () -> String, within node: Subscription? = nil, _ apply: @escaping (Value) -> Void
    ) -> (Value) -> Void {
        let source = Source(self, owner: owner, within: node ?? starter, apply)
        return { source.append($0) }
    }
}
