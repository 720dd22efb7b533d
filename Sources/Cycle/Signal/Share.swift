extension Signal {
    /// One run of this signal for all who listen: it starts with the first of them and is cancelled with the last.
    ///
    /// Without it every listener runs the source anew, a driver renders twice. Who comes later misses what went before.
    ///
    /// - Source: `share` of Rx.
    public func share() -> Signal {
        let listeners = Listeners<Value>()
        var source: Subscription?
        return Signal(place: nil) { sink in
            let listener = listeners.add(sink)
            if source == nil {
                let started = Subscription(within: sink.turns.life)
                source = started
                sink.turns.starting(
                    started, run,
                    Sink(
                        sink.turns, receive: listeners.send,
                        finish: {
                            source = nil
                            listeners.end()
                        }))
            }
            return Subscription {
                listeners.remove(listener)
                guard listeners.isEmpty, let started = source else { return }
                source = nil
                started.cancel()
            }
        }
    }
}

/// Who listens to a shared signal, oldest first. Linked, because to walk an array of a generic type is to look up that
/// type for every value.
private final class Listeners<Value> {
    final class Listener {
        let number: Int
        let receive: (Value) -> Void
        let finish: () -> Void
        var next: Listener?

        init(_ number: Int, _ sink: Sink<Value>) {
            self.number = number
            receive = sink.receive
            finish = sink.finish
        }
    }

    private var first: Listener?
    private var newest = 0

    var isEmpty: Bool { first == nil }

    func add(_ sink: Sink<Value>) -> Listener {
        newest += 1
        let listener = Listener(newest, sink)
        guard var last = first else {
            first = listener
            return listener
        }
        while let next = last.next { last = next }
        last.next = listener
        return listener
    }

    /// What leaves keeps its link: a walk that stands there goes on.
    func remove(_ listener: Listener) {
        if first === listener { return first = listener.next }
        var before = first
        while let current = before, current.next !== listener { before = current.next }
        before?.next = listener.next
    }

    /// Those who come meanwhile miss the value.
    func send(_ value: Value) {
        let latest = newest
        var listener = first
        while let current = listener, current.number <= latest {
            current.receive(value)
            listener = current.next
        }
    }

    func end() {
        var listener = first
        first = nil
        while let current = listener {
            current.finish()
            listener = current.next
        }
    }
}
