import Cycle

/// The chain of the turn under way, and how far the turn has come.
package final class TurnScope {
    package private(set) var chain: EventChain?
    /// Whether feedbacks and effects are being told, which may be cancelled before what they emit has its turn.
    private(set) var isAnswering = false
    /// Gives what waits in the machine its turn, once no watcher is being called.
    package internal(set) var drain: () -> Void = {}

    package init() {}

    func following(_ chain: EventChain?, _ work: () -> Void) {
        let outer = self.chain
        self.chain = chain
        work()
        self.chain = outer
    }

    func answering(_ work: () -> Void) {
        let outer = isAnswering
        isAnswering = true
        work()
        isAnswering = outer
    }

    /// Effects for the values of a signal, as by `flatMap`. Their events join the chain of their value, which is not over
    /// before they end.
    package func flatMap<Value, Output>(
        _ values: Signal<Value>, _ strategy: FlattenStrategy, _ effects: @escaping (Value) -> Signal<Output>
    ) -> Signal<Output> {
        // Taken along from here: the effect of a value may have to wait.
        values.map { [self] in ($0, chain) }.flatMap(strategy) { [self] in tracing(effects($0.0), of: $0.1) }
    }

    /// Effects that answer the values of a signal: with `latest` each is wanted until the next, else as by `flatMap`.
    package func answer<Value, Output>(
        _ values: Signal<Value>, _ strategy: FlattenStrategy, _ effects: @escaping (Value) -> Signal<Output>
    ) -> Signal<Output> {
        strategy == .latest ? replacing(values.map { $0 }, effects) : flatMap(values, strategy, effects)
    }

    /// Effects for the values of a signal, of which each is wanted until the next: from then on it is silent, with all that
    /// waits, whether it has ended or not. `nil` wants none.
    package func replacing<Value, Output>(
        _ values: Signal<Value?>, _ effects: @escaping (Value) -> Signal<Output>
    ) -> Signal<Output> {
        values.scan(Want<Value>(number: 0, value: nil)) { want, value in
            Want(number: want.number + 1, value: value)
        }.effects(for: { $0.value == nil ? [] : [$0] }, by: { _ in 0 }) { [self] want in
            want.value.map { tracing(effects($0)) } ?? .empty
        }
    }

    /// An effect that what it emits follows from the same as, and that is not over before it ends.
    package func tracing<Value>(_ effect: Signal<Value>) -> Signal<Value> {
        tracing(effect, of: chain)
    }

    private func tracing<Value>(_ effect: Signal<Value>, of chain: EventChain?) -> Signal<Value> {
        guard let chain else { return effect }
        return Signal { [self] sink in
            var held: EventChain? = chain
            let running = effect.run(
                inside: sink,
                finish: {
                    held = nil
                    sink.end()
                },
                receive: { [self] value in following(held) { sink.send(value) } })
            return Subscription {
                running.cancel()
                held = nil
            }
        }
    }
}

/// One value, which is wanted until the next.
private struct Want<Value>: Equatable {
    let number: Int
    let value: Value?

    static func == (left: Want, right: Want) -> Bool {
        left.number == right.number
    }
}
