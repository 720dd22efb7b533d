import Cycle

/// Values for whoever listens just now, in the order in which they came: a signal that is there without being run.
final class Broadcast<Value> {
    private final class Listener {
        let receive: (Value) -> Void
        let finish: () -> Void
        var isGone = false

        init(receive: @escaping (Value) -> Void, finish: @escaping () -> Void) {
            self.receive = receive
            self.finish = finish
        }
    }

    private var listeners: [Listener] = []
    private var isOver = false

    /// The values from now on.
    var signal: Signal<Value> {
        Signal { [self] sink in
            // In the machine's own loop a turn is under way and `drain` does nothing; another loop would not know.
            listen(
                finish: {
                    sink.end()
                    sink.drain()
                },
                receive: { value in
                    sink.send(value)
                    sink.drain()
                })
        }
    }

    func listen(finish: @escaping () -> Void = {}, receive: @escaping (Value) -> Void) -> Subscription {
        guard !isOver else {
            finish()
            return Subscription()
        }
        let listener = Listener(receive: receive, finish: finish)
        listeners.append(listener)
        return Subscription { [weak self] in
            listener.isGone = true
            self?.listeners.removeAll { $0 === listener }
        }
    }

    /// Who comes while this runs gets the next value; who leaves gets nothing more.
    func send(_ value: Value) {
        for listener in listeners where !listener.isGone { listener.receive(value) }
    }

    func end() {
        isOver = true
        let ended = listeners
        listeners = []
        for listener in ended where !listener.isGone { listener.finish() }
    }
}
