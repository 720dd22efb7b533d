import Cycle

/// A value over time that can be read at any time: the state of a machine, or a part of it.
///
///     let name = store.state.map(\.name)
///     name.value
///     name.observe { print($0) }
///
/// The state is stored once, in its machine, which lives as long as a reference to it or to a property of it. Every event
/// emits a value, equal or not.
///
/// Confined to the isolation of its machine.
///
/// - Source: `Property` of ReactiveSwift.
public final class Property<Value> {
    package let work: any MachineWork
    private let read: () -> Value
    private let listen: Listening

    package typealias Listening = (
        _ endsWithRun: Bool, _ finish: @escaping () -> Void, _ receive: @escaping (Value) -> Void
    ) -> Subscription

    /// - Parameter states: The value after each event, told before the feedbacks see it.
    package convenience init(_ work: any MachineWork, _ states: Outlet<Value>, read: @escaping () -> Value) {
        self.init(work, read: read, listen: states.listen(endsWithRun:finish:_:))
    }

    /// Another one of the same.
    package convenience init(_ other: Property) {
        self.init(other.work, read: other.read, listen: other.listen)
    }

    private init(_ work: any MachineWork, read: @escaping () -> Value, listen: @escaping Listening) {
        self.work = work
        self.read = read
        self.listen = listen
    }

    /// The value now.
    public var value: Value { read() }

    /// A property of a part: it reads through this one, and emits whenever this one does.
    public func map<Part>(_ transform: @escaping (Value) -> Part) -> Property<Part> {
        Property<Part>(work, read: { [read] in transform(read()) }) { [listen] endsWithRun, finish, receive in
            listen(endsWithRun, finish) { receive(transform($0)) }
        }
    }

    /// The value after each event from now on, for a loop in the machine's isolation.
    public var signal: Signal<Value> {
        .listening { [listen] finish, receive in listen(false, finish, receive) }
    }

    /// The value now, then the value after each event, for a loop in the machine's isolation.
    public var producer: Signal<Value> {
        Signal { [self] sink in
            work.holding {
                // Listening first: what the value now leads to at once is not missed.
                let listening = signal.run(inside: sink, receive: sink.send)
                sink.send(value)
                return listening
            }
        }
    }

    /// The machine as a part of the loop that runs this signal, on that loop's time: the value now, and after each event.
    /// If the machine works already it is only watched.
    public var running: Signal<Value> {
        Signal { [self] sink in
            let working: Signal<Value> = work.isWorking ? .empty : work.work.ignoringValues()
            return Signal.merge(producer, working).run(inside: sink, receive: sink.send)
        }
    }

    /// Calls `receive` with the value now, then with the value after each event, before the feedbacks see it. Events that
    /// it sends wait until all observers have been called. Dropping the subscription cancels nothing.
    @discardableResult
    public func observe(_ receive: @escaping (Value) -> Void) -> Subscription {
        observe(finish: {}, receive)
    }

    /// As ``observe(_:)``. `finish` is called when the machine has ended for good; at once if that was before.
    @discardableResult
    public func observe(finish: @escaping () -> Void, _ receive: @escaping (Value) -> Void) -> Subscription {
        observe(endsWithRun: false, finish: finish, receive)
    }

    private func observe(
        endsWithRun: Bool, finish: @escaping () -> Void, _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        work.holding {
            var isTold = false
            var isFinished = false
            let finishing = {
                isFinished = true
                if isTold { finish() }
            }
            let listening = listen(endsWithRun, finishing, receive)
            receive(value)
            isTold = true
            if isFinished { finish() }
            return listening
        }
    }

    /// Calls `receive` with what operators make of the value now and of those that follow, whenever the machine works.
    ///
    ///     store.observe(through: { $0.map(\.name).removeDuplicates() }) { print($0) }
    ///
    /// - Parameters:
    ///   - transform: Its operators run in the machine's loop, on its time.
    ///   - receive: Called in the place of this observer among the others where the operators pass values on at once.
    @discardableResult
    public func observe<Observed>(
        through transform: (Signal<Value>) -> Signal<Observed>, _ receive: @escaping (Observed) -> Void
    ) -> Subscription {
        var entrance: Sink<Value>?
        let values = Signal<Value> { [read] sink in
            entrance = sink
            sink.send(read())
            return Subscription { entrance = nil }
        }
        let listening = listen(false, {}) { entrance?.send($0) }
        return Subscription([listening, work.observe(transform(values).handle(receive).ignoringValues())])
    }
}

extension Property where Value: Sendable {
    /// The value now and those that follow, for a task elsewhere, until the run of the machine ends.
    ///
    /// - Parameter policy: Selects the values that are kept for a reader that is slower than the machine.
    public func values(
        buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Value> {
        .following(policy) { finish, receive in observe(endsWithRun: true, finish: finish, receive) }
    }
}
