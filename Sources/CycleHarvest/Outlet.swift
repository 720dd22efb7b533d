import Cycle

/// What a machine tells those who watch it from outside its loop: everyone gets every value, in one order.
///
/// Confined to the isolation of its machine. Observers are called in the order in which they came, in the middle of a
/// turn: what they send to the machine waits until that turn is over.
public final class Outlet<Value> {
    private final class Observer {
        let receive: (Value) -> Void
        let finish: () -> Void
        var isGone = false

        init(_ receive: @escaping (Value) -> Void, _ finish: @escaping () -> Void) {
            self.receive = receive
            self.finish = finish
        }
    }

    /// What an observer is told at once.
    private let latest: () -> Value?
    private var observers: [Observer] = []
    private var isFinished = false

    init(latest: @escaping () -> Value? = { nil }) {
        self.latest = latest
    }

    /// Calls `receive` with every value from now on, until the subscription is cancelled.
    ///
    /// - Parameters:
    ///   - finish: Called at the end of the machine; at once if it has ended.
    ///   - receive: Called in the machine's isolation.
    public func sink(finish: @escaping () -> Void = {}, receive: @escaping (Value) -> Void) -> Subscription {
        if let value = latest() { receive(value) }
        guard !isFinished else {
            finish()
            return Subscription()
        }
        let observer = Observer(receive, finish)
        observers.append(observer)
        return Subscription { [weak self] in
            observer.isGone = true
            self?.observers.removeAll { $0 === observer }
        }
    }

    func send(_ value: Value) {
        for observer in observers where !observer.isGone { observer.receive(value) }
    }

    func finish() {
        guard !isFinished else { return }
        isFinished = true
        let finished = observers
        observers = []
        for observer in finished where !observer.isGone { observer.finish() }
    }
}

extension Outlet where Value: Sendable {
    /// The same values for another loop, each in a turn of its own.
    public var signal: Signal<Value> {
        Signal { sink in
            let inlet = sink.inlet()
            return self.sink(finish: inlet.end) { inlet.send($0) }
        }
    }

    /// The same values for a task elsewhere; they end with the machine.
    ///
    /// - Parameter policy: What is kept for a reader that is slower than the machine.
    public func values(
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        // The outlet keeps its observers until the machine ends.
        _ = sink(finish: continuation.finish) { continuation.yield($0) }
        return stream
    }
}

extension Subscription {
    /// Keeps this subscription with others.
    public func store(in subscriptions: inout [Subscription]) {
        subscriptions.append(self)
    }
}

/// A state that can be read, and watched with a `$`.
@propertyWrapper
public struct Watched<Value> {
    public var wrappedValue: Value { read() }
    public let projectedValue: Outlet<Value>
    private let read: () -> Value

    init(read: @escaping () -> Value, outlet: Outlet<Value>) {
        self.read = read
        projectedValue = outlet
    }
}
