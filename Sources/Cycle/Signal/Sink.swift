/// Where a signal's values go: what ``Signal/init(_:)`` hands to the code that produces them.
///
///     Signal<Int> { sink in
///         sink.send(1)
///         sink.end()
///         return Subscription()
///     }
///
/// Confined to its loop. Code on another thread asks for an ``inlet(bound:onRoom:)``.
public struct Sink<Value> {
    /// The loop that it belongs to.
    public let loop: Loop
    @usableFromInline let receive: (Value) -> Void
    @usableFromInline let finish: () -> Void
    /// The variable that is set here, in the sinks that a loop gives to what its lenses set, and where that stands. A closure:
    /// see ``Signal``.
    @usableFromInline let target: (() -> (cell: Cell<Value>, stage: Stage))?
    /// The run of the signal of one's own making that this is the sink of.
    @usableFromInline let subscription: Subscription?
    /// The inner signal of a ``Signal/flatMap(_:_:)`` that is all that still runs here. A closure, as above.
    let inner: (() -> InnerSignal<Value>?)?

    @usableFromInline
    init(
        _ loop: Loop, receive: @escaping (Value) -> Void, finish: @escaping () -> Void,
        setting target: (() -> (cell: Cell<Value>, stage: Stage))? = nil, within subscription: Subscription? = nil,
        of inner: (() -> InnerSignal<Value>?)? = nil
    ) {
        self.loop = loop
        self.receive = receive
        self.finish = finish
        self.target = target
        self.subscription = subscription
        self.inner = inner
    }

    /// Hands a value on, at once.
    @inlinable  // hot
    public func send(_ value: Value) {
        receive(value)
    }

    /// The last thing a signal does; what is sent afterwards is dropped.
    @inlinable  // hot: effects that answer once end at once
    public func end() {
        finish()
    }

    /// Whether the signal was stopped, so that nothing goes anywhere that is sent: for a source that sends many values at its
    /// start, where its subscription cannot be cancelled yet.
    public var isStopped: Bool { subscription?.isStopped ?? loop.isStartStopped }

    /// The loop's time: how long its scheduler has been running.
    public var now: Duration { loop.now }

    /// The loop's scheduler, for a driver that needs a clock on the wall; `nil` before the loop has started.
    public var scheduler: (any Scheduler)? { loop.session.scheduler }

    /// Something that can be armed to call `ring` on the loop later. It is silent after its last reference is gone.
    ///
    /// While it is armed it keeps the loop alive: one that nothing else can happen in does not end. Used on the loop only.
    public func alarm(_ ring: @escaping () -> Void) -> any Alarm { loop.makeAlarm { _, _ in ring() } }

    /// The way from other threads into this sink. Cancelling the signal closes it.
    ///
    /// - Parameters:
    ///   - bound: How many values may wait, in the mailbox and for their turn together, for a source that can be slowed; at
    ///     least one, by default any number. A source that cannot, and of which the newest value is enough, has a
    ///     ``sampler()``.
    ///   - onRoom: Called on the loop when half of them have had their turns, once for each time the inlet was full: let
    ///     the source go on, with all its threads, do not block. A cancelled signal calls it no more: its subscription frees
    ///     a source that waits.
    @inlinable  // hot: values are taken out of their letters as what they are
    public func inlet(bound: Int? = nil, onRoom: (@Sendable () -> Void)? = nil) -> Inlet<Value>
    where Value: Sendable {
        let inlet = Inlet<Value>(in: loop.mailbox, bound: bound, onRoom: onRoom)
        open(inlet.port)
        return inlet
    }

    /// The way into this sink for a source on another thread that cannot be slowed, and of which the newest value is
    /// enough. Cancelling the signal closes it.
    public func sampler() -> Sampler<Value> where Value: Sendable {
        let sampler = Sampler<Value>(in: loop.mailbox)
        open(sampler.port)
        return sampler
    }

    /// The port, not what sends to it: without its last sender the signal ends.
    @inlinable
    func open(_ port: Port) {
        loop.open(port, { [receive] in receive($0.take(as: Value.self)) }, finish: finish)
        subscription?.atClose { port.closeForGood() }
    }

    /// Holds `run` back from returning until `work` is done, for a driver that still has something to bring to an end.
    ///
    /// Asked for on the loop, at the latest when the signal is cancelled. When the loop has stopped, all that was asked for
    /// is done one after the other, in that order; what it sends is dropped by then.
    public func settle(_ work: @escaping @Sendable () async -> Void) { loop.settle(work) }

    /// Gives what waits in this loop its turn, and what follows from it, before it returns; nothing while a turn is
    /// under way.
    ///
    /// For code in the loop's isolation that sends from outside of a turn, of which the loop would not know.
    public func drain() { loop.drain() }

    /// The sink of an operator: `receive` in front of this one, which still gets the end.
    @inlinable  // hot
    func taking<Other>(_ receive: @escaping (Other) -> Void) -> Sink<Other> {
        Sink<Other>(loop, receive: receive, finish: finish)
    }
}
