import Cycle

/// Passes values of a machine to its observers: every observer gets every value, in one order.
///
/// Confined to the isolation of its machine. Observers are called in the order in which they came, in the middle of a
/// turn: an event that they send to the machine waits until that turn is over. An observer that leaves gets nothing more; one
/// that joins meanwhile gets the next value.
public final class Outlet<Value> {
    private final class Observer {
        var receive: ((Value) -> Void)?
        let endsWithRun: Bool
        let finish: () -> Void

        init(endsWithRun: Bool, _ finish: @escaping () -> Void, _ receive: @escaping (Value) -> Void) {
            self.endsWithRun = endsWithRun
            self.finish = finish
            self.receive = receive
        }
    }

    private var observers: [Observer] = []
    private var goneCount = 0
    private var isFinished = false

    package init() {}

    /// Calls `receive` with every value from now on, until the subscription is cancelled. Forgetting it cancels nothing.
    ///
    /// - Parameters:
    ///   - finish: Called when the machine has ended for good; at once if that was before.
    ///   - receive: Called in the machine's isolation.
    @discardableResult
    public func observe(
        finish: @escaping () -> Void = {}, _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        listen(endsWithRun: false, finish: finish, receive)
    }

    /// The values from now on, for a loop in the machine's isolation: each takes its turn there before the machine goes on.
    public var signal: Signal<Value> {
        .listening { [self] finish, receive in listen(endsWithRun: false, finish: finish, receive) }
    }

    package func listen(
        endsWithRun: Bool, finish: @escaping () -> Void, _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        guard !isFinished else {
            finish()
            return Subscription()
        }
        let observer = Observer(endsWithRun: endsWithRun, finish, receive)
        observers.append(observer)
        return Subscription { [weak self] in
            observer.receive = nil
            self?.forget()
        }
    }

    /// The list is swept when half of it is gone, so that many who leave cost O(1) each.
    private func forget() {
        goneCount += 1
        guard goneCount * 2 > observers.count else { return }
        observers.removeAll { $0.receive == nil }
        goneCount = 0
    }

    package func send(_ value: Value) {
        for observer in observers { observer.receive?(value) }
    }

    /// Tells those who wait for the end of a run, and at the end for good all others.
    package func finish(forGood: Bool) {
        isFinished = isFinished || forGood
        let ended = observers.filter { $0.receive != nil && (forGood || $0.endsWithRun) }
        observers.removeAll { $0.receive == nil || forGood || $0.endsWithRun }
        goneCount = 0
        for observer in ended where observer.receive != nil {
            observer.receive = nil
            observer.finish()
        }
    }
}

extension Outlet where Value: Sendable {
    /// The values from now on for a task elsewhere, until the run of the machine ends.
    ///
    /// - Parameter policy: Selects the values that are kept for a reader that is slower than the machine.
    public func values(
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Value> {
        .following(policy) { finish, receive in listen(endsWithRun: true, finish: finish, receive) }
    }
}

extension Signal {
    /// The values of an outlet, for a loop in the same isolation.
    static func listening(
        _ listen: @escaping (_ finish: @escaping () -> Void, _ receive: @escaping (Value) -> Void) -> Subscription
    ) -> Signal {
        Signal { sink in
            let finish = {
                sink.end()
                sink.drain()
            }
            return listen(finish) { value in
                sink.send(value)
                // In the machine's own loop a turn is under way, and this does nothing.
                sink.drain()
            }
        }
    }
}

extension AsyncStream where Element: Sendable {
    /// The values of an outlet, for a task elsewhere. A reader that has gone is removed with the next value.
    static func following(
        _ policy: Continuation.BufferingPolicy,
        _ listen: (_ finish: @escaping () -> Void, _ receive: @escaping (Element) -> Void) -> Subscription
    ) -> AsyncStream {
        let (stream, continuation) = makeStream(of: Element.self, bufferingPolicy: policy)
        var listening: Subscription?
        listening = listen(continuation.finish) { value in
            if case .terminated = continuation.yield(value) { listening?.cancel() }
        }
        return stream
    }
}
