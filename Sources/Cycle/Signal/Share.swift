extension Signal {
    /// One run of this signal for all listeners: it starts with the first of them and is cancelled with the last; the next
    /// one starts it anew.
    ///
    ///     let keys = typed.share()
    ///     frames.lens(events: keys.debounce(.seconds(1)), label: "search") { frame, text in frame.query = text }
    ///     frames.lens(events: keys, label: "count") { frame, _ in frame.keyCount += 1 }
    ///
    /// Without it every listener runs the source anew, a driver renders twice. A later listener misses the values before. A
    /// value that a listener makes the source send waits until all have got the value before. It belongs to the first loop
    /// that runs it: another one that does ends the program.
    ///
    /// The source runs inside of no listener. Cancelling one of them silences what that one made of the values, and nothing
    /// of the others. Started where the loop has stopped meanwhile, it is stopped too, and tells of no end.
    ///
    /// - Source: `share` of Rx.
    @inlinable  // hot: made for the values' own type, here and below
    public func share() -> Signal {
        sharing(or: "a shared signal runs in one loop, and this one runs in another: share it in each")
    }

    /// - Parameter complaint: The message when a second loop runs it.
    @inlinable
    func sharing(or complaint: String) -> Signal {
        var latest: SharedRun<Value>?
        return .makeOperator { sink in
            if let latest, latest.loop === sink.loop { return latest.add(sink) }
            if latest != nil { stop(complaint) }
            let shared = SharedRun<Value>(sink.loop) { latest = nil }
            latest = shared
            let listening = shared.add(sink)
            shared.start { run($0) }
            return listening
        }
    }
}

/// One run of a signal that several listen to.
@usableFromInline
final class SharedRun<Value> {
    @usableFromInline let loop: Loop
    @usableFromInline let listeners = Hooks()
    private let onOver: () -> Void
    /// Belongs to no single listener: it runs inside of nothing but the loop.
    @usableFromInline let subscription: Subscription
    /// The values that were sent while one was being shown, each with its emitter; `nil` is the end.
    @exclusivity(unchecked) @usableFromInline var waiting = Ring<(Value?, Subscription?)>()
    /// The value that is being shown.
    @exclusivity(unchecked) @usableFromInline var shown: Value?
    @exclusivity(unchecked) @usableFromInline var isShowing = false
    @exclusivity(unchecked) @usableFromInline var isOver = false
    /// Its listeners run inside of these, while the source starts: where all of that was stopped meanwhile the source is, too.
    @exclusivity(unchecked) @usableFromInline var scopes: [Subscription]? = []

    /// - Parameter onOver: Called when the source has ended or the last listener has left.
    @usableFromInline
    init(_ loop: Loop, onOver: @escaping () -> Void) {
        self.loop = loop
        self.onOver = onOver
        // Where the loop has stopped meanwhile, inside of what is started there, which was stopped too.
        subscription = Subscription(within: loop.session.root ?? loop.starter)
    }

    /// Starts the source, after its first listener has come.
    @inlinable
    func start(_ run: (Sink<Value>) -> Subscription) {
        let sink = Sink<Value>(
            loop, receive: { [self] value in show(value) }, finish: { [self] in show(nil) })
        loop.starting(subscription) { run(sink) }
        scopes = nil
    }

    @inlinable
    func add(_ sink: Sink<Value>) -> Subscription {
        let (receive, finish, scope) = (sink.receive, sink.finish, loop.starter)
        if let scope { scopes?.append(scope) }
        let number = listeners.add { [unowned self] in give(to: receive, finish, in: scope) }
        return Subscription { [self] in
            listeners.remove(number)
            if listeners.isEmpty { leave() }
        }
    }

    @inlinable  // hot: a method, so that the listener retains this once
    func give(to receive: (Value) -> Void, _ finish: () -> Void, in scope: Subscription?) {
        if scopes != nil, scope?.isStopped == true { return }
        if let shown { receive(shown) } else { finish() }
    }

    @inlinable  // hot
    func show(_ next: Value?) {
        waiting.append((next, loop.emitter))
        guard !isShowing else { return }
        while !isOver, let (next, emitter) = waiting.popFirst() {
            (shown, isShowing) = (next, true)
            if next == nil { end() }
            loop.continuing(as: emitter, listeners.callAll)
            (shown, isShowing) = (nil, false)
            if let scopes, !scopes.isEmpty, scopes.allSatisfy(\.isStopped) { leave() }
        }
    }

    @usableFromInline
    func end() {
        isOver = true
        onOver()
        subscription.end()
    }

    @usableFromInline
    func leave() {
        guard !isOver else { return }
        isOver = true
        onOver()
        // The values that were given out are the listeners' by now.
        subscription.release()
    }
}
