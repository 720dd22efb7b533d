/// Values over time: `value* end?`. A signal never fails; what goes wrong is a value, so that a frame can show it.
///
/// A signal is a recipe: nothing happens until something runs it, each run starts its source afresh, and a run belongs
/// to one loop. ``pipe()`` and the frames of a ``CycledLens`` are the exceptions: they are there whoever listens.
///
/// - Source: `Signal` of Elm 0.16 and ReactiveSwift, `Observable` of Rx; without their error channel.
public struct Signal<Value> {
    @usableFromInline let start: (Sink<Value>) -> Subscription
    /// Where the latest value lives, for the frames of a loop and their parts.
    @inlinable var place: Place<Value>? { held.place(of: Value.self) }
    @usableFromInline let held: HeldPlace

    @inlinable  // hot: lets the caller's module specialise a whole chain of operators
    init(place: Place<Value>?, running start: @escaping (Sink<Value>) -> Subscription) {
        self.start = start
        held = HeldPlace(place)
    }

    /// A signal of your own making.
    ///
    ///     Signal<Int> { sink in
    ///         sink.send(1)
    ///         let inlet = sink.inlet()             // for other threads
    ///         let worker = Worker { inlet.send($0) }
    ///         return Subscription { worker.stop() }
    ///     }
    ///
    /// - Parameter run: Starts the source and returns what stops it. What it sends after its end, or after it was
    ///   cancelled, is dropped.
    public init(_ run: @escaping (Sink<Value>) -> Subscription) {
        self.init(place: nil) { sink in
            let gate = Gate(sink.receive, sink.finish)
            let life = gate.life
            life.stop(with: run(Sink(sink.turns, receive: gate.pass, finish: gate.end, life: life)))
            return life
        }
    }

    @inlinable  // hot
    func run(_ sink: Sink<Value>) -> Subscription {
        start(sink)
    }

    /// Runs this signal as a part of the one that `sink` belongs to: in the same loop, stopped by what is returned.
    ///
    /// - Parameters:
    ///   - sink: Where the other signal's values go.
    ///   - receive: Called on the loop with each value.
    ///   - finish: Called on the loop at the end of this signal; without it, the end is passed on to `sink`.
    public func run<Other>(
        inside sink: Sink<Other>, finish: (() -> Void)? = nil, receive: @escaping (Value) -> Void
    ) -> Subscription {
        run(Sink(sink.turns, receive: receive, finish: finish ?? sink.finish))
    }
}

/// Lets the values of a source pass until it ends or is cancelled.
private final class Gate<Value> {
    let life = Subscription()
    // A sink's closures, not the sink: to pass on a generic struct is to look up its type, for every value.
    private let receive: (Value) -> Void
    private let finish: () -> Void

    init(_ receive: @escaping (Value) -> Void, _ finish: @escaping () -> Void) {
        self.receive = receive
        self.finish = finish
    }

    func pass(_ value: Value) {
        if life.isActive { receive(value) }
    }

    func end() {
        guard life.isActive else { return }
        life.finish()
        finish()
    }
}
