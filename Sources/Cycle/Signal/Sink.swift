/// Where a signal's values go: what ``Signal/init(_:)`` hands to the code that produces them.
///
/// Confined to its loop. Code on another thread asks for an ``inlet(bound:onRoom:)``.
public struct Sink<Value> {
    @usableFromInline let turns: Turns
    /// Set in the sinks that a loop gives to what its lens sets: changes can be made there, in place.
    @inlinable var place: Place<Value>? { held.place(of: Value.self) }
    @usableFromInline let held: HeldPlace
    @usableFromInline let receive: (Value) -> Void
    @usableFromInline let finish: () -> Void
    /// The run of the signal of one's own making that this is the sink of.
    @usableFromInline let life: Subscription?

    @inlinable  // hot: a sink is made for every subscription, and called for every value
    init(
        _ turns: Turns, place: Place<Value>? = nil,
        receive: @escaping (Value) -> Void, finish: @escaping () -> Void, life: Subscription? = nil
    ) {
        self.turns = turns
        held = HeldPlace(place)
        self.receive = receive
        self.finish = finish
        self.life = life
    }

    @inlinable  // hot
    public func send(_ value: Value) {
        receive(value)
    }

    /// The last thing a signal does; what is sent afterwards is dropped.
    @inlinable  // hot: effects that answer once end at once
    public func end() {
        finish()
    }

    /// The loop's time: how long its scheduler has been running.
    public var now: Duration { turns.now }

    /// Something that can be armed to call `ring` on the loop later.
    public func alarm(_ ring: @escaping () -> Void) -> any Alarm {
        turns.alarm { _ in ring() }
    }

    /// Holds `run` back from returning until `work` is done, for a driver that still has something to bring to an end.
    public func settle(_ work: @escaping @Sendable () async -> Void) {
        turns.settle(work)
    }

    /// Gives what waits in this loop its turn, and what follows from it, before it returns; nothing while a turn is
    /// under way.
    ///
    /// For code in the loop's isolation that sends from outside of a turn, of which the loop would not know.
    public func drain() {
        turns.owner?.drain()
    }

    /// The sink of an operator: `receive` in front of this one, which still gets the end.
    @inlinable  // hot
    func taking<Other>(_ receive: @escaping (Other) -> Void) -> Sink<Other> {
        Sink<Other>(turns, receive: receive, finish: finish)
    }
}
