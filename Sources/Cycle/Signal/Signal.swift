/// Values over time: `value* end?`. A signal never fails; what goes wrong is a value, so that a frame can show it.
///
///     let (keys, inlet) = Signal<Character>.pipe()
///     let settled = keys.scan("") { $0 + String($1) }.debounce(.milliseconds(300))
///     frames.lens(events: settled, label: "search") { frame, text in frame.query = text }
///
/// A signal is a recipe: nothing happens until something runs it, each run starts its source afresh, and a run belongs
/// to one loop. ``pipe()``, ``share()`` and the frames of a loop are the exceptions: they are there without a listener.
///
/// - Source: `Signal` of Elm 0.16 and ReactiveSwift, `Observable` of Rx; without their error channel.
public struct Signal<Value> {
    @usableFromInline let start: (Sink<Value>) -> Subscription
    /// The variable that it shows, for the frames of a loop and their parts, and where those stand. A closure: to copy a
    /// struct with a generic class in it is to look that class up, 330 instructions where the copy is not made for its type.
    @usableFromInline let shown: (() -> (cell: Cell<Value>, stage: Stage))?

    /// A signal that keeps its contract by itself: an operator.
    @inlinable  // hot: lets the caller's module specialise a whole chain of operators
    static func makeOperator(_ start: @escaping (Sink<Value>) -> Subscription) -> Signal {
        Signal(showing: nil, start)
    }

    @usableFromInline
    init(
        showing shown: (() -> (cell: Cell<Value>, stage: Stage))?, _ start: @escaping (Sink<Value>) -> Subscription
    ) {
        self.start = start
        self.shown = shown
    }

    /// A signal of your own making.
    ///
    ///     Signal<Int> { sink in
    ///         sink.send(1)
    ///         let inlet = sink.inlet()         // for other threads
    ///         let worker = Worker { inlet.send($0) }
    ///         return Subscription { worker.stop() }
    ///     }
    ///
    /// A signal that ends by itself is not stopped: it gives back what it took before it ends.
    ///
    /// - Parameter run: Called on the loop, once for each run. Starts the source and returns what stops it. A value that it
    ///   sends after its end, or after it was cancelled, is dropped.
    public init(_ run: @escaping (Sink<Value>) -> Subscription) {
        self.init(showing: nil) { sink in
            // The sink's closures, not the sink: to pass on a generic struct is to look up its type, for every value.
            let (running, receive) = (Subscription(within: sink.loop.starter), sink.receive)
            let emit = { (value: Value) in
                if running.state == .active { receive(value) } else { running.emitAtStart { receive(value) } }
            }
            return Signal.start(running, sink.loop, emit, sink.finish, run)
        }
    }

    /// Starts what stops with `running`, and ends it.
    private static func start(
        _ running: Subscription, _ loop: Loop, _ receive: @escaping (Value) -> Void, _ finish: @escaping () -> Void,
        _ run: (Sink<Value>) -> Subscription
    ) -> Subscription {
        let sink = Sink<Value>(loop, receive: receive, finish: { if running.end() { finish() } }, within: running)
        loop.starting(running) { run(sink) }
        return running
    }

    @usableFromInline
    var cell: Cell<Value>? { shown?().cell }

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
        let running = Subscription(within: sink.subscription ?? sink.loop.starter)
        return Signal.start(running, sink.loop, running.isActive ? receive : { _ in }, finish ?? sink.finish, run)
    }

    /// Runs this signal in a loop that has been started, until that stops.
    ///
    /// - Parameters:
    ///   - loop: A loop that has been started.
    ///   - receive: Called on the loop with each value.
    ///   - finish: Called on the loop at the end of the signal.
    public func run(
        in loop: Loop, finish: @escaping () -> Void = {}, receive: @escaping (Value) -> Void
    ) -> Subscription {
        if !loop.isStarted { stop("a signal runs in a loop that has been started: call start(on:) before run(in:)") }
        let running = Signal.start(Subscription(within: loop.session.root), loop, receive, finish, run)
        running.atClose(loop.add(to: \.stopping, running.cancel).cancel)
        return running
    }
}
