/// One source's place in the queue of turns: each time the port comes up, the oldest value waiting there takes its turn.
@usableFromInline
final class Port {
    /// Whom to name when the loop has to complain.
    let owner: String
    @usableFromInline let take: () -> Void

    @usableFromInline
    init(owner: String, take: @escaping () -> Void) {
        self.owner = owner
        self.take = take
    }
}

/// The values that wait at a port, each with what must not have been cancelled for it to arrive.
@usableFromInline
final class Line<Value> {
    @usableFromInline var waiting = Ring<(Value, Subscription?)>()

    @inlinable  // hot
    init() {}
}

extension Turns {
    /// Makes values wait for a turn of their own.
    ///
    /// - Returns: Puts a value into the queue. When it comes up, and its source was not cancelled, `turn` gets it.
    @inlinable  // hot: every event waits here once
    final func queueing<Value>(owner: String, _ turn: @escaping (Value) -> Void) -> (Value) -> Void {
        let line = Line<Value>()
        let home = life
        let port = Port(owner: owner) {
            guard let (value, life) = line.waiting.popFirst() else { return }
            if let home, home.isSilenced { return }
            if let life, life.isSilenced { return }
            self.life = life ?? home
            if let witness = self.witness { witness.cause = (owner, value) }
            turn(value)
        }
        return { value in
            line.waiting.append((value, self.life))
            self.queue.append(port)
        }
    }
}
