import Cycle

/// Work that runs beside a machine: from the moment it is added, whenever the machine works.
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
    /// Companions that are over are swept when so many are there, so that each costs O(1).
    private var limit = 16
    private var begin: ((Companion) -> Void)?

    /// Adds a signal until it ends or the subscription is cancelled.
    func add(_ signal: Signal<Value>) -> Subscription {
        let companion = Companion(signal)
        if companions.count >= limit {
            // Swapped out: destroying one may add another.
            let all = exchange(&companions, with: [])
            companions = all.filter { !$0.isOver } + companions
            limit = max(16, 2 * companions.count)
        }
        companions.append(companion)
        begin?(companion)
        return Subscription {
            companion.isOver = true
            companion.running?.cancel()
        }
    }

    /// Starts all, and those that are added later, until the subscription is cancelled.
    func start<Other>(inside sink: Sink<Other>, receive: @escaping (Value) -> Void) -> Subscription {
        let begin = { (companion: Companion) in
            guard !companion.isOver else { return }
            let running = companion.signal.run(
                inside: sink, finish: { companion.isOver = true }, receive: receive)
            if companion.isOver { running.cancel() } else { companion.running = running }
        }
        // Before the first of them starts, which may add others.
        self.begin = begin
        for companion in companions { begin(companion) }
        return Subscription { [self] in
            self.begin = nil
            for companion in companions { companion.running?.cancel() }
        }
    }
}
