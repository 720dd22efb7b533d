import Cycle

/// Signals that run beside a machine, from when they are added, whenever it works.
final class Companions<Value> {
    private final class Companion {
        let signal: Signal<Value>
        var running: Subscription?
        var isOver = false

        init(_ signal: Signal<Value>) {
            self.signal = signal
        }
    }

    private var companions: [Companion] = []
    private var start: ((Companion) -> Void)?

    /// Adds a signal until it ends or the subscription is cancelled.
    func add(_ signal: Signal<Value>) -> Subscription {
        let companion = Companion(signal)
        companions.removeAll(where: \.isOver)
        companions.append(companion)
        start?(companion)
        return Subscription {
            companion.isOver = true
            companion.running?.cancel()
        }
    }

    /// Starts all, and those that are added later, until the subscription is cancelled.
    func start<Other>(inside sink: Sink<Other>, receive: @escaping (Value) -> Void) -> Subscription {
        let start = { (companion: Companion) in
            guard !companion.isOver else { return }
            companion.running = companion.signal.run(
                inside: sink, finish: { companion.isOver = true }, receive: receive)
        }
        for companion in companions { start(companion) }
        self.start = start
        return Subscription { [self] in
            self.start = nil
            for companion in companions { companion.running?.cancel() }
        }
    }
}
