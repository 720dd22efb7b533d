/// The parts that only some loops have: rules, observers of their turns, a monitor, drivers that settle. Most have none of it.
@usableFromInline
final class Attachments {
    /// Rules, called after each change until they change nothing more.
    @usableFromInline let rules = Hooks()
    /// The rules that changed something in this round.
    @exclusivity(unchecked) var ruled: [String] = []
    /// Called when a value has been applied.
    @usableFromInline let watchers = Hooks()
    /// Called when nothing waits any more.
    @usableFromInline let watchersWhenIdle = Hooks()
    /// The value that has its turn, while `watchers` are called.
    @exclusivity(unchecked) @usableFromInline var watched = (owner: "", event: () as Any)
    /// The turn that asked for its time last, and that time: all that ask in one turn get the same.
    @exclusivity(unchecked) @usableFromInline var time = (turn: -1, now: Duration.zero, wall: Duration?.none)
    /// The lenses that events can be injected into, and the event that is looking for its lens.
    let lenses = Hooks()
    @exclusivity(unchecked) var injection: (path: String, make: (_ type: Any.Type) -> Any?)?
    /// Whether no turn is taken but by ``Loop/step()``, and what ends the wait of a run for it.
    @exclusivity(unchecked) var isPaused = false
    @exclusivity(unchecked) var resumption: AsyncStream<Never>.Continuation?
    /// Called at a stop, beside what runs inside of the loop.
    let stopping = Hooks()
    /// The work that drivers still have after a stop.
    var settlements: [@Sendable () async -> Void] = []
    /// The same of sessions before the present one, under way.
    var settling: Task<Void, Never>?
}

extension Loop {
    var attachments: Attachments {
        if let attached { return attached }
        let attachments = Attachments()
        attached = attachments
        return attachments
    }

    /// The time of the turn under way, and the time of day, if the scheduler knows it.
    @usableFromInline
    var turnTime: (Duration, wall: Duration?) {
        let attachments = attachments
        noteTime(in: attachments)
        return (attachments.time.now, attachments.time.wall)
    }

    private func noteTime(in attachments: Attachments) {
        guard attachments.time.turn != turnNumber, let scheduler = session.scheduler else { return }
        attachments.time = (turnNumber, scheduler.now, scheduler.wallTime)
    }

    /// Shows all observers of moments a value that has been applied. A cancelled value never is: it has no moment.
    ///
    /// - Parameters:
    ///   - owner: Where the value came from; `start` for the first frame of a run, which nothing has caused.
    ///   - event: The value.
    @usableFromInline
    func watch(_ owner: @autoclosure () -> String, _ event: @autoclosure () -> Any) {
        guard let attached, !attached.watchers.isEmpty else { return }
        attached.watched = (owner(), event())
        noteTime(in: attached)
        // A value that they send is an answer, and has a turn of its own.
        if phase == .applying { phase = .busy }
        if emitter != nil { emitter = nil }
        answering(attached.watchers.callAll)
        attached.watched.event = ()
    }

    /// - Returns: Takes it away again.
    @usableFromInline
    func add(to list: KeyPath<Attachments, Hooks>, _ act: @escaping () -> Void) -> Subscription {
        let hooks = attachments[keyPath: list]
        let number = hooks.add(act)
        return Subscription { hooks.remove(number) }
    }
}
